"""From pixels to a hand; never a score.

The stages, in the order in which they hand on:

- `photo`        bytes or path -> upright RGB pixels, safely; `container` looks at the file first
- `detector`     pixels -> boxes of tiles (YOLO, one ONNX session)
- `reader`       boxes -> detections: each crop named, scores of every class (one ONNX session)
- `piled`        … and whether each lies on another tile (one ONNX session)
- `layout`       detections -> rows, gaps, the way each tile lies: geometry only
- `reconcile`    layout -> Reading (hand, melds, winning tile, doubts): tile sense only
- `readings`     Reading <-> plain JSON of the wire contract
- `corrections`  what the player says -> the reading again; `checks` refuses JSON that cannot be
- `ungrouped`    tiles that a client sends without groups -> groups
- `draw`         photo + reading -> annotated picture
- `eye`          the stages in a row: photo -> Reading
- `labels`       many photos -> a data set: label files in six formats, and corrections back

What they share: `types` (Box, Detection, Layout, Reading …), `model` (the ONNX files: found, loaded, checked).

Parts of `layout`:

- `rows`         centres -> rows, in any direction, bent ones too
- `frame`        how large a tile is where it lies, and what box it would have
- `directions`   which row is the main one, and which way each is read
- `aside`        which tiles of a row lie sideways
- `doubles`      boxes that show one tile twice
- `faint`        which boxes are tiles, and which nearly are

Parts of `reconcile`:

- `faces`        what each tile costs as each kind: the eye's scores, and the player's word above them
- `reach`        which rows may be the player's
- `explain`      rows -> the likeliest ways in which they are hand, melds and winning tile
- `customs`      what habits of laying tiles down cost
- `melds`        three or four tiles -> the meld that they may be, and who fed it
- `kinds`        no kind comes out five times: the exact assignment to 108 tiles
- `naming`       groups -> kinds, hand, melds, and which other names come close
- `worth`        what a hand is worth, so that a doubt can say what it changes
- `findings`     what doubts are told from
- `suggestions`  what corrections doubts suggest: none after which no hand has so many tiles
- `doubts`       everything the reading isn't sure of: counts, kinds, the winning tile, other ways to see the table
- `meld_doubts`  … about melds
- `misplaced`    … about where tiles lie
- `missed`       … about tiles that no box was counted for
- `on_top`       … about tiles on top of others: a pong that may be a kong, a tile of the hand
- `pong_or_hand` … about three alike: a pong, or part of the hand
- `winning`      … about the winning tile, where it lies as one of the hand or of a kong
- `touched`      … about melds that one more tile lies on or touches, taken for part of the hand
- `unsure`       … about names of which the eye isn't sure
- `half_seen`    … about tiles half covered, cut off by the photo's edge, or put aside though they touch
"""
