"""Detections -> rows, gaps, the way each tile lies: geometry only, no tile sense.

- `duplicates`   boxes that show one tile twice
- `rows`         centres -> rows, in any direction, bent ones too
- `scale`        how large a tile is where it lies, and what box it would have
- `orientation`  which row is the main one, and which way each row is read
- `sideways`     which tiles of a row lie sideways (a small network, weights in `sideways.json`)
- `arrange`      all of it in a row: detections -> `Layout`
"""
