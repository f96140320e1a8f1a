"""Label jobs through HTTP, with real servers: sent, labelled, fetched, and what becomes of them when all goes wrong."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx2
import pytest

from api.job_shapes import LabelJob
from tests.api.stubs import picture
from tests.api.test_server import Process, serving


def job_of(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.status_code in (200, 202), answer.text
    found: dict[str, Any] = answer.json()
    LabelJob.model_validate(found)  # what /docs says
    return found


Part = tuple[str, tuple[str, bytes, str]]


def photo(number: int) -> bytes:
    """No two are alike."""
    return picture(size=(64 + number % 900, 48 + number // 900))


def photos(count: int, start: int = 0) -> list[Part]:
    """Parts of a form."""
    return [("photo", (f"IMG_{n}.jpg", photo(n), "image/jpeg")) for n in range(start, start + count)]


def send(server: Process, files: list[Any], **fields: str) -> httpx2.Response:
    told = [(name, (None, value)) for name, value in ({"format": "yolo"} | fields).items()]
    return httpx2.post(server.url + "/v1/label-jobs", files=[*told, *files], timeout=30)


def until_over(server: Process, job: dict[str, Any], seconds: float = 60) -> dict[str, Any]:
    """The job once it is done or has failed."""
    for _ in range(int(seconds / 0.1)):
        found = job_of(httpx2.get(f"{server.url}/v1/label-jobs/{job['id']}"))
        if found["state"] in ("done", "failed"):
            return found
        time.sleep(0.1)
    raise AssertionError(f"not over within {seconds} s: {found}, {server.log.read_text()[-3000:]}")


def labels_of(server: Process, job: dict[str, Any], **query: str) -> zipfile.ZipFile:
    answer = httpx2.get(f"{server.url}/v1/label-jobs/{job['id']}/labels", params=query, timeout=30)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip"), answer.text
    return zipfile.ZipFile(io.BytesIO(answer.content))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("jobs")
    with serving(folder / "log", seconds=0.0, jobs=folder / "jobs", jobs_free=1) as one:
        yield one


def test_photos_become_a_job_and_the_job_labels(server: Process) -> None:
    answer = send(server, photos(5))
    job = job_of(answer)
    assert answer.status_code == 202
    assert (job["state"], job["formats"], job["photos"]) == ("waiting", ["yolo"], None)
    assert httpx2.get(answer.request.url.join(answer.headers["location"])).json()["id"] == job["id"]
    done = until_over(server, job)
    assert (done["state"], done["photos"], done["read"], done["failed"]) == ("done", 5, 5, 0)
    files = labels_of(server, job)
    assert sorted(files.namelist()) == [
        "data.yaml",
        *(f"labels/IMG_{n}.txt" for n in range(5)),
    ]
    assert files.read("labels/IMG_0.txt") == files.read("labels/IMG_0.txt").strip() + b"\n"
    pictures = labels_of(server, job, pictures="all")
    assert pictures.read("images/IMG_3.jpg") == photo(3)
    assert job["id"] in [one["id"] for one in httpx2.get(server.url + "/v1/label-jobs").json()["jobs"]]


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in entries:
            file.writestr(name, content)
    return out.getvalue()


def test_a_zip_is_unpacked_and_what_is_no_photo_is_told(server: Process) -> None:
    turned = picture("PNG")
    data = zipped(
        ("a/IMG_1.jpg", photo(1)),
        ("b/IMG_1.jpg", photo(2)),
        ("c/麻将.png", turned),
        ("broken.jpg", b"no picture"),
        ("film.jpg", b"\0\0\0\x18ftypmp42" + bytes(400)),
        ("notes.txt", b"hello"),
        ("inner.zip", zipped(("x.jpg", photo(3)))),
        ("__MACOSX/a/._IMG_1.jpg", b"x"),
    )
    job = job_of(send(server, [("zip", ("photos.zip", data))], format="yolo,coco"))
    done = until_over(server, job)
    assert (done["state"], done["photos"], done["failed"]) == ("done", 5, 2), done
    assert {one["file"]: one["code"] for one in done["failures"]} == {
        "broken.jpg": "not_a_picture",
        "film.jpg": "not_a_picture",
    }
    assert done["passed"] == {"files .txt": 1, "files .zip": 1, "folders __MACOSX": 1}
    chinese = httpx2.get(f"{server.url}/v1/label-jobs/{job['id']}", headers={"accept-language": "zh"}).json()
    assert all(one["detail"].startswith("这不是能看的照片") for one in chinese["failures"])
    files = labels_of(server, job)
    names = files.namelist()
    assert {"data.yaml", "coco.json", "labels/IMG_1.txt", "labels/麻将.txt", "failed.json"} <= set(names)
    other = [name for name in names if name.startswith("images/")]
    assert len(other) == 1, "the second IMG_1 goes by another name, and its picture with it"
    assert files.read(other[0]) == photo(2)
    assert json.loads(files.read("failed.json")) == done["failures"]


def test_a_zip_as_the_whole_body_and_a_zip_called_photo(server: Process) -> None:
    data = zipped(("one.jpg", photo(7)))
    kind = {"content-type": "application/zip"}
    whole = httpx2.post(server.url + "/v1/label-jobs?format=voc", content=data, headers=kind)
    done = until_over(server, job_of(whole))
    assert (done["formats"], done["photos"]) == (["voc"], 1)
    assert labels_of(server, done).namelist() == ["voc/one.xml"]
    part = until_over(server, job_of(send(server, [("photo", ("one.zip", data))])))
    assert labels_of(server, part).namelist() == ["data.yaml", "labels/one.txt"]


def link(name: str) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo(name)
    found.external_attr = 0o120777 << 16
    return found


def locked() -> bytes:
    """A zip whose one entry says that it is encrypted."""
    data = bytearray(zipped(("secret.jpg", photo(1))))
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        (zipped(("../../evil.jpg", photo(1))), "bad_zip", "../../evil.jpg"),
        (zipped(("/etc/evil.jpg", photo(1))), "bad_zip", "/etc/evil.jpg"),
        (zipped(("a\\..\\..\\evil.jpg", photo(1))), "bad_zip", "evil.jpg"),
        (zipped(("C:/evil.jpg", photo(1))), "bad_zip", "C:/evil.jpg"),
        (zipped((link("passwd.jpg"), b"/etc/passwd")), "bad_zip", "passwd.jpg"),
        (locked(), "bad_zip", "secret.jpg"),
        (zipped(("a.txt", b"x")), "photo_missing", "no photo"),
        (zipped(), "photo_missing", "no photo"),
        (zipped(("a.jpg", photo(1)))[:-30], "bad_zip", "its end is missing"),
        (b"PK\3\4" + bytes(500), "bad_zip", "its end is missing"),
        (photo(1), "bad_zip", "is no zip"),
    ],
)
def test_a_hostile_zip_is_refused_by_name_and_leaves_nothing(
    server: Process, data: bytes, code: str, named: str
) -> None:
    before = sorted(path.name for path in (server.log.parent / "jobs" / "jobs").iterdir())
    answer = send(server, [("zip", ("x.zip", data))])
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["pointer"]) == (
        422,
        code,
        "photo" if "form" in problem["detail"] else "zip",
    )
    assert named in problem["detail"].replace("\\\\", "\\")
    assert sorted(path.name for path in (server.log.parent / "jobs" / "jobs").iterdir()) == before


def test_a_list_of_entries_that_is_too_long_is_not_even_read(server: Process) -> None:
    """A hundred thousand of them, and a list that says it has gigabytes."""
    tiny = zipped(*((f"{n}.jpg", b"") for n in range(100_000)))
    answer = send(server, [("zip", ("tiny.zip", tiny))])
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "100000 photos" in answer.json()["detail"]
    lying = bytearray(zipped(("a.jpg", photo(1))))
    lying[-10:-6] = b"\xfe\xff\xff\xff"
    answer = send(server, [("zip", ("lying.zip", bytes(lying)))])
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "4294967294 bytes" in answer.json()["detail"]


def test_a_zip_whose_entries_are_broken_has_failed_photos(server: Process) -> None:
    """One of the wrong sum, one that is longer than it says: neither costs the others, nor leaves a byte too much."""
    data = bytearray(zipped(("wrong.jpg", photo(1)), ("long.jpg", photo(2)), ("right.jpg", photo(3))))
    data[data.index(photo(1)) + 100] ^= 0xFF
    at = data.index(b"long.jpg", data.index(b"PK\1\2")) - 46
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")  # unpacked, it says
    done = until_over(server, job_of(send(server, [("zip", ("x.zip", bytes(data)))])))
    assert (done["state"], done["photos"]) == ("done", 3)
    assert {one["file"] for one in done["failures"]} == {"wrong.jpg", "long.jpg"}
    assert labels_of(server, done).namelist() == ["data.yaml", "labels/right.txt", "failed.json"]


def test_an_entry_that_is_packed_as_no_phone_packs_costs_itself_alone(server: Process) -> None:
    """LZMA takes as much memory as the entry says; here 4 GiB."""
    odd = zipfile.ZipInfo("odd.jpg")
    odd.compress_type = zipfile.ZIP_LZMA
    data = bytearray(zipped((odd, photo(1)), ("right.jpg", photo(2))))
    at = data.index(b"odd.jpg") + len("odd.jpg") + 5
    data[at : at + 4] = b"\xff\xff\xff\xff"
    done = until_over(server, job_of(send(server, [("zip", ("x.zip", bytes(data)))])))
    assert (done["state"], done["photos"]) == ("done", 2)
    assert [(one["file"], one["code"]) for one in done["failures"]] == [("odd.jpg", "unreadable")]
    assert "method 14" in done["failures"][0]["detail"]


def test_an_entry_that_says_it_lies_beyond_any_file_costs_itself_alone(server: Process) -> None:
    data = bytearray(zipped(("far.jpg", photo(1)), ("right.jpg", photo(2))))
    at = data.index(b"far.jpg", data.index(b"PK\1\2"))
    extra = b"\1\0\x08\0" + (2**63 - 1).to_bytes(8, "little")  # zip64: where it begins
    data[at - 46 + 42 : at - 46 + 46] = b"\xff\xff\xff\xff"
    data[at - 46 + 30 : at - 46 + 32] = len(extra).to_bytes(2, "little")
    data[at + 7 : at + 7] = extra
    end = data.rindex(b"PK\5\6")
    data[end + 12 : end + 16] = (int.from_bytes(data[end + 12 : end + 16], "little") + len(extra)).to_bytes(4, "little")
    answer = send(server, [("zip", ("x.zip", bytes(data)))])
    if answer.status_code == 422:
        assert answer.json()["code"] == "bad_zip"
        return
    done = until_over(server, job_of(answer))
    assert (done["state"], [one["file"] for one in done["failures"]]) == ("done", ["far.jpg"])


def test_names_of_a_chinese_windows_are_kept(server: Process) -> None:
    """It writes them in GBK, without saying so."""
    data = zipped(("ab1.jpg", photo(1)), ("cd2.jpg", photo(2)))
    data = data.replace(b"ab1.jpg", "红1.jpg".encode("gbk")[:7]).replace(b"cd2.jpg", "中2.jpg".encode("gbk")[:7])
    done = until_over(server, job_of(send(server, [("zip", ("x.zip", data))])))
    assert [name for name in labels_of(server, done).namelist() if name.startswith("labels/")] == [
        "labels/中2.txt",
        "labels/红1.txt",
    ]


def test_a_job_of_which_no_photo_can_be_read_is_done_and_says_so(server: Process) -> None:
    data = bytearray(zipped(("wrong.jpg", photo(1))))
    data[data.index(photo(1)) + 100] ^= 0xFF
    done = until_over(server, job_of(send(server, [("zip", ("x.zip", bytes(data)))])))
    assert (done["state"], done["photos"], done["failed"]) == ("done", 1, 1)
    assert [(one["file"], one["code"]) for one in done["failures"]] == [("wrong.jpg", "unreadable")]


def test_an_upload_that_does_not_say_how_long_it_is(server: Process) -> None:
    def pieces() -> Iterator[bytes]:
        data = zipped(("one.jpg", photo(9)))
        yield data[:100]
        yield data[100:]

    kind = {"content-type": "application/zip"}
    answer = httpx2.post(server.url + "/v1/label-jobs?format=yolo", content=pieces(), headers=kind)
    assert until_over(server, job_of(answer))["photos"] == 1


@pytest.mark.skipif(find_spec("fsspec") is None, reason="fsspec is not installed: pip install 'zhuoji[stores]'")
def test_photos_of_a_store_that_the_operator_allows(tmp_path: Path) -> None:
    place = tmp_path / "bucket" / "2026"
    (place / "inner").mkdir(parents=True)
    for number in range(3):
        (place / f"IMG_{number}.jpg").write_bytes(photo(number))
    (place / "inner" / "IMG_0.jpg").write_bytes(photo(3))
    (place / "notes.txt").write_text("x")
    (place / "huge.jpg").write_bytes(photo(4) + bytes(30_000))
    allowed = f"file://{tmp_path}/bucket"
    told = {"jobs": tmp_path / "jobs", "jobs_free": 1, "jobs_sources": allowed, "photo_bytes": 20_000}
    with serving(tmp_path / "log", seconds=0.0, **told) as service:
        done = until_over(service, job_of(send(service, [], source=f"{allowed}/2026")))
        assert (done["state"], done["photos"], done["source"]) == ("done", 5, f"{allowed}/2026")
        assert [(one["file"], one["code"]) for one in done["failures"]] == [("huge.jpg", "too_large")]
        assert done["passed"] == {"files .txt": 1}
        assert len([name for name in labels_of(service, done).namelist() if name.startswith("labels/")]) == 4
        for address in (f"{allowed}/../jobs", f"{allowed}x", "file:///etc", f"{allowed}//2026", "bucket/2026"):
            answer = send(service, [], source=address)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_source"), address
        empty = until_over(service, job_of(send(service, [], source=f"{allowed}/nothing")))
        assert (empty["state"], empty["problem"]["code"]) == ("failed", "photo_missing")
        answer = httpx2.get(f"{service.url}/v1/label-jobs/{empty['id']}/labels")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_done")


def test_forms_that_say_too_little_or_too_much(server: Process) -> None:
    def refused(files: list[Part], **fields: str) -> tuple[int, str, str]:
        answer = httpx2.post(server.url + "/v1/label-jobs", files=files, data=fields)
        return answer.status_code, answer.json()["code"], answer.json()["pointer"]

    one = photos(1)
    assert refused(one) == (422, "bad_json", "format")
    assert refused(one, format="tiff") == (422, "bad_json", "format")
    assert refused(one, format="yolo", colour="red") == (422, "bad_form", "colour")
    assert refused(one, format="yolo", source="s3://other/place") == (422, "bad_source", "source")
    assert refused([("photo", ("", b"", ""))], format="yolo") == (422, "photo_missing", "photo")
    answer = httpx2.post(server.url + "/v1/label-jobs", json={"format": "yolo"}, headers={"accept-language": "zh"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("没有照片")


def test_a_job_that_nobody_has(server: Process) -> None:
    for method, path in (("GET", "nothing"), ("DELETE", "nothing"), ("GET", "nothing/labels")):
        answer = httpx2.request(method, f"{server.url}/v1/label-jobs/{path}")
        assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (404, "unknown_job", "id")


def test_label_jobs_are_off_unless_a_folder_is_named(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.0) as plain:
        answer = send(plain, photos(1))
        assert (answer.status_code, answer.json()["code"]) == (404, "jobs_off")
        assert "label-jobs" not in httpx2.get(plain.url + "/docs").text
