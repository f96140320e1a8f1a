"""Every format holds what it can hold, and gives it back."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.labels.formats import FORMATS, Format
from vision.labels.sheet import Label, LabelError, Sheet
from vision.types import CLASSES, Box, Role

WIDTH, HEIGHT = 4032, 3024


@st.composite
def labels(draw: st.DrawFn) -> Label:
    x, y = draw(st.floats(0, WIDTH - 20)), draw(st.floats(0, HEIGHT - 20))
    w, h = draw(st.floats(4, WIDTH - x)), draw(st.floats(4, HEIGHT - y))
    role = draw(st.sampled_from([role.value for role in Role]))
    return Label(
        Box(x, y, x + w, y + h), draw(st.sampled_from(CLASSES)), draw(st.floats(0, 1)), role, draw(st.integers(0, 9))
    )


def sheet(*found: Label, name: str = "照片 1.rf", checked: bool = False) -> Sheet:
    return Sheet(f"{name}.jpg", WIDTH, HEIGHT, found, "0123456789ab", checked)


def written(form: Format, folder: Path, *sheets: Sheet) -> list[Path]:
    """The label files of these sheets."""
    contents = dict(form.beside({}))
    if form.each:
        contents |= {form.path(one.name): form.each(one) for one in sheets}
    if form.whole:
        contents[form.place] = "".join(form.whole(lambda: iter(sheets))).encode()
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return [folder / (form.path(one.name) if form.each else form.place) for one in sheets]


def back(form: Format, path: Path) -> dict[str, tuple[Label, ...]]:
    return dict(form.read(path, lambda _: (WIDTH, HEIGHT)))


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(found=st.lists(labels(), max_size=6))
def test_what_is_written_is_read_back(form: Format, found: list[Label], tmp_path: Path) -> None:
    one = sheet(*found, checked=True)  # Label Studio gives back only what a person has looked at
    (path,) = written(form, tmp_path, one)
    ((name, again),) = back(form, path).items()
    assert name == one.name
    assert [label.kind for label in again] == [label.kind for label in found]
    reach = 1.0 if form.name == "voc" else 0.05
    for old, new in zip(found, again, strict=True):
        edges = ("x1", "y1", "x2", "y2")
        assert all(abs(getattr(old.box, edge) - getattr(new.box, edge)) <= reach for edge in edges)
        if form.name != "yolo":
            assert (new.role, new.group) == (old.role, old.group)


def test_yolo_numbers_the_classes_as_the_models_do(tmp_path: Path) -> None:
    tiles = [Label(Box(100 * k, 0, 100 * k + 50, 80), kind) for k, kind in enumerate(CLASSES)]
    (path,) = written(FORMATS["yolo"], tmp_path, sheet(*tiles))
    assert [int(line.split()[0]) for line in path.read_text().splitlines()] == list(range(29))
    assert path.read_text().splitlines()[1] == "1 0.031002 0.013228 0.012401 0.026455"
    names = (tmp_path / "data.yaml").read_text()
    assert "  0: 1m\n" in names
    assert "  27: other\n  28: back\n" in names


def test_yolo_in_another_order_of_classes_is_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "data.yaml").write_text("train: x\nnc: 29\nnames: ['back', " + ", ".join(CLASSES[:-1]) + "]\n")
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n1 0.2 0.5 0.1 0.1 0.93\n")
    found = back(FORMATS["yolo"], tmp_path / "labels" / "a.txt")["a"]
    assert [label.kind for label in found] == ["back", "1m"]


def test_yolo_of_other_classes_is_refused(tmp_path: Path) -> None:
    """Class 0 of somebody else's list must not become one of characters."""
    (tmp_path / "classes.txt").write_text("cat\ndog\n")
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(LabelError, match="names 0 of the 29 classes"):
        back(FORMATS["yolo"], tmp_path / "a.txt")


def test_coco_tells_confidence_role_and_group(tmp_path: Path) -> None:
    one = sheet(Label(Box(10, 20, 110, 170), "1s", 0.97312, "meld", 2))
    (path,) = written(FORMATS["coco"], tmp_path, one)
    value = json.loads(path.read_text())
    (note,) = value["annotations"]
    assert note["bbox"] == [10, 20, 100, 150]
    assert note["area"] == 15000
    assert value["categories"][note["category_id"] - 1]["name"] == "1s"
    assert (note["score"], note["attributes"]) == (0.9731, {"role": "meld", "group": 2})


