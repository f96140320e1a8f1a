"""What a reading is not sure of. A check yields findings; `words` makes sentences of them.

- `codes`         the registry: every code with its gravity, sentence and meaning
- `traits`        what a code has besides: what its answer settles, what it repeats
- `variants`      further sentences of a code; questions, hints and reasons within sentences
- `finding`       what a check yields
- `context`       what all checks judge by
- `steps`         the corrections that a doubt suggests
- `fixes`         which of them leave a hand that there can be
- `collect`       `CHECKS`, every check in turn; what asks the same twice is merged
- `together`      several photos of one round, several players in one: checked against the 108 together
- `likelihood`    how likely the reading is wrong where a doubt asks
- `words`         findings -> doubts, in Chinese and English

Checks:

- `counts`        no hand has so many tiles, melds, winning tiles; no tile at all
- `kinds`         kinds changed against the eye's first choice, of which there are five, that no hand can hold
- `names`         names of which the eye is not sure
- `left_out`      tiles that were seen and not counted
- `missing`       boxes hardly seen
- `stacked`       tiles that lie on others and hide them
- `occluded`      tiles half covered, cut off by the photo's edge, or put aside though they touch
- `melds`         melds: their kind, who fed them; `no_meld`: tiles that lie as one and are none
- `pong_or_hand`  three of a kind: a pong, or part of the hand; `touched`, `fourths`: with one more tile
- `winning_tile`  the winning tile: completes nothing, may be something else, is not to be seen
- `places`        gaps in the hand, tiles that overlap, lie apart or sideways
- `of_photo`      the photo as a whole: told when it was looked at, whatever is corrected
- `which_hand`    another player's hand, another way to see the table
"""
