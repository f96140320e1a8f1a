"""What is installed is whole: built into a wheel and started from another folder, it has page, models and rules."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest

from tests.api.test_server import ROOT, SERVE, Process

SAMPLE = ROOT / "datasets" / "samples" / "win.jpg"


def built(folder: Path) -> Path:
    """The wheel, made by the tools of the lock; no index is asked."""
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    done = subprocess.run([*build, str(ROOT)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("zhuoji-*.whl")
    return wheel


def test_the_same_source_makes_the_same_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte, under whatever mask it is built: who has the source can check what they were given."""
    digests = []
    for mask, name in ((0o022, "one"), (0o077, "two")):
        monkeypatch.setenv("TZ", "UTC" if name == "one" else "Asia/Shanghai")
        before = os.umask(mask)
        try:
            digests.append(hashlib.sha256(built(tmp_path / name).read_bytes()).hexdigest())
        finally:
            os.umask(before)
    assert digests[0] == digests[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's files and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(built(folder)) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_a_wheel_holds_the_packages_and_nothing_that_shadows_another(installed: Path) -> None:
    folders = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert folders == {"api", "scoring", "vision"}
    assert (installed / "vision" / "weights" / "detector.onnx").stat().st_size > 100_000
    for page in (ROOT / "api" / "page").rglob("*"):
        if (
            page.is_file() and page.suffix != ".json" and "node_modules" not in page.parts
        ):  # those check the page's code
            assert (installed / page.relative_to(ROOT)).read_bytes() == page.read_bytes()


def test_a_wheel_serves_from_another_folder(installed: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(installed)}
    where = "import api, scoring, vision.eye.onnx; print(api.__file__, scoring.__file__, vision.eye.onnx.folder())"
    command = [sys.executable, "-c", where]
    places = subprocess.run(
        command, cwd=tmp_path, env=os.environ | environment, check=False, capture_output=True, text=True
    )
    assert places.stdout.count(str(installed)) == 3, places
    process = Process(SERVE, environment, tmp_path / "log", folder=tmp_path)
    try:
        assert "<title>" in httpx2.get(process.url + "/").text
        assert len(httpx2.get(process.url + "/v1/rules").json()["rule_sets"]) == 5
        answer = httpx2.post(process.url + "/v1/photos/read", files={"photo": SAMPLE.read_bytes()}, timeout=30).json()
        assert len(answer["tiles"]) >= 14
    finally:
        process.end()
