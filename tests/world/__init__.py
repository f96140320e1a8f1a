"""A world without pixels: tables of tiles as detector and reader would tell of them, for tests, benches and fits.

- `laid`           tiles laid on a table in words: small photos for single tests
- `deck`           the 108 tiles that rendered hands are dealt from
- `seen`           the camera and the eye: what is missed, doubled, shifted, misread
- `around`         what lies around a player's own tiles
- `tables`         a whole table from a seed, with the truth about it
- `reader_scores`  measures what the shipped reader says of real tiles; `reader_scores.json` is what came out
"""
