"""The stages in a row.

- `reconcile`    layout -> `Reading`: the table searched, its doubts collected
- `grouping`     tiles that a client sends without groups -> groups
- `corrections`  the player's corrections -> the reading again
- `eye`          `Eye`: photo -> `Reading`
"""
