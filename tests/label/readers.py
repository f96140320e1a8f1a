"""Other people's readers on a data set that `zhuoji label` wrote in every format.

    python -m venv READERS && READERS/bin/pip install supervision pycocotools globox label-studio-sdk datumaro
    READERS/bin/python tests/label/readers.py DATASET PICTURES

A script with an environment of its own: these packages bring a gigabyte along, which the tests need not. It fails
where a reader finds other tiles than the COCO file says, or a box that is off by more than Pascal VOC's whole pixels;
and it draws what each one read, to be looked at.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import datumaro
import globox
import numpy as np
import supervision
from label_studio_sdk.converter import Converter
from pycocotools.coco import COCO

from datasets.pictures import opened

Boxes = dict[str, list[tuple[str, tuple[float, float, float, float]]]]
"""Picture's name without ending -> its boxes: class, x1 y1 x2 y2 in pixels."""

REACH = {"voc": 1.6}
PICTURES = 12  # drawn for each reader


def main(root: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    truth = by_pycocotools(root)
    tiles = sum(map(len, truth.values()))
    wrong = 0
    for name, read in READERS.items():
        found = read(root)
        far, missing = compare(truth, found)
        limit = next((reach for form, reach in REACH.items() if form in name), 0.1)
        fine = far <= limit and not missing
        wrong += not fine
        words = "ok" if fine else f"WRONG, {missing} tiles other or missing"
        print(f"{name:32} {len(found)} pictures, {sum(map(len, found.values()))} tiles, furthest {far:.3f} px  {words}")
        cv2.imwrite(str(out / f"{name}.jpg"), drawn(root, found))
    print(f"{len(truth)} pictures, {tiles} tiles in coco.json")
    sys.exit(wrong > 0)


def compare(truth: Boxes, found: Boxes) -> tuple[float, int]:
    """The furthest edge of boxes of one class, pixels, and how many tiles have no counterpart."""
    far, missing = 0.0, 0
    for name, boxes in truth.items():
        left = list(found.get(name, []))
        missing += abs(len(left) - len(boxes))
        for kind, box in boxes:
            same = [(max(abs(a - b) for a, b in zip(box, other, strict=True)), k)
                    for k, (one, other) in enumerate(left) if one == kind]  # fmt: skip
            if same:
                distance, k = min(same)
                far = max(far, distance)
                del left[k]
            else:
                missing += 1
    return far, missing


def drawn(root: Path, found: Boxes) -> np.ndarray:
    """Pictures with what was read on them, side by side; OpenCV reads the pictures, and heeds EXIF."""
    tiles = []
    for name in sorted(found)[:: max(1, len(found) // PICTURES)][:PICTURES]:
        path = next(path for path in (root / "images").iterdir() if path.stem == name)
        picture = opened(path)
        for kind, box in found[name]:
            x1, y1, x2, y2 = (round(value) for value in box)
            thick = max(2, picture.shape[1] // 400)
            cv2.rectangle(picture, (x1, y1), (x2, y2), (0, 0, 255), thick)
            cv2.putText(picture, kind, (x1, y1), cv2.FONT_HERSHEY_SIMPLEX, thick / 3, (255, 0, 0), thick)
        scale = 640 / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        square = np.full((640, 640, 3), 255, np.uint8)
        square[: small.shape[0], : small.shape[1]] = small
        tiles.append(square)
    tiles += [np.full((640, 640, 3), 255, np.uint8)] * (-len(tiles) % 4)
    return np.vstack([np.hstack(tiles[k : k + 4]) for k in range(0, len(tiles), 4)])


def by_pycocotools(root: Path) -> Boxes:
    return coco(root / "coco.json")


def coco(path: Path) -> Boxes:
    data = COCO(str(path))
    names = {number: category["name"] for number, category in data.cats.items()}
    found: Boxes = {Path(image["file_name"]).stem: [] for image in data.imgs.values()}
    for note in data.anns.values():
        x, y, w, h = note["bbox"]
        stem = Path(data.imgs[note["image_id"]]["file_name"]).stem
        found[stem].append((names[note["category_id"]], (x, y, x + w, y + h)))
    return found


def by_supervision(load: Callable[[Path], supervision.DetectionDataset]) -> Callable[[Path], Boxes]:
    def read(root: Path) -> Boxes:
        data = load(root)
        return {
            Path(path).stem: [
                (data.classes[kind], tuple(box)) for kind, box in zip(notes.class_id, notes.xyxy.tolist(), strict=True)
            ]
            for path, _, notes in data
        }

    return read


def by_globox(load: Callable[[Path], globox.AnnotationSet]) -> Callable[[Path], Boxes]:
    def read(root: Path) -> Boxes:
        return {
            Path(notes.image_id).stem: [(box.label, (box.xmin, box.ymin, box.xmax, box.ymax)) for box in notes.boxes]
            for notes in load(root)
        }

    return read


def named(found: globox.AnnotationSet, root: Path) -> globox.AnnotationSet:
    """Numbers of classes -> their names in `data.yaml`, which this reader does not look at."""
    names = classes(root)
    for notes in found:
        for box in notes.boxes:
            box.label = names[int(box.label)]
    return found


def classes(root: Path) -> list[str]:
    """What `data.yaml` names."""
    lines = (root / "data.yaml").read_text().splitlines()
    return [line.split(": ")[1] for line in lines if line.startswith("  ")]


def by_datumaro(form: str, lay: Callable[[Path, Path], object]) -> Callable[[Path], Boxes]:
    """`lay`: puts a data set's files where Datumaro looks for that format's."""

    def read(root: Path) -> Boxes:
        with tempfile.TemporaryDirectory() as folder:
            lay(root, Path(folder))
            data = datumaro.Dataset.import_from(folder, form)
            names = [label.name for label in data.categories()[datumaro.AnnotationType.label]]
            return {
                Path(item.id).stem if item.id.endswith((".jpg", ".png")) else Path(item.id).name: [
                    (names[note.label], (note.x, note.y, note.x + note.w, note.y + note.h))
                    for note in item.annotations
                    if note.type == datumaro.AnnotationType.bbox
                ]
                for item in data
            }

    return read


def lay_cvat(root: Path, folder: Path) -> None:
    shutil.copy(root / "cvat.xml", folder / "annotations.xml")
    shutil.copytree(root / "images", folder / "images")


def lay_coco(root: Path, folder: Path) -> None:
    (folder / "annotations").mkdir()
    shutil.copy(root / "coco.json", folder / "annotations" / "instances_default.json")
    shutil.copytree(root / "images", folder / "images" / "default")


def lay_voc(root: Path, folder: Path) -> None:
    shutil.copytree(root / "voc", folder / "Annotations")
    shutil.copytree(root / "images", folder / "JPEGImages")
    (folder / "ImageSets" / "Main").mkdir(parents=True)
    names = sorted(path.stem for path in (root / "voc").iterdir())
    (folder / "ImageSets" / "Main" / "default.txt").write_text("\n".join(names))
    names = classes(root)
    (folder / "labelmap.txt").write_text("# label:color_rgb:parts:actions\n" + "".join(f"{n}:::\n" for n in names))


def by_label_studio(root: Path) -> Boxes:
    """Predictions taken as annotations, as the tool does when a person submits them, then its own converter to COCO."""
    tasks = json.loads((root / "labelstudio.json").read_text())
    for task in tasks:
        for note in task.pop("predictions", []):
            task.setdefault("annotations", []).append({"result": note["result"]})
        for number, note in enumerate(task["annotations"]):
            note |= {"id": task["id"] * 10 + number, "created_at": "2026-01-01T00:00:00Z", "completed_by": 1}
    with tempfile.TemporaryDirectory() as folder:
        export = Path(folder, "export.json")
        export.write_text(json.dumps(tasks))
        converter = Converter(str(root / "labelstudio.xml"), str(root), download_resources=False)
        converter.convert_to_coco(str(export), f"{folder}/out", output_image_dir=f"{folder}/images", is_dir=False)
        return {_served(name): boxes for name, boxes in coco(Path(folder, "out", "result.json")).items()}


def _served(name: str) -> str:
    return name.rpartition("=")[2].rpartition("/")[2]


READERS: dict[str, Callable[[Path], Boxes]] = {
    "yolo by supervision": by_supervision(
        lambda root: supervision.DetectionDataset.from_yolo(
            str(root / "images"), str(root / "labels"), str(root / "data.yaml")
        )
    ),
    "yolo by globox": by_globox(
        lambda root: named(globox.AnnotationSet.from_yolo_v5(root / "labels", image_folder=root / "images"), root)
    ),
    "coco by pycocotools": by_pycocotools,
    "coco by supervision": by_supervision(
        lambda root: supervision.DetectionDataset.from_coco(str(root / "images"), str(root / "coco.json"))
    ),
    "coco by datumaro": by_datumaro("coco_instances", lay_coco),
    "labelstudio by its sdk": by_label_studio,
    "cvat by datumaro": by_datumaro("cvat", lay_cvat),
    "cvat by globox": by_globox(lambda root: globox.AnnotationSet.from_cvat(root / "cvat.xml")),
    "voc by supervision": by_supervision(
        lambda root: supervision.DetectionDataset.from_pascal_voc(str(root / "images"), str(root / "voc"))
    ),
    "voc by datumaro": by_datumaro("voc_detection", lay_voc),
    "voc by globox": by_globox(lambda root: globox.AnnotationSet.from_pascal_voc(root / "voc")),
    "labelme by globox": by_globox(lambda root: globox.AnnotationSet.from_labelme(root / "labelme")),
}

if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
