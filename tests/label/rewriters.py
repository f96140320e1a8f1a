"""Other people's tools read a data set that `zhuoji label` wrote in every format, and write it again as they write.

    python -m venv TOOLS && TOOLS/bin/pip install supervision pycocotools globox label-studio-sdk datumaro labelme lxml
    TOOLS/bin/pip install --no-deps labelImg
    TOOLS/bin/python tests/label/rewriters.py DATASET OUT

A script with an environment of its own, as `readers.py`. It writes OUT/FORMAT--TOOL for each round; what comes back by
`zhuoji label-import` is looked at by `tests.label.rounds`.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import datumaro
import globox
import supervision
from label_studio_sdk.converter import Converter
from labelme._label_file import LabelFile
from libs.pascal_voc_io import PascalVocReader, PascalVocWriter
from libs.yolo_io import YoloReader, YOLOWriter
from PIL import Image
from PyQt5.QtGui import QImage  # labelImg's readers want the picture's size from one

HEX = "0123456789abcdef"


def pictures(root: Path) -> Iterator[Path]:
    return (path for path in sorted((root / "images").iterdir()))


def classes(root: Path) -> list[str]:
    """What `data.yaml` names."""
    return [line.split(": ")[1] for line in (root / "data.yaml").read_text().splitlines() if line.startswith("  ")]


def by_supervision_yolo(root: Path, out: Path) -> None:
    data = supervision.DetectionDataset.from_yolo(str(root / "images"), str(root / "labels"), str(root / "data.yaml"))
    data.as_yolo(annotations_directory_path=str(out / "labels"), data_yaml_path=str(out / "data.yaml"))


def by_supervision_coco(root: Path, out: Path) -> None:
    data = supervision.DetectionDataset.from_coco(str(root / "images"), str(root / "coco.json"))
    data.as_coco(annotations_path=str(out / "annotations.json"))


def by_supervision_voc(root: Path, out: Path) -> None:
    data = supervision.DetectionDataset.from_pascal_voc(str(root / "images"), str(root / "voc"))
    data.as_pascal_voc(annotations_directory_path=str(out))


def by_datumaro(read: str, write: str, lay: Callable[[Path, Path], object]) -> Callable[[Path, Path], None]:
    def work(root: Path, out: Path) -> None:
        room = out.with_name(f"{out.name}.room")
        room.mkdir()
        lay(root, room)
        datumaro.Dataset.import_from(str(room), read).export(str(out), write, save_media=write == "cvat")
        shutil.rmtree(room)

    return work


def lay_coco(root: Path, room: Path) -> None:
    (room / "annotations").mkdir()
    shutil.copy(root / "coco.json", room / "annotations" / "instances_default.json")
    shutil.copytree(root / "images", room / "images" / "default")


def lay_cvat(root: Path, room: Path) -> None:
    shutil.copy(root / "cvat.xml", room / "annotations.xml")
    shutil.copytree(root / "images", room / "images")


def lay_parts(root: Path, room: Path) -> None:
    """A file each to train and to validate on: one exporter asks for both."""
    shutil.copytree(root / "images", room / "images")
    for part in (0, 1):
        tree = ElementTree.parse(root / "cvat.xml")
        for number, image in enumerate(tree.getroot().findall("image")):
            if number % 5 // 4 != part:
                tree.getroot().remove(image)
        tree.write(room / ("train.xml", "val.xml")[part], "utf-8")


def lay_voc(root: Path, room: Path) -> None:
    shutil.copytree(root / "voc", room / "Annotations")
    shutil.copytree(root / "images", room / "JPEGImages")
    (room / "ImageSets" / "Main").mkdir(parents=True)
    (room / "ImageSets" / "Main" / "default.txt").write_text(
        "\n".join(path.stem for path in sorted((root / "voc").iterdir()))
    )
    names = classes(root)
    (room / "labelmap.txt").write_text("# label:color_rgb:parts:actions\n" + "".join(f"{name}:::\n" for name in names))


def by_labelimg_voc(root: Path, out: Path) -> None:
    out.mkdir()
    for path in sorted((root / "voc").iterdir()):
        picture = next(one for one in pictures(root) if one.stem == path.stem)
        with Image.open(picture) as image:
            size = (image.height, image.width, 3)
        writer = PascalVocWriter("images", picture.name, size, local_img_path=str(picture))
        for name, points, _, _, difficult in PascalVocReader(str(path)).get_shapes():
            (x1, y1), (x2, y2) = points[0], points[2]
            writer.add_bnd_box(x1, y1, x2, y2, name, difficult)
        writer.save(target_file=str(out / path.name))


def by_labelimg_yolo(root: Path, out: Path) -> None:
    """Its list of classes begins with somebody else's, as the file that comes with it does."""
    out.mkdir()
    names = classes(root)
    (out / "known.txt").write_text("\n".join(names))
    listed = ["dog", "person", "cat"]
    for path in sorted((root / "labels").iterdir()):
        picture = next(one for one in pictures(root) if one.stem == path.stem)
        image = QImage(str(picture))
        writer = YOLOWriter("images", str(out / path.stem), (image.height(), image.width(), 3))
        for name, points, _, _, difficult in YoloReader(str(path), image, str(out / "known.txt")).get_shapes():
            (x1, y1), (x2, y2) = points[0], points[2]
            writer.add_bnd_box(x1, y1, x2, y2, name, difficult)
        writer.save(class_list=listed, target_file=str(out / path.name))
    (out / "known.txt").unlink()


