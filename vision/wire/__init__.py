"""Readings <-> plain JSON of the wire contract.

- `readings`       to_json, from_json, and correct without the photo
- `reading_parts`  tiles, groups, melds, doubts of a reading
- `corrections`    a player's corrections
- `kinds`          the kinds of JSON value that both have
- `sets`           taught sets: the file that a client keeps
"""
