"""A table's own rules as data (HOUSE.md): read, checked, described, compared.

- `sheet`     a rule set's name, or a sheet over one -> Rules; each fault with its code and place
- `checks`    values that cannot stand beside one another (HOUSE 3)
- `describe`  every key with its names, range and base values; what a sheet changes; the presets
"""
