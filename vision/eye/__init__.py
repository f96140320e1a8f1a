"""Pixels -> named tiles, one ONNX session for each model.

- `onnx`        the model files: found, loaded, checked against the classes of `vision.types`
- `weights`     the models that belong to this code, by their hashes
- `detector`    pixels -> boxes of tiles (YOLO)
- `reader`      boxes -> detections: each crop named, with a score for every class
- `taught`      ... helped by a set that was taught from photos
- `stacked`     ... and whether each tile lies on another one
- `thresholds`  which boxes are tiles, and which nearly are
"""
