"""Photos and data sets in an object store: an S3 server that the tests start, and a store that fails at times."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli import main
from tests.label.stub import ColourEye, make, row_of, scene
from tests.label.test_engine import files
from vision.labels.dataset import opened
from vision.labels.engine import Order, Summary, label
from vision.labels.formats import FORMATS
from vision.labels.sheet import LabelError
from vision.labels.workers import Workers, here, processes

fsspec = pytest.importorskip("fsspec", reason="needs pip install 'zhuoji[stores]'")
from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

from vision.labels import stores  # noqa: E402


def run(photos: Path | str, manifest: Path, store: str | None, workers: Workers | None = None) -> Summary:
    with opened(manifest, new=True, store=store) as dataset:
        order = Order((photos,), tuple(FORMATS), share=0.3)
        return label(dataset, order, "stub", workers or here(ColourEye()))


@pytest.fixture
def many(photos: Path) -> Path:
    (photos / "deep").mkdir()
    for k in range(6):
        scene(row_of(f"{k + 1}p", f"{k + 2}s", y=20 + 9 * k)).save(photos / "deep" / f"a{k}.png")
    scene(row_of("7s")).save(photos / "deep" / "a.png")  # of a name that is taken
    (photos / "deep" / "none.jpg").write_bytes(b"\xff\xd8\xff no picture")
    (photos / "notes.md").write_text("none")
    return photos


@pytest.fixture
def wanted(many: Path, tmp_path: Path) -> dict[str, str]:
    """What comes of the photos on a disk."""
    assert run(many, tmp_path / "wanted", None).labelled == 10
    return files(tmp_path / "wanted")


def fetched(store: Any, address: str, to: Path) -> dict[str, str]:
    store.get(f"{address}/", f"{to}/", recursive=True)
    return files(to)


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """An S3 server's, with whatever its clients and workers need in their environment."""
    server = pytest.importorskip("moto.server", reason="needs pip install 'moto[server]'")
    pytest.importorskip("s3fs", reason="needs pip install s3fs")
    logging.getLogger("werkzeug").setLevel("ERROR")
    found = server.ThreadedMotoServer(port=0)
    found.start()
    host, port = found.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        fsspec.filesystem("s3", use_listings_cache=False).mkdir("zhuoji")
        yield "s3://zhuoji"
    found.stop()


@pytest.mark.filterwarnings("ignore")  # of the clients' own
def test_from_s3_to_s3_is_the_data_set_of_a_disk(
    bucket: str, many: Path, tmp_path: Path, wanted: dict[str, str]
) -> None:
    s3 = fsspec.filesystem("s3", use_listings_cache=False)
    s3.put(f"{many}/", f"{bucket}/photos/", recursive=True)
    source, target = f"{bucket}/photos", f"{bucket}/set"
    summary = run(source, tmp_path / "known", target, processes(2, make))
    assert (summary.labelled, summary.photos, summary.plan.passed) == (10, 10, {"files .md": 1})
    assert summary.failures == [(f"{source}/deep/none.jpg", "not_a_picture", summary.failures[0][2])]
    assert fetched(s3, target, tmp_path / "copy") == wanted
    again = run(source, tmp_path / "known", target)
    assert (again.labelled, again.plan.ready, again.unwritten) == (0, 10, [])
    with opened(tmp_path / "copy") as copy:  # with its manifest: a data set of the disk
        assert len(list(copy.manifest.rows("done"))) == 10
        assert all(copy.has_picture(row) for row in copy.manifest.rows("done"))
    s3.rm(f"{target}/images/b.png")
    s3.pipe_file(f"{target}/labels/c.txt", b"26 0.5 0.5 0.1 0.1\n")
    mended = run(source, tmp_path / "known", target)
    assert (mended.labelled, mended.unwritten) == (1, ["labels/c.txt"])
    assert s3.exists(f"{target}/images/b.png")
    assert s3.cat_file(f"{target}/labels/c.txt") == b"26 0.5 0.5 0.1 0.1\n"


@pytest.mark.filterwarnings("ignore")  # Ray's and the clients' own
def test_actors_read_and_write_where_the_photos_lie(
    bucket: str, many: Path, tmp_path: Path, wanted: dict[str, str]
) -> None:
    ray = pytest.importorskip("ray", reason="needs pip install 'zhuoji[ray]'")
    from vision.labels.cluster import cluster

    s3 = fsspec.filesystem("s3", use_listings_cache=False)
    s3.put(f"{many}/", f"{bucket}/evening/", recursive=True)
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False, logging_level="ERROR")
    try:
        summary = run(f"{bucket}/evening", tmp_path / "known", f"{bucket}/labelled", cluster(make))
    finally:
        ray.shutdown()
    assert (summary.labelled, len(summary.failures)) == (10, 1)
    assert fetched(s3, f"{bucket}/labelled", tmp_path / "copy") == wanted


