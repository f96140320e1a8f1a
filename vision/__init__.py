"""From pixels to a hand; never a score.

- `photo`      bytes or path -> upright RGB pixels, safely
- `types`      Box, Detection, Reading …: what the stages hand to one another
- `model`      the ONNX files: found, loaded, checked
- `detector`   pixels -> boxes of tiles (YOLO, one ONNX session)
- `reader`     boxes -> detections: each crop named, scores of every class (one ONNX session)
- `layout`     detections -> rows, groups, the tile set apart: geometry only
- `reconcile`  layout -> Reading(hand, melds, winning tile, doubts): tile sense only
- `draw`       photo + reading -> annotated picture
- `eye`        the stages in a row: photo -> Reading
- `labels`     many photos -> a data set: label files in six formats, and corrections back
"""
