"""Small models fitted to rendered tables (`tests.world`); each script prints or writes the numbers that are shipped.

- `sideways`  which tiles of a row lie sideways -> `vision/layout/sideways.json`
- `taught`    what tells one set's faces from another's -> `vision/eye/taught.npz` (drawn sets, not tables)
- `stacked`   a pong with a tile on top of another -> `EVIDENCE_UPRIGHT`, `EVIDENCE_SIDEWAYS` of `vision.doubts.stacked`
"""
