"""What a reading is not sure of: one check a module.

- `context`       the input that all checks share
- `fixes`         the corrections that doubts suggest
- `collect`       every check in turn, merged: counts, kinds, other ways to see the table
- `names`         names of which the eye is not sure
- `melds`         melds: their kind, who fed them, whether they are melds at all
- `places`        tiles that lie where they do not belong
- `missed`        tiles that no box was counted for
- `occluded`      tiles half covered, cut off by the photo's edge, or put aside though they touch
- `on_top`        tiles on top of others: a pong that may be a kong, a tile of the hand
- `touched`       melds that one more tile lies on or touches
- `pong_or_hand`  three alike: a pong, or part of the hand
- `winning_tile`  the winning tile, where it lies as one of the hand or of a kong
"""
