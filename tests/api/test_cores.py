"""How many cores there are to use, a container's quota counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.cores import cores

PINNED = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.mark.parametrize(
    ("written", "allowed"), [("max 100000", 99), ("150000 100000", 1), ("20000 100000", 0), ("x", 99)]
)
def test_a_quota_of_version_2(tmp_path: Path, written: str, allowed: int) -> None:
    (tmp_path / "cpu.max").write_text(f"{written}\n")
    assert cores(tmp_path) == max(1, min(PINNED, allowed))


@pytest.mark.parametrize(("quota", "allowed"), [("-1", 99), ("100000", 1), ("250000", 2)])
def test_a_quota_of_version_1(tmp_path: Path, quota: str, allowed: int) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert cores(tmp_path) == max(1, min(PINNED, allowed))


def test_no_control_group(tmp_path: Path) -> None:
    assert cores(tmp_path) == PINNED


@pytest.mark.parametrize(("around", "inner"), [("max 100000", "100000 100000"), ("100000 100000", "max 100000")])
def test_the_quota_of_a_unit_or_of_what_is_around_it(tmp_path: Path, around: str, inner: str) -> None:
    """systemd's CPUQuota is written where the process's own group is, not at the root."""
    own = tmp_path / "own"
    own.write_text("3:cpu:/elsewhere\n0::/system.slice/zhuoji.service\n")
    group = tmp_path / "system.slice" / "zhuoji.service"
    group.mkdir(parents=True)
    (group / "cpu.max").write_text(inner)
    (group.parent / "cpu.max").write_text(around)
    assert cores(tmp_path, own) == 1
    own.write_text("0::/../other\n")
    assert cores(tmp_path, own) == PINNED
