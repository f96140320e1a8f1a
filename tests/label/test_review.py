"""The review page: the worst first, one tap each, every tap kept; only for a browser on this machine."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.review import create_app
from tests.label.conftest import Label
from tests.label.stub import ColourEye, row_of, scene
from vision.labels.dataset import Dataset, opened
from vision.labels.engine import Order, label
from vision.labels.workers import here
from vision.photo.load import Photo
from vision.types import CLASSES, Reading

BASE = "http://127.0.0.1/review"


def say(client: TestClient, name: str, *steps: dict[str, object], **more: object) -> Any:
    """What the page sends: the corrections, with the version of the photo that it shows."""
    version = client.get(f"/v1/review/{name}").json()["version"]
    return client.post(f"/v1/review/{name}", json={"corrections": list(steps), "version": version} | more)


@pytest.fixture
def client(run: Label, dataset: Dataset) -> Iterator[TestClient]:
    run()
    with TestClient(create_app(dataset), base_url=BASE) as client:
        yield client


def test_what_is_doubtful_is_listed(client: TestClient) -> None:
    listed = client.get("/v1/review").json()
    assert listed["sample"] is False
    assert [(photo["name"], photo["contradictory"], photo["checked"]) for photo in listed["photos"]] == [
        ("b", False, False)
    ]


@pytest.mark.parametrize("damage", ["reading", "corrections", "locked"])
def test_a_data_set_that_cannot_be_used_is_told_with_the_way_out(
    damage: str, run: Label, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run()
    monkeypatch.setattr("vision.labels.manifest.WAIT_SECONDS", 0.1)
    shutil.copytree(dataset.root, tmp_path / "copy")
    with (
        opened(tmp_path / "copy", alone=False) as copy,
        TestClient(create_app(copy), base_url=BASE) as client,
        closing(sqlite3.connect(copy.manifest.path, isolation_level=None)) as other,
    ):
        version = client.get("/v1/review/b").json()["version"]
        if damage == "locked":
            other.execute("BEGIN IMMEDIATE")
        else:
            value = {"reading": "[", "corrections": '[{"op": "drop", "tile": 99}]'}[damage]
            other.execute(f"UPDATE photos SET {damage} = ?", (value,))
        answer = client.post("/v1/review/b", json={"corrections": [], "version": version, "checked": True})
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
        wanted = "locked by another program" if damage == "locked" else "manifest.sqlite is damaged: the"
        assert wanted in answer.json()["detail"]
        if damage == "locked":
            other.execute("ROLLBACK")


def test_a_tap_is_kept_at_once(client: TestClient, dataset: Dataset) -> None:
    steps = [{"op": "set", "tile": 3, "kind": "9s"}]
    answer = say(client, "b", *steps)
    assert answer.status_code == 200
    assert [tile["tile"] for tile in answer.json()["reading"]["tiles"]] == ["9s", "9s", "back", "9s"]
    row = dataset.manifest.named("b")
    assert row is not None
    assert (list(row.corrections), row.checked) == (steps, None)
    assert (dataset.root / "labels" / "b.txt").read_text().splitlines()[3].startswith("26 ")
    say(client, "b")
    row = dataset.manifest.named("b")
    assert row is not None
    assert row.corrections == ()


def test_all_of_it_is_right(client: TestClient, dataset: Dataset) -> None:
    say(client, "b", {"op": "drop", "tile": 2}, checked=True)
    row = dataset.manifest.named("b")
    assert row is not None
    assert row.checked
    assert [(step["op"], step["tile"]) for step in row.corrections] == [
        ("drop", 2), ("set", 0), ("set", 1), ("set", 3)
    ]  # fmt: skip
    assert client.get("/v1/review").json()["photos"][0]["checked"] is True


class Unsure(ColourEye):
    """Sees a 2m in the fourth tile that may be a 3m as well."""

    def read(self, photo: Photo, /) -> Reading:
        reading = super().read(photo)
        tiles = list(reading.tiles)
        scores = tuple({"2m": 0.5, "3m": 0.45}.get(kind, 0.0) for kind in CLASSES)
        tiles[3] = replace(tiles[3], confidence=0.5, detection=replace(tiles[3].detection, scores=scores))
        return replace(reading, tiles=tuple(tiles))


def test_correcting_one_tile_renames_no_other(dataset: Dataset, tmp_path: Path) -> None:
    """A fifth 2m cannot be in a hand, and tile sense would make the unsure one a 3m: a label is what is seen."""
    (tmp_path / "photos").mkdir()
    scene(row_of("2m", "2m", "2m", "2m", "9p", "9p", "other")).save(tmp_path / "photos" / "a.png")
    label(dataset, Order((tmp_path / "photos",), ("yolo",)), "stub", here(Unsure()))
    with TestClient(create_app(dataset), base_url=BASE) as client:
        answer = say(client, "a", {"op": "set", "tile": 6, "kind": "2m"}).json()["reading"]
        assert [tile["tile"] for tile in answer["tiles"]] == ["2m", "2m", "2m", "2m", "9p", "9p", "2m"]
        assert [doubt for doubt in answer["doubts"] if doubt["code"] == "changed"] == []
    kinds = [line.split()[0] for line in (dataset.root / "labels" / "a.txt").read_text().splitlines()]
    assert kinds == ["1", "1", "1", "1", "17", "17", "1"]


def test_files_of_all_photos_are_written_at_the_end(tmp_path: Path, photos: Path) -> None:
    with opened(tmp_path / "out", new=True) as dataset:
        label(dataset, Order((photos,), ("coco",)), "stub", here(ColourEye()))
    with opened(tmp_path / "out", alone=False) as dataset:
        check_written(dataset)


def check_written(dataset: Dataset) -> None:
    with TestClient(create_app(dataset), base_url=BASE) as client:
        say(client, "b", {"op": "drop", "tile": 2}, checked=True)
        before = (dataset.root / "coco.json").read_text()
    assert before != (dataset.root / "coco.json").read_text()


def test_a_sample_is_listed_and_remembered(run: Label, dataset: Dataset) -> None:
    run()
    with TestClient(create_app(dataset, size=1), base_url=BASE) as client:
        listed = client.get("/v1/review").json()
    assert listed["sample"] is True
    (name,) = [photo["name"] for photo in listed["photos"]]
    assert name in ("a", "c")
    assert [row.name for row in dataset.manifest.rows() if row.sampled] == [name]


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ("[]", "bad_json", ""),
        ("{", "bad_json", ""),
        ('{"corrections": 1}', "bad_corrections", "/corrections"),
        ('{"corrections": [], "checked": 1}', "bad_json", ""),
        ('{"corrections": []}', "bad_json", "/version"),
        ('{"corrections": [], "version": 7}', "bad_json", "/version"),
        ('{"corrections": [{"op": "drop", "tile": 99}], "version": "x"}', "bad_corrections", "/corrections/0/tile"),
    ],
)
def test_what_is_refused(client: TestClient, body: str, code: str, pointer: str) -> None:
    answer = client.post("/v1/review/b", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (422, code, pointer)


def test_who_saw_another_version_gets_both_sides_and_undoes_nothing(client: TestClient, dataset: Dataset) -> None:
    seen = client.get("/v1/review/b").json()["version"]
    first = {"corrections": [{"op": "set", "tile": 3, "kind": "9s"}], "version": seen}
    assert client.post("/v1/review/b", json=first).status_code == 200
    mine = [{"op": "drop", "tile": 2}]
    second = client.post("/v1/review/b", json={"corrections": mine, "version": seen, "checked": True})
    assert (second.status_code, second.headers["content-type"]) == (409, "application/problem+json")
    problem = second.json()
    assert (problem["code"], problem["pointer"]) == ("changed", "/version")
    assert problem["theirs"]["corrections"] == first["corrections"]
    assert [tile["tile"] for tile in problem["theirs"]["reading"]["tiles"]] == ["9s", "9s", "back", "9s"]
    assert problem["mine"]["corrections"] == mine
    assert problem["mine"]["reading"]["tiles"][2]["dropped"] is True
    row = dataset.manifest.named("b")
    assert row is not None
    assert (list(row.corrections), row.checked) == (first["corrections"], None)
    now = {"corrections": mine, "version": problem["theirs"]["version"]}
    assert client.post("/v1/review/b", json=now).status_code == 200


def test_who_does_not_know_the_address_gets_nothing(run: Label, dataset: Dataset) -> None:
    run()
    with TestClient(create_app(dataset, token="secret"), base_url="http://127.0.0.1") as other:
        for path in ("/", "/v1/review", "/review/v1/review", "/secre/", "/secret2/v1/review", "/%73ecre%74x/"):
            assert other.get(path).status_code == 404, path
        assert other.post("/x/v1/review/b", json={"corrections": [], "version": "x"}).status_code == 404
        assert other.get("/secret/").status_code == 200
        assert other.get("/secret/v1/review").json()["photos"]


def test_a_picture_that_leads_elsewhere_is_not_served(client: TestClient, dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    picture = dataset.root / "images" / "b.png"
    picture.unlink()
    picture.symlink_to(tmp_path / "secret")
    assert client.get("/v1/review/b/picture").status_code == 404
    picture.unlink()
    assert client.get("/v1/review/b/picture").status_code == 404


def test_only_a_page_of_this_machine_may_ask(client: TestClient) -> None:
    elsewhere = client.get("/v1/review", headers={"host": "evil.example"})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (421, "unknown_host")
    form = client.post("/v1/review/b", content="corrections=[]", headers={"content-type": "text/plain"})
    assert (form.status_code, form.json()["code"]) == (415, "not_json")
    page = client.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert client.get("/v1/review/none").status_code == 404
    assert client.get("/v1/review/..%2Fmanifest.sqlite/picture").status_code == 404
    assert client.get("/v1/review/b/picture").headers["content-type"] == "image/png"