class Flaky(MemoryFileSystem):  # type: ignore[misc]
    """Fails as often as told, then works."""

    protocol = "flaky"
    fails = 0

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("flaky://", "memory://")))

    def _moody(self) -> None:
        if Flaky.fails:
            Flaky.fails -= 1
            raise ConnectionResetError(104, "slow down")

    def cat_file(self, *given: Any, **more: Any) -> Any:
        self._moody()
        return super().cat_file(*given, **more)

    def pipe_file(self, *given: Any, **more: Any) -> Any:
        self._moody()
        return super().pipe_file(*given, **more)


@pytest.fixture
def flaky(many: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flaky]:
    fsspec.register_implementation("flaky", Flaky, clobber=True)
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    found: Flaky = fsspec.filesystem("flaky")
    found.put(f"{many}/", "/photos/", recursive=True)
    yield found
    Flaky.fails = 0
    found.rm("/", recursive=True)
    assert all(0.2 < pause < 20 for pause in pauses if pause)


def test_a_request_that_fails_is_made_again(flaky: Flaky, tmp_path: Path, wanted: dict[str, str]) -> None:
    Flaky.fails = stores.TRIES - 1
    assert run("flaky:///photos", tmp_path / "known", "flaky:///set").labelled == 10
    assert Flaky.fails == 0
    assert fetched(flaky, "/set", tmp_path / "copy") == wanted


def test_a_store_that_is_down_ends_the_run_and_the_next_goes_on(
    flaky: Flaky, tmp_path: Path, wanted: dict[str, str]
) -> None:
    class Falls(ColourEye):
        seen = 0

        def read(self, photo: Any, /) -> Any:
            self.seen += 1
            Flaky.fails = 10**6 if self.seen == 4 else 0
            return super().read(photo)

    with pytest.raises(OSError, match=r"slow down \(6 tries\)") as told:
        run("flaky:///photos", tmp_path / "known", "flaky:///set", here(Falls()))
    assert str(told.value.filename).startswith("flaky:///set/images/")
    Flaky.fails = 0
    summary = run("flaky:///photos", tmp_path / "known", "flaky:///set")
    assert (summary.labelled, summary.plan.ready) == (7, 3)
    assert fetched(flaky, "/set", tmp_path / "copy") == wanted


def test_what_is_not_there_or_not_a_disks_is_told(flaky: Flaky, tmp_path: Path) -> None:
    flaky.pipe_file("/photos/evening.mp4", b"film")
    flaky.pipe_file("/other/images/x.png", b"theirs")
    failures = run("flaky:///photos", tmp_path / "known", "flaky:///set").failures
    assert [(file, code) for file, code, _ in failures] == [
        ("flaky:///photos/evening.mp4", "not_a_video"),
        ("flaky:///photos/deep/none.jpg", "not_a_picture"),
    ]
    assert run("flaky:///nowhere", tmp_path / "known", "flaky:///set").failures == [
        ("flaky:///nowhere", "unreadable", "there is nothing")
    ]
    with pytest.raises(LabelError, match="pictures of something else"):
        run("flaky:///photos", tmp_path / "new", "flaky:///other")
    with pytest.raises(LabelError, match="is the manifest of flaky:///set, not of flaky:///third"):
        run("flaky:///photos", tmp_path / "known", "flaky:///third")
    with pytest.raises(LabelError, match="copy all of that to a disk first"), opened(tmp_path / "known"):
        pass


def test_the_command_line_takes_addresses(tmp_path: Path) -> None:
    def told(*words: object) -> str:
        result = CliRunner().invoke(main, ["label", *map(str, words)])
        assert result.exit_code in (1, 2)
        return result.stderr

    assert "needs --manifest DIR" in told("s3://here/photos", "--out", "s3://here/set")
    assert "is for data sets in object stores" in told("s3://h/p", "--out", tmp_path / "out", "--manifest", tmp_path)
    assert "nosuch:// cannot be used here" in told(
        "nosuch://x", "--out", "nosuch://y", "--manifest", tmp_path / "known"
    )
    assert not (tmp_path / "known" / "images").exists()
