"""The stages in a row.

- `reconcile`    layout -> `Reading`: the table searched, its doubts collected
- `everybody`    a reading of the near player's tiles -> the same with what the others have on the table
- `grouping`     tiles that a client sends without groups -> groups
- `corrections`  the player's corrections -> the reading again
- `eye`          `Eye`: photo -> `Reading`
"""
