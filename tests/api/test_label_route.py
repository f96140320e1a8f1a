"""`POST /v1/photos/label`: a handful of photos, a zip of their labels."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from PIL import ExifTags, Image
from starlette.testclient import TestClient

from tests.api.stubs import StubEye, picture
from vision.labels.formats import FORMATS

URL = "/v1/photos/label"
PLACES = {
    "yolo": {"data.yaml", "labels/a.txt", "labels/b.txt"},
    "coco": {"coco.json"},
    "labelstudio": {"labelstudio.json", "labelstudio.xml"},
    "cvat": {"cvat.xml"},
    "voc": {"voc/a.xml", "voc/b.xml"},
    "labelme": {"labelme/a.json", "labelme/b.json"},
}


def two() -> list[tuple[str, tuple[str, bytes]]]:
    return [("photo", ("a.jpg", picture())), ("photo", ("b.png", picture("PNG")))]


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.parametrize("name", FORMATS)
def test_two_photos_in_each_format(client: TestClient, name: str) -> None:
    answer = client.post(URL, files=two(), data={"format": name})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert set(unpacked(answer.content)) == PLACES[name]


def test_several_formats_in_one_zip(client: TestClient) -> None:
    answer = client.post(URL, files=two(), data={"format": "coco, voc"})
    assert set(unpacked(answer.content)) == PLACES["coco"] | PLACES["voc"]


def test_the_labels_are_the_reading(client: TestClient) -> None:
    found = unpacked(client.post(URL, files=two(), data={"format": "yolo,coco"}).content)
    assert found["labels/a.txt"] == b"0 0.078125 0.104167 0.156250 0.208333\n"  # 10 of 64×48 pixels
    value = json.loads(found["coco.json"])
    assert [image["file_name"] for image in value["images"]] == ["a.jpg", "b.png"]
    assert [note["bbox"] for note in value["annotations"]] == [[0, 0, 10, 10]] * 2


def test_a_turned_photo_comes_back_upright(client: TestClient) -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (48, 64), "seagreen").save(out, "JPEG", exif=exif.tobytes())
    files = [*two(), ("photo", ("turned.jpg", out.getvalue()))]
    found = unpacked(client.post(URL, files=files, data={"format": "yolo"}).content)
    assert [name for name in found if name.startswith("images/")] == ["images/turned.jpg"]
    with Image.open(io.BytesIO(found["images/turned.jpg"])) as image:
        assert image.size == (64, 48)
        assert ExifTags.Base.Orientation not in image.getexif()


def test_photos_of_one_name_and_of_none(client: TestClient) -> None:
    files = [("photo", (name, picture())) for name in ("a.jpg", "A.jpg", "C:\\x\\../b.jpg", "照片.jpg", "a-2.png", "x")]
    found = unpacked(client.post(URL, files=files, data={"format": "voc"}).content)
    labels = {"voc/a.xml", "voc/A-2.xml", "voc/b.xml", "voc/照片.xml", "voc/a-2-5.xml", "voc/x.xml"}
    assert set(found) == {*labels, "images/A-2.jpg", "images/a-2-5.jpg", "images/x.jpg"}


def test_photos_of_one_name_in_two_spellings(client: TestClient) -> None:
    files = [("photo", (name, picture())) for name in ("\u00e9.jpg", "e\u0301.jpg")]
    found = unpacked(client.post(URL, files=files, data={"format": "yolo"}).content)
    assert set(found) == {"data.yaml", "labels/\u00e9.txt", "labels/e\u0301-2.txt", "images/e\u0301-2.jpg"}


@pytest.mark.parametrize(
    "name", ["IMG (1) [copy].JPEG", "照片 一万.jpg", "x.y.z.jfif", "-x.jpe", "Ünïcode 🀄.jpg", "…jpg.jpg"]
)
def test_labels_are_called_as_their_photos(client: TestClient, name: str) -> None:
    found = unpacked(client.post(URL, files=[("photo", (name, picture()))], data={"format": "yolo,coco"}).content)
    assert f"labels/{name.rpartition('.')[0]}.txt" in found
    assert [image["file_name"] for image in json.loads(found["coco.json"])["images"]] == [name]
    assert not [path for path in found if path.startswith("images/")]


@pytest.mark.parametrize("name", ["..", ".", "/", "\\", "a\nb", "牌" * 100 + ".jpg", ".jpg", "../../x.jpg"])
def test_no_name_leads_out_of_the_zip(client: TestClient, name: str) -> None:
    found = unpacked(client.post(URL, files=[("photo", (name, picture()))], data={"format": "yolo"}).content)
    assert not [path for path in found if path.startswith(("/", ".")) or ".." in path.split("/") or "\n" in path]
    assert max(len(path.encode()) for path in found) < 256


def test_corrections_of_one_photo(client: TestClient) -> None:
    data = {"format": "yolo", "corrections": json.dumps([{"op": "set", "tile": 0, "kind": "back"}])}
    found = unpacked(client.post(URL, files=two()[:1], data=data).content)
    assert found["labels/a.txt"].startswith(b"28 ")
    refused = client.post(URL, files=two(), data=data)
    assert (refused.status_code, refused.json()["code"], refused.json()["pointer"]) == (
        422,
        "bad_corrections",
        "corrections",
    )


@pytest.mark.parametrize(
    ("data", "code", "pointer", "named"),
    [
        ({}, "bad_json", "format", "''"),
        ({"format": "pascal"}, "bad_json", "format", "'pascal'"),
        ({"format": "yolo", "set": "mine"}, "bad_set", "set", "JSON"),
        ({"format": "yolo", "corrections": "["}, "bad_corrections", "corrections", "JSON"),
        (
            {"format": "yolo", "corrections": '[{"op": "drop", "tile": 9}]'},
            "bad_corrections",
            "/corrections/0/tile",
            "9",
        ),
    ],
)
def test_what_is_refused(client: TestClient, data: dict[str, str], code: str, pointer: str, named: str) -> None:
    answer = client.post(URL, files=two()[:1], data=data)
    assert answer.status_code == 422
    problem = answer.json()
    assert (problem["code"], problem["pointer"]) == (code, pointer)
    assert named in problem["detail"]


def test_no_photo_and_no_picture(client: TestClient) -> None:
    missing = client.post(URL, files={"format": (None, "yolo")})
    assert (missing.status_code, missing.json()["code"]) == (422, "photo_missing")
    files = [*two(), ("photo", ("c.jpg", b"no picture"))]
    broken = client.post(URL, files=files, data={"format": "yolo"})
    assert (broken.status_code, broken.json()["code"]) == (415, "not_a_picture")
    assert "'c.jpg'" in broken.json()["detail"]


def test_more_than_a_handful_is_too_much(client: TestClient) -> None:
    files = [("photo", (f"{k}.jpg", picture())) for k in range(17)]
    answer = client.post(URL, files=files, data={"format": "yolo"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("url", ["/v1/photos/waits", "/v1/photos/upright", "/v1/sets"])
def test_what_is_about_one_photo_takes_one(client: TestClient, eye: StubEye, url: str) -> None:
    answer = client.post(url, files=two())
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_form")
    assert eye.seen == 0


@pytest.mark.parametrize("name", ["formats", "correction", "rules"])
def test_a_field_that_means_nothing_is_refused_by_name(client: TestClient, name: str) -> None:
    answer = client.post(URL, files=two(), data={"format": "yolo", name: "x"})
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (422, "bad_form", name)
    assert repr(name) in answer.json()["detail"]
