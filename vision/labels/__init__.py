"""Readings -> label files, many photos at a time.

- `sheet`      what label files say about one photo, whatever the format
- `formats`    YOLO, COCO, Label Studio, CVAT, VOC, LabelMe: sheets -> files, and back
- `task`       one photo in, its reading and its upright picture out: what a worker does
- `workers`    who does the tasks: this process or several; a cluster may be another
- `upright`    the picture as every tool sees it alike, whether it heeds EXIF or not
- `similarity` perceptual hashes: which pictures are nearly the same
- `frames`     a video -> pictures worth labelling
- `manifest`   SQLite: every photo by content hash and what became of it
- `rows`       one photo as it is kept there
- `files`      label files written whole or not at all, and never over a person's changes
- `walk`       folders -> the files in them, without what no person put there
- `sources`    paths -> photos and videos, by content
- `trouble`    what is wrong with a manifest, and the way out
- `engine`     a folder of photos becomes a dataset
- `dataset`    all of it on the disk
- `order`      doubt first: what to look at before the rest
- `sample`     an honest sample of the rest, and the error that it shows
- `scenes`     which photos belong together, so that a split does not cheat
- `changes`    corrected labels -> corrections of the readings they came from
- `incoming`   label files, folders and zips that come back
- `naming`     which photo a label file means
- `matching`   its entries -> one for each photo
- `placing`    its boxes -> pixels of the photo
- `older`      whether they were made before a person's corrections
- `displaced`  whether they are of a turned, padded or cropped picture
- `numbers`    whether class numbers mean what their list says
- `imports`    corrected label files come back
"""
