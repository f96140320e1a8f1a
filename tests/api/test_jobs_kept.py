"""What was accepted is kept, and nothing else: restarts, full disks, clients that leave, shares, keys, deletions."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from api.access import new_key
from api.jobs.arrival import Intake
from api.jobs.collect import collect
from api.jobs.zips import Bounds
from tests.api.stubs import picture
from tests.api.test_jobs import job_of, labels_of, photos, send, until_over, zipped
from tests.api.test_server import Process, serving


def until(condition: Callable[[], object], seconds: float = 20) -> None:
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"did not happen within {seconds} s")


def folders(server: Process) -> list[str]:
    """Of all jobs, known or not."""
    return sorted(path.name for path in (server.log.parent / "jobs" / "jobs").iterdir())


def now(server: Process, job: dict[str, Any]) -> dict[str, Any]:
    return job_of(httpx2.get(f"{server.url}/v1/label-jobs/{job['id']}"))


def test_a_service_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """In the middle of a job; what was read is not read again, and the labels are the same as of one that was not."""
    folder = tmp_path / "jobs"
    with serving(tmp_path / "log", seconds=0.15, jobs=folder, jobs_free=1) as first:
        job = job_of(send(first, photos(20)))
        until(lambda: now(first, job)["read"] >= 5)
        first.popen.send_signal(signal.SIGKILL)
        first.popen.wait()
    with serving(tmp_path / "log", seconds=0.0, jobs=folder, jobs_free=1) as second:
        done = until_over(second, job)
        assert (done["state"], done["photos"], done["failed"]) == ("done", 20, 0)
        assert second.metric('zhuoji_readings_total{ok="true"}') <= 15, "what was read was read again"
        whole = until_over(second, job_of(send(second, photos(20))))
        mine, other = labels_of(second, job), labels_of(second, whole)
        assert mine.namelist() == other.namelist()
        assert [mine.read(name) for name in mine.namelist()] == [other.read(name) for name in other.namelist()]


def test_a_service_that_is_told_to_end_ends_and_the_next_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "jobs"
    with serving(tmp_path / "log", seconds=0.1, jobs=folder, jobs_free=1, drain=0.1, grace=1) as first:
        job = job_of(send(first, photos(30)))
        until(lambda: now(first, job)["read"] >= 2)
        first.popen.send_signal(signal.SIGTERM)
        assert first.popen.wait(20) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()
    with serving(tmp_path / "log", seconds=0.0, jobs=folder, jobs_free=1) as second:
        assert until_over(second, job)["photos"] == 30


def test_a_client_that_vanishes_leaves_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=1) as server:
        head = (
            "POST /v1/label-jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n"
            "Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n"
            'Content-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        )
        with server.connect(head.encode() + bytes(100_000)):
            until(lambda: len(folders(server)) == 1)
        until(lambda: not folders(server))
        assert httpx2.get(server.url + "/v1/label-jobs").json()["jobs"] == []


def test_a_service_that_is_killed_in_the_middle_of_an_upload_leaves_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=1) as first:
        head = "POST /v1/label-jobs?format=yolo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n"
        with first.connect((head + "Content-Type: application/zip\r\n\r\nPK\3\4").encode() + bytes(100_000)):
            until(lambda: len(folders(first)) == 1)
            first.popen.send_signal(signal.SIGKILL)
            first.popen.wait()
    assert len(folders(first)) == 1
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=1, jobs_each=1) as second:
        until(lambda: not folders(second))
        assert until_over(second, job_of(send(second, photos(1))))["photos"] == 1


def test_each_client_has_so_many_jobs_and_the_disk_so_many_bytes(tmp_path: Path) -> None:
    shares = {"jobs_each": 2, "jobs_bytes_each": 60_000, "jobs_bytes": 100_000, "jobs_photos": 12}
    with serving(tmp_path / "log", seconds=2.0, jobs=tmp_path / "jobs", jobs_free=1, **shares) as server:
        large = [("photo", ("noise.jpg", picture() + os.urandom(70_000)))]

        def refused(files: list[Any]) -> tuple[int, str]:
            answer = send(server, files)
            return answer.status_code, answer.json()["code"]

        assert refused(large) == (413, "too_large")
        assert refused(photos(13)) == (413, "too_large")
        assert refused([("zip", ("x.zip", zipped(*((f"{n}.jpg", picture()) for n in range(13)))))]) == (
            413,
            "too_large",
        )
        bomb = zipped(("a.jpg", picture()), ("b.jpg", bytes(50_000)))
        assert refused([("zip", ("x.zip", bomb))]) == (413, "too_large"), "what is packed counts"
        first = job_of(send(server, [("photo", ("a.jpg", picture() + os.urandom(40_000)))]))
        assert refused([("photo", ("b.jpg", picture() + os.urandom(40_000)))]) == (507, "no_room")
        second = job_of(send(server, photos(1)))
        answer = send(server, photos(1, start=1))
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_jobs")
        assert [one["id"] for one in httpx2.get(server.url + "/v1/label-jobs").json()["jobs"]] == [
            second["id"],
            first["id"],
        ]
        assert httpx2.delete(f"{server.url}/v1/label-jobs/{first['id']}").status_code == 204
        assert httpx2.get(f"{server.url}/v1/label-jobs/{first['id']}").status_code == 404
        until(lambda: folders(server) == [second["id"]])
        assert send(server, photos(1, start=1)).status_code == 202


def test_a_disk_that_must_stay_free_refuses_uploads(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=2 * free) as server:
        answer = send(server, photos(1))
        assert (answer.status_code, answer.json()["code"]) == (507, "no_room")
        assert answer.headers["retry-after"] == "60"
        assert folders(server) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Of 2 MiB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_holds_a_job_up_and_it_goes_on_when_there_is_room(small_disk: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.3, jobs=small_disk / "jobs", jobs_free=1) as server:
        job = job_of(send(server, photos(10)))
        until(lambda: now(server, job)["read"] >= 1)
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        until(lambda: now(server, job)["problem"], 30)
        held = now(server, job)
        assert (held["problem"]["code"], held["problem"]["status"]) == ("no_room", 507)
        assert send(server, photos(1, start=50)).status_code == 507
        ballast.unlink()
        done = until_over(server, job, 90)
        assert (done["state"], done["photos"], done["failed"], done["problem"]) == ("done", 10, 0, None)


def test_a_job_is_its_key_s_alone(tmp_path: Path) -> None:
    (ann, ann_kept), (bob, bob_kept) = new_key(), new_key()
    keys = f"ann:{ann_kept},bob:{bob_kept}"
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=1, keys=keys) as server:
        address = server.url + "/v1/label-jobs"
        hers, his = ({"authorization": f"Bearer {key}"} for key in (ann, bob))
        job = job_of(httpx2.post(address, files=photos(1), data={"format": "yolo"}, headers=hers))
        assert httpx2.get(f"{address}/{job['id']}", headers=hers).status_code == 200
        for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/labels")):
            assert httpx2.request(method, f"{address}/{job['id']}{path}", headers=his).status_code == 404
        assert httpx2.get(address, headers=his).json()["jobs"] == []
        assert len(httpx2.get(address, headers=hers).json()["jobs"]) == 1
        assert httpx2.get(f"{address}/{job['id']}").status_code == 401


def test_progress_comes_as_events(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.3, jobs=tmp_path / "jobs", jobs_free=1) as server:
        job = job_of(send(server, photos(6)))
        address, wish = f"{server.url}/v1/label-jobs/{job['id']}", {"accept": "text/event-stream"}
        with httpx2.stream("GET", address, headers=wish, timeout=30) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            lines = [line for line in answer.iter_lines() if line.startswith("data: ")]
        seen = [json.loads(line.removeprefix("data: ")) for line in lines]
        assert [one["state"] for one in seen][-1] == "done"
        read = [one["read"] for one in seen]
        assert read == sorted(read)
        assert len(set(read)) > 2, "steps between none and all"
        assert seen[-1] == now(server, job)


def test_who_asks_for_the_events_headers_alone_does_not_wait_for_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=60, jobs=tmp_path / "jobs", jobs_free=1) as server:
        job = job_of(send(server, photos(1)))
        address, wish = f"{server.url}/v1/label-jobs/{job['id']}", {"accept": "text/event-stream"}
        assert httpx2.head(address, headers=wish).headers["content-type"].startswith("text/event-stream")


def test_a_job_that_is_done_is_kept_for_some_days_and_then_gone(tmp_path: Path) -> None:
    with serving(tmp_path / "log", seconds=0.0, jobs=tmp_path / "jobs", jobs_free=1, jobs_days=2) as server:
        old, new = (until_over(server, job_of(send(server, photos(1)))) for _ in range(2))
        with closing(sqlite3.connect(tmp_path / "jobs" / "jobs.sqlite")) as database, database:
            database.execute("UPDATE label_jobs SET ended = ended - 3 * 86400 WHERE id = ?", (old["id"],))
        until(lambda: httpx2.get(f"{server.url}/v1/label-jobs/{old['id']}").status_code == 404)
        until(lambda: folders(server) == [new["id"]])


def test_people_are_read_before_jobs(tmp_path: Path) -> None:
    """With one eye, each photo of a person waits for one photo of the job at most, and is read before all others."""
    with serving(tmp_path / "log", seconds=0.2, jobs=tmp_path / "jobs", jobs_free=1, eye_workers=1) as server:
        job = job_of(send(server, photos(40)))
        until(lambda: now(server, job)["read"] >= 1)
        for number in range(5):
            before = now(server, job)["read"]
            answer = httpx2.post(server.url + "/v1/photos/read", files={"photo": picture()}, timeout=30)
            assert answer.status_code == 200
            assert now(server, job)["read"] - before <= 4, f"photo {number} waited for several of the job"
        assert now(server, job)["state"] == "running"


def test_a_job_that_is_deleted_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    """Also of the photo that an eye is just at."""
    with serving(tmp_path / "log", seconds=0.4, jobs=tmp_path / "jobs", jobs_free=1, eye_workers=1) as server:

        def deleted() -> int:
            job = job_of(send(server, photos(20)))
            until(lambda: now(server, job)["read"] >= 1)
            return httpx2.delete(f"{server.url}/v1/label-jobs/{job['id']}").status_code

        assert [deleted() for _ in range(3)] == [204] * 3
        until(lambda: folders(server) == [])
        time.sleep(1)
        assert folders(server) == [], "an eye has written afterwards"


DEADLY = """
from api import cli, service
from tests.api.stubs import Deadly
service.eye_of = lambda settings: Deadly
cli.main(["serve", "--port", "0"])
"""


def test_a_photo_that_kills_its_eye_costs_itself_and_the_others_are_labelled(tmp_path: Path) -> None:
    told = {"ZHUOJI_JOBS": str(tmp_path / "jobs"), "ZHUOJI_JOBS_FREE": "1"}
    server = Process([sys.executable, "-c", DEADLY], told, tmp_path / "log")
    try:
        done = until_over(server, job_of(send(server, photos(5))))
    finally:
        server.end()
    assert (done["state"], done["photos"], done["failed"]) == ("done", 5, 1)
    assert [(one["file"], one["code"]) for one in done["failures"]] == [("IMG_2.jpg", "crashed")]


def test_a_database_that_is_gone_costs_no_job(tmp_path: Path) -> None:
    """Removed while the service runs: it says so instead of writing to nothing. The next start finds an empty one."""
    folder = tmp_path / "jobs"
    with serving(tmp_path / "log", seconds=0.0, jobs=folder, jobs_free=1) as first:
        job = until_over(first, job_of(send(first, photos(2))))
        labels = sorted(labels_of(first, job).namelist())
        first.popen.send_signal(signal.SIGSTOP)  # no look at the store meanwhile
        aside = tmp_path / "aside"
        aside.mkdir()
        for path in folder.glob("jobs.sqlite*"):
            shutil.move(path, aside / path.name)
        first.popen.send_signal(signal.SIGCONT)
        answer = send(first, photos(1))
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert httpx2.get(f"{first.url}/v1/label-jobs").status_code == 503
    with serving(tmp_path / "log", seconds=0.0, jobs=folder, jobs_free=1) as second:
        until(lambda: "is in no database" in (tmp_path / "log").read_text())
        assert folders(second) == [job["id"]]
    for path in aside.iterdir():
        (folder / path.name).unlink(missing_ok=True)
        shutil.move(path, folder / path.name)
    with serving(tmp_path / "log", seconds=0.0, jobs=folder, jobs_free=1) as third:
        assert sorted(labels_of(third, job).namelist()) == labels


def test_what_was_gathered_is_not_gathered_again(tmp_path: Path) -> None:
    """A driver that goes on after another one's end: a film is told once, and is gone already."""
    film = "photos/p0/0/evening.mp4"
    (tmp_path / film).parent.mkdir(parents=True)
    (tmp_path / film).touch()
    Intake(names={film: "evening.mp4"}).keep(tmp_path)
    for _ in range(2):
        found = collect(tmp_path, "", Bounds(10, 1000), 1000, lambda *_: None)
        assert [(file, code) for file, code, _ in found.failures] == [("evening.mp4", "not_a_picture")]
        assert not (tmp_path / film).exists()
