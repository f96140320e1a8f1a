"""Every format holds what it can hold, and gives it back."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.label.stub import entries
from vision.labels.formats import FORMATS, Entry, Format
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
    return entries(form, path, (WIDTH, HEIGHT))


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


def read_one(form: str, path: Path) -> Entry:
    (entry,) = FORMATS[form].read(path)
    assert isinstance(entry, Entry)
    return entry


CLASS_LISTS = {
    "classes.txt": "cat\n\n1m\n",
    "predefined_classes.txt": "cat\r\ndog\r\n1m\r\n",
    "obj.names": "cat\ndog\n1m\n",
    "_darknet.labels": "cat\ndog\n1m",
    "data.yaml": "names: [cat, dog, 1m]\n",
    "data.yml": "names:\n- cat\n- dog\n- 1m\n",
    "dataset.yaml": "names:\n  2: 1m\n  10: 3m\n  0: cat\n",
    "notes.json": '{"categories": [{"id": 2, "name": "1m"}, {"id": 0, "name": "cat"}]}',
}


@pytest.mark.parametrize("name", CLASS_LISTS)
def test_a_list_of_classes_is_a_list(name: str, tmp_path: Path) -> None:
    """Class 0 of somebody else's list must not become one of characters, and no name shifts another one's number."""
    (tmp_path / name).write_bytes(CLASS_LISTS[name].encode())
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n2 0.2 0.5 0.1 0.1\n7 0.8 0.5 0.1 0.1\n")
    entry = read_one("yolo", tmp_path / "a.txt")
    assert [label.kind for label in entry.labels] == ["1m"]
    assert len(entry.unnamed) == 2
    assert [words.partition(" × ")[2] for words in entry.left_out] == ["'cat', no tile", "'class 7', no tile"]


@pytest.mark.parametrize("text", ["names: [1m\n", "names: {a: 1m}\n"])
def test_a_broken_list_of_classes_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "data.yaml").write_text(text)
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(LabelError, match=r"data\.yaml"):
        back(FORMATS["yolo"], tmp_path / "a.txt")


def test_two_lists_of_classes_that_differ_are_refused(tmp_path: Path) -> None:
    (tmp_path / "classes.txt").write_text("1m\n2m\n")
    (tmp_path / "data.yaml").write_text("names: [2m, 1m]\n")
    (tmp_path / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(LabelError, match=r"classes\.txt: lists other classes than data\.yaml beside it"):
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
    "yolo": ["0 0.5 0.5\n", "0 a b c d\n", "0.5 0.5 0.5 0.1 0.1", "\udcff", "0 nan 0.5 0.1 0.1"],
    "coco": ["[]", "{", '{"images": [], "categories": 1}', '{"images": 1, "categories": 2, "annotations": 3}'],
    "labelstudio": ["3", "[1]", '{"a": 1}', "[" * 100_000],
    "cvat": ["<a/>", "<annotations>", "<!DOCTYPE a><annotations/>"],
    "voc": ["<a/>", "x", "<annotation>\0</annotation>"],
    "labelme": ["[]", "{}", '{"shapes": 3}'],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BROKEN.items() for text in texts])
def test_a_broken_file_is_named(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(LabelError, match=str(path)):
        back(FORMATS[name], path)


FILES = {
    "yolo": "{yolo}",
    "coco": '{"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "1m"},'
    ' {"id": "2", "name": "10m"}], "annotations": [{coco}]}',
    "labelstudio": '[{"data": {"image": "a.jpg"}, "annotations": [{"result": [{labelstudio}]}]}]',
    "cvat": '<annotations><image name="a.jpg">{cvat}</image></annotations>',
    "voc": "<annotation>{voc}</annotation>",
    "labelme": '{"shapes": [{labelme}]}',
}
FINE = {
    "yolo": "0 0.5 0.5 0.1 0.1\n",
    "coco": '{"image_id": "1", "category_id": 1.0, "bbox": ["1", 1, "20", 20]}',
    "labelstudio": '{"id": "a", "type": "rectanglelabels", "value": {"rectanglelabels": ["1m"], "x": "1", "y": 1,'
    ' "width": 20, "height": 20}}',
    "cvat": '<box label="1m" xtl="1" ytl="1" xbr="21" ybr="21"/>',
    "voc": "<object><name> 1m </name><bndbox><xmin>1</xmin><ymin>1.5</ymin><xmax>21</xmax><ymax>9</ymax></bndbox>"
    "</object>",
    "labelme": '{"label": "1m", "points": [[1, 1], [21, "9"]]}',
}
ODD = {
    "yolo": ["0 0.5 0.5\n", "1_7 0.5 0.5 0.1 0.1\n", "0 0.5 0.5 0 0.1\n", "0 1e999 0.5 0.1 0.1\n"],
    "coco": ["7", '{"image_id": 1, "category_id": 1}', '{"image_id": 1, "category_id": 1, "bbox": [1, 1, 0, 5]}',
             '{"image_id": 1, "category_id": 1, "bbox": [1, 1, %s, 5]}' % ("9" * 5000),
             '{"image_id": 1, "category_id": 1, "bbox": [], "segmentation": {"counts": "x"}}',
             '{"image_id": 1, "category_id": 1, "bbox": [1, 1, 20, 20], "attributes": {"rotation": 30}}',
             '{"image_id": 1, "category_id": 1, "bbox": [1, NaN, 20, 20]}', '{"image_id": 9}'],
    "labelstudio": ['{"id": "b", "type": "rectanglelabels", "value": {"rectanglelabels": ["1m"], "x": 1}}',
                    '{"id": "b", "type": "brushlabels", "value": {"brushlabels": ["1m"], "rle": []}}',
                    '{"id": "b", "type": "rectanglelabels", "original_width": 10, "original_height": 10, "value":'
                    ' {"rectanglelabels": ["1m"], "x": 1, "y": 1, "width": 20, "height": 20, "rotation": 45}}'],
    "cvat": ['<box label="1m" xtl="1" ytl="1" xbr="1" ybr="9"/>', '<box label="1m"/>', '<cuboid label="1m"/>',
             '<box label="1m" xtl="1" ytl="1" xbr="21" ybr="21" rotation="44"/>', '<polygon label="1m" points="x"/>'],
    "voc": ["<object/>", "<object><name>1m</name></object>"],
    "labelme": ["7", '{"label": "1m", "points": []}', '{"points": [[0, 0], [9, 9]]}',
                '{"label": "1m", "points": [[1, 1]], "shape_type": "point"}'],
}  # fmt: skip
UNNAMED = {
    "yolo": "1M 0.5 0.5 0.1 0.1\n",
    "coco": '{"image_id": 1, "category_id": 2, "bbox": [1, 1, 20, 20]}',
    "labelstudio": '{"id": "b", "type": "rectangle", "value": {"x": 1, "y": 1, "width": 20, "height": 20}}',
    "cvat": '<box label="10m" xtl="1" ytl="1" xbr="21" ybr="21"/>',
    "voc": "<object><name>1M</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>21</xmax><ymax>9</ymax></bndbox></object>",
    "labelme": '{"label": "一万", "points": [[1, 1], [21, 9]]}',
}


def made(name: str, path: Path, *parts: str) -> tuple[Entry, list[str]]:
    """A file of these labels, read: the entry, and what was told beside it."""
    glue = "," if name in ("coco", "labelstudio", "labelme") else ""
    path.write_text(FILES[name].replace(f"{{{name}}}", glue.join(parts)))
    found = list(FORMATS[name].read(path))
    (entry,) = [one for one in found if isinstance(one, Entry)]
    return entry, [one for one in found if isinstance(one, str)]


@pytest.mark.parametrize(("name", "odd"), [(name, odd) for name, many in ODD.items() for odd in many])
def test_one_odd_label_costs_itself_only(name: str, odd: str, tmp_path: Path) -> None:
    entry, told = made(name, tmp_path / "a.x", FINE[name], odd, FINE[name].replace('"a"', '"c"'))
    assert [label.kind for label in entry.labels] == ["1m", "1m"]
    assert entry.lost == 1  # also one of which nobody can tell the picture: no tile vanishes for it
    assert len(entry.refused) + len(told) == 1


@pytest.mark.parametrize("name", UNNAMED)
def test_a_foreign_name_keeps_its_place_only(name: str, tmp_path: Path) -> None:
    entry, told = made(name, tmp_path / "a.x", FINE[name], UNNAMED[name])
    assert [label.kind for label in entry.labels] == ["1m"]
    assert (len(entry.unnamed), len(entry.left_out), entry.refused, told) == (1, 1, (), [])


TURNED = {
    "coco": '{"image_id": 1, "category_id": 1, "bbox": [100, 100, 50, 80], "attributes": {"rotation": %s}}',
    "cvat": '<box label="1m" xtl="100" ytl="100" xbr="150" ybr="180" rotation="%s"/>',
}


@pytest.mark.parametrize("name", TURNED)
def test_a_slightly_turned_box_is_the_upright_one_around_it(name: str, tmp_path: Path) -> None:
    for degrees, half in ((0, (25, 40)), (3, (27.06, 41.26)), (357, (27.06, 41.26)), (90, (40, 25))):
        entry, _ = made(name, tmp_path / "a.x", TURNED[name] % degrees)
        box = entry.labels[0].box
        assert (box.width / 2, box.height / 2) == pytest.approx(half, abs=0.01)
        assert box.centre == pytest.approx((125, 140))


def test_label_studio_turns_about_the_first_corner_in_pixels(tmp_path: Path) -> None:
    value = '"value": {"rectanglelabels": ["1m"], "x": 50, "y": 10, "width": 10, "height": 20, "rotation": 90}'
    part = f'{{"id": "a", "type": "rectanglelabels", "original_width": 200, "original_height": 100, {value}}}'
    entry, _ = made("labelstudio", tmp_path / "a.x", part)
    box = entry.labels[0].box
    assert (box.x1, box.y1, box.x2, box.y2) == pytest.approx((0.4, 0.1, 0.5, 0.3))


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb2312", "gbk", "gb18030", "big5", "shift_jis"])
def test_xml_in_any_encoding_that_it_declares(codec: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{codec.removesuffix("-sig")}"?>{FILES["cvat"]}'
    path = tmp_path / "a.xml"
    path.write_bytes(text.replace("{cvat}", FINE["cvat"]).replace("a.jpg", "一万.jpg").encode(codec))
    assert list(entries(FORMATS["cvat"], path)) == ["一万"]


@pytest.mark.parametrize("declared", ["martian", "idna", "zip", "hex", "unicode_escape"])
def test_an_encoding_that_is_none_is_read_as_what_it_is(declared: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>{FILES["cvat"].replace("{cvat}", FINE["cvat"])}'
    for codec in ("utf-8", "gbk"):
        (tmp_path / "a.xml").write_bytes(text.replace("a.jpg", "东风.jpg").encode(codec))
        assert list(entries(FORMATS["cvat"], tmp_path / "a.xml")) == ["东风"]
