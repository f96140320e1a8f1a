"""A table's own rules as data (HOUSE.md): read, checked, described, compared.

- `sheet`     a rule set's name, or a sheet over one -> Rules; each fault with its code and place
- `words`     what the value of a key is called
- `checks`    values that cannot stand beside one another (HOUSE 3)
- `meanings`  an example of every key, and what was decided where the sources are silent
- `describe`  every key with its names, range, base values and meaning; what a sheet changes
- `presets`   named sheets that tables play
"""
