"""Layout -> hand, melds and winning tile: hypotheses with costs. Knows no doubt.

- `evidence`    what each tile costs as each kind: the eye's scores, and above them the player's corrections
- `counts`      how many tiles a hand has, and by how many a group is none
- `candidates`  which rows may be the player's
- `priors`      what habits of laying tiles down cost
- `melds`       three or four tiles -> the meld that they may be, and who fed it
- `discards`    which rows are discards
- `nobody`      what speaks for no hand in the photo, a pond perhaps, and what against it
- `walls`       rows of backs, and the one tile of them that was turned
- `windows`     neighbours in a row that may be a meld
- `search`      rows -> the likeliest ways in which they are hand, melds and winning tile
- `assignment`  no kind comes out five times: the exact assignment to 108 tiles
- `naming`      groups -> kinds, hand, melds, and which other names come close
- `pricing`     what a hand is worth, so that a doubt can say what it changes
"""
