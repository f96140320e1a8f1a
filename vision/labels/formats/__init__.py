"""The label formats, by name; one file each."""

from __future__ import annotations

from collections.abc import Mapping

from vision.labels.formats.base import IMAGES, Format, Sheets
from vision.labels.formats.coco import COCO
from vision.labels.formats.cvat import CVAT
from vision.labels.formats.labelme import LABELME
from vision.labels.formats.labelstudio import LABEL_STUDIO
from vision.labels.formats.voc import VOC
from vision.labels.formats.yolo import YOLO

__all__ = ["FORMATS", "IMAGES", "Format", "Sheets"]

FORMATS: Mapping[str, Format] = {each.name: each for each in (YOLO, COCO, LABEL_STUDIO, CVAT, VOC, LABELME)}