def test_label_studio_gets_predictions_until_a_person_has_looked(tmp_path: Path) -> None:
    tile = Label(Box(0, 0, 403.2, 302.4), "1s", 0.8, "winning", 1)
    (path, _) = written(FORMATS["labelstudio"], tmp_path, sheet(tile), sheet(tile, name="b", checked=True))
    first, second = json.loads(path.read_text())
    (prediction,) = first["predictions"]
    assert (prediction["model_version"], prediction["score"]) == ("0123456789ab", 0.8)
    rectangle, role, group = prediction["result"]
    assert rectangle["value"] == {"x": 0, "y": 0, "width": 10, "height": 10, "rotation": 0, "rectanglelabels": ["1s"]}
    assert rectangle["id"] == role["id"] == group["id"]
    assert (role["value"]["choices"], group["value"]["number"]) == (["winning"], 1)
    assert "annotations" not in first
    assert "predictions" not in second
    assert first["data"]["image"] == "/data/local-files/?d=images/%E7%85%A7%E7%89%87%201.rf.jpg"
    assert list(back(FORMATS["labelstudio"], path)) == ["b"]


def test_cvat_groups_tiles_as_they_lie(tmp_path: Path) -> None:
    one = sheet(Label(Box(1, 2, 30, 40), "back", 0.5, "meld", 0), Label(Box(50, 2, 80, 40), "5p", 0.5, "meld", 0))
    (path,) = written(FORMATS["cvat"], tmp_path, one)
    root = fromstring(path.read_bytes())
    assert [box.get("group_id") for box in root.iter("box")] == ["1", "1"]  # 0 is no group
    assert len(root.findall("meta/task/labels/label")) == 29


def test_voc_counts_pixels_from_one_and_includes_the_last(tmp_path: Path) -> None:
    (path,) = written(FORMATS["voc"], tmp_path, sheet(Label(Box(0, 0, 10, 20), "1m")))
    box = fromstring(path.read_bytes()).find("object/bndbox")
    assert box is not None
    assert [child.text for child in box] == ["1", "1", "10", "20"]


BROKEN = {
    "yolo": ["0 0.5 0.5\n", "29 0.5 0.5 0.1 0.1\n", "0 a b c d\n", "-1 0.5 0.5 0.1 0.1", "\udcff"],
    "coco": ["[]", "{", '{"images": [], "categories": []}', '{"images": 1, "categories": 2, "annotations": 3}'],
    "labelstudio": ["{}", "[1]", '[{"data": {}, "annotations": []}]', "[" * 100_000],
    "cvat": ["<a/>", "<annotations>", "<!DOCTYPE a><annotations/>"],
    "voc": ["<a/>", "<annotation><object/></annotation>", "x"],
    "labelme": ["[]", '{"shapes": [{"points": [], "label": "1m"}]}', '{"shapes": [{"points": [[0, 0], [9, 9]]}]}'],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BROKEN.items() for text in texts])
def test_a_broken_file_is_named(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(LabelError, match=str(path)):
        back(FORMATS[name], path)


WRONG = {
    "coco": '{"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "%s"}],'
    ' "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 1, %s, 20]}]}',
    "labelstudio": '[{"data": {"image": "a.jpg"}, "annotations": [{"result": [{"id": "1", "type": "rectanglelabels",'
    ' "value": {"rectanglelabels": ["%s"], "x": 1, "y": 1, "width": %s, "height": 20}}]}]}]',
    "cvat": '<annotations><image name="a.jpg"><box label="%s" xtl="1" ytl="1" xbr="1%s" ybr="9"/></image>'
    "</annotations>",
    "voc": "<annotation><object><name>%s</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>1%s</xmax>"
    "<ymax>9</ymax></bndbox></object></annotation>",
    "labelme": '{"shapes": [{"label": "%s", "points": [[1, 1], [1%s, 9]]}]}',
}


@pytest.mark.parametrize("name", WRONG)
def test_an_unknown_tile_and_an_empty_box_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(WRONG[name] % ("1m", "20"))
    assert [label.kind for label in back(FORMATS[name], path)["a"]] == ["1m"]
    path.write_text(WRONG[name] % ("10m", "20"))
    with pytest.raises(LabelError, match="'10m' is no tile"):
        back(FORMATS[name], path)
    path.write_text(WRONG[name] % ("1m", {"voc": "", "cvat": "", "labelme": ""}.get(name, "0")))
    with pytest.raises(LabelError, match="empty"):
        back(FORMATS[name], path)
