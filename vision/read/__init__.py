"""The stages in a row.

- `reconcile`    layout -> `Reading`: the table searched, its doubts collected
- `everybody`    a reading of the near player's tiles -> the same with what the others have on the table
- `grouping`     tiles that a client sends without groups -> groups
- `corrections`  the player's corrections -> the reading again
- `conditions`   whether the photo is good enough, by the pixels of its tiles
- `learn`        a photo and its reading -> the tiles that a set is taught from
- `eye`          `Eye`: photo -> `Reading`
"""
