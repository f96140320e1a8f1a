"""What is installed is whole: built into a wheel and started from another folder, it has page, models and rules."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest

from tests.api.test_server import ROOT, SERVE, Process

SAMPLE = ROOT / "datasets" / "samples" / "win.jpg"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's files and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    done = subprocess.run(build, check=False, capture_output=True, text=True)
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"the wheel cannot be built here (no package index?): {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("zhuoji-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_a_wheel_holds_the_packages_and_nothing_that_shadows_another(installed: Path) -> None:
    folders = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert folders == {"api", "scoring", "vision"}
    assert (installed / "vision" / "weights" / "detector.onnx").stat().st_size > 100_000
    for page in (ROOT / "api" / "page").rglob("*"):
        if page.is_file():
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