def by_labelme(root: Path, out: Path) -> None:
    """With the picture in the file, as it is by default."""
    out.mkdir()
    for path in sorted((root / "labelme").iterdir()):
        found = LabelFile(str(path))
        shapes = [{key: shape[key] for key in ("label", "points", "group_id", "shape_type", "flags", "description")}
                  for shape in found.shapes]  # fmt: skip
        value = json.loads(path.read_text())
        image = Path("..") / "images" / Path(value["imagePath"]).name
        LabelFile().save(
            str(out / path.name), shapes, str(image), value["imageHeight"], value["imageWidth"], found.imageData
        )


def by_globox_cvat(root: Path, out: Path) -> None:
    globox.AnnotationSet.from_cvat(root / "cvat.xml").save_cvat(out.with_suffix(".xml"))


def tasks(root: Path) -> list[dict[str, Any]]:
    """Predictions submitted as annotations, uploaded: the pictures have Label Studio's names."""
    found: list[dict[str, Any]] = json.loads((root / "labelstudio.json").read_text())
    chance = random.Random(1)
    for task in found:
        notes = [{"result": note["result"]} for note in (*task.pop("predictions", []), *task.pop("annotations", []))]
        for number, note in enumerate(notes):
            note |= {"id": task["id"] * 10 + number, "created_at": "2026-01-01T00:00:00Z", "completed_by": 1}
        task["annotations"] = notes
        name = task["data"]["image"].rpartition("/")[2]
        task["data"]["image"] = f"/data/upload/3/{''.join(chance.choices(HEX, k=8))}-{name}"
    return found


def by_label_studio(form: str) -> Callable[[Path, Path], None]:
    def work(root: Path, out: Path) -> None:
        out.mkdir()
        export = out.with_name(f"{out.name}.tasks.json")
        export.write_text(json.dumps(tasks(root)))
        converter = Converter(str(root / "labelstudio.xml"), str(root), download_resources=False)
        more = {"output_image_dir": str(out / "images")} if form in ("COCO", "YOLO", "VOC") else {}
        getattr(converter, f"convert_to_{form.lower()}")(str(export), str(out), is_dir=False, **more)
        export.unlink()

    return work


def by_roboflow(root: Path, out: Path) -> None:
    """Its names, its folders and its list of classes, as it exports; the labels are ours."""
    chance = random.Random(2)
    for k, path in enumerate(sorted((root / "labels").iterdir())):
        picture = next(one for one in pictures(root) if one.stem == path.stem)
        part = out / ("valid" if k % 5 == 0 else "train") / "labels"
        part.mkdir(parents=True, exist_ok=True)
        name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in path.stem)
        shutil.copy(path, part / f"{name}_{picture.suffix[1:]}.rf.{''.join(chance.choices(HEX, k=32))}.txt")
    names = classes(root)
    listed = ", ".join(f"'{name}'" for name in names)
    (out / "data.yaml").write_text(
        f"train: ../train/images\nval: ../valid/images\n\nnc: {len(names)}\nnames: [{listed}]\n"
    )


def by_cvat_yolo(root: Path, out: Path) -> None:
    """CVAT's "YOLO 1.1" by Datumaro, which is what CVAT runs."""
    by_datumaro("cvat", "yolo", lay_cvat)(root, out)


def by_gbk(root: Path, out: Path) -> None:
    """XML that an editor of Chinese Windows has saved."""
    text = (root / "cvat.xml").read_text().replace('encoding="utf-8"', 'encoding="GB2312"')
    ElementTree.fromstring(text.partition("?>")[2])
    out.with_suffix(".xml").write_bytes(text.encode("gb18030"))


ROUNDS: dict[str, Callable[[Path, Path], None]] = {
    "yolo--supervision": by_supervision_yolo,
    "yolo--labelimg": by_labelimg_yolo,
    "yolo--labelstudio": by_label_studio("YOLO"),
    "yolo--roboflow": by_roboflow,
    "yolo--cvat": by_cvat_yolo,
    "yolo--ultralytics": by_datumaro("cvat", "yolo_ultralytics", lay_parts),
    "coco--supervision": by_supervision_coco,
    "coco--labelstudio": by_label_studio("COCO"),
    "coco--datumaro": by_datumaro("coco_instances", "coco_instances", lay_coco),
    "labelstudio--json": by_label_studio("JSON"),
    "labelstudio--min": by_label_studio("JSON_MIN"),
    "cvat--datumaro": by_datumaro("cvat", "cvat", lay_cvat),
    "cvat--globox": by_globox_cvat,
    "cvat--gbk": by_gbk,
    "voc--labelimg": by_labelimg_voc,
    "voc--supervision": by_supervision_voc,
    "voc--labelstudio": by_label_studio("VOC"),
    "voc--datumaro": by_datumaro("voc_detection", "voc_detection", lay_voc),
    "labelme--labelme": by_labelme,
}


def main(root: Path, out: Path) -> None:
    warnings.simplefilter("ignore")
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name, work in ROUNDS.items():
        try:
            work(root, out / name)
        except Exception:  # a tool that fails must not hide what the others do
            failed += 1
            print(f"{name}: the tool failed", traceback.format_exc(), file=sys.stderr)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
