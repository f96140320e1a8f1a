"""The files for operators, as far as they can be checked without a container engine: they name what there is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from api.settings import PREFIX, Settings
from tests.api.test_server import ROOT

OPERATE = ROOT / "api" / "operate"
KNOWN = {PREFIX + field.name.upper() for field in fields(Settings)}


@pytest.mark.parametrize("path", sorted(OPERATE.iterdir()), ids=lambda path: path.name)
def test_every_setting_named_is_one(path: Path) -> None:
    named = set(re.findall(r"ZHUOJI_[A-Z_]+", path.read_text()))
    assert named <= KNOWN


def test_what_the_container_file_copies_is_there() -> None:
    text = (OPERATE / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
    assert "USER 10001" in text
    assert "--require-hashes" in text
    assert "HEALTHCHECK" in text


def commands() -> dict[str, list[str]]:
    """What the container file and the unit start."""
    container, unit = (OPERATE / "Containerfile").read_text(), (OPERATE / "zhuoji.service").read_text()
    entry = re.search(r"^ENTRYPOINT (.+)$", container, re.MULTILINE)
    start = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert entry
    assert start
    return {"Containerfile": json.loads(entry[1]), "zhuoji.service": start[1].split()}


@pytest.mark.parametrize("name", ["Containerfile", "zhuoji.service"])
def test_the_command_line_understands_what_is_started(name: str) -> None:
    """An option that there is not is an error even before the help."""
    program, *told = commands()[name]
    assert Path(program).name == "zhuoji"
    command = [sys.executable, "-c", "from api.cli import main; main()", *told, "--help"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_caddy_understands_its_file(tmp_path: Path) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(OPERATE / "Caddyfile")]
    homes = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "MAHJONG_HOST": "mahjong.example"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ | homes)
    assert done.returncode == 0, done.stderr


def test_the_compose_example_is_shut() -> None:
    services = yaml.safe_load((OPERATE / "compose.yaml").read_text())["services"]
    ours = services["zhuoji"]
    assert ours["read_only"] is True
    assert ours["cap_drop"] == ["ALL"]
    assert ours["mem_limit"]
    assert "ports" not in ours, "only the proxy is reached from outside"
    proxy = services["proxy"]["networks"]["inner"]["ipv4_address"]
    assert ours["environment"]["ZHUOJI_PROXIES"] == proxy


def test_the_unit_is_understood() -> None:
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        pytest.skip("systemd-analyze is not installed")
    command = [analyse, "verify", str(OPERATE / "zhuoji.service")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "Unknown" not in done.stderr, done.stderr
