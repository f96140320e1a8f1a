"""The files for operators, as far as they can be checked without a container engine: they name what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
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
