"""How many cores there are to use: what this process is pinned to, and no more than a container's quota."""

from __future__ import annotations

import os
from pathlib import Path

_CGROUPS = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")


def cores(cgroups: Path = _CGROUPS, own: Path = _OWN) -> int:
    """At least 1. A quota of 1.5 cores is 1: what runs beyond it is stopped for a while each time."""
    try:
        pinned = len(os.sched_getaffinity(0))
    except AttributeError:  # no Linux
        pinned = os.cpu_count() or 1
    return max(1, min(pinned, int(min(map(_quota, _groups(cgroups, own))))))


def _groups(cgroups: Path, own: Path) -> list[Path]:
    """The folders whose bounds hold for this process: of its control group and of all around it.

    A container sees its own group at the root of the tree; a systemd unit does not, its group is named in `own`.
    """
    try:
        named = next((line[3:] for line in own.read_text().splitlines() if line.startswith("0::")), "/")
    except OSError:
        named = "/"
    parts = [part for part in named.split("/") if part not in ("", "..")]
    return [cgroups.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]


def _quota(group: Path) -> float:
    """Cores that a control group may use (cgroup v2, else v1); a great number where there is no bound."""
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):
        try:
            quota, period = " ".join((group / name).read_text() for name in names).split()
            if (allowed := float(quota)) > 0:
                return allowed / float(period)
        except (OSError, ValueError):  # no such file; or "max"
            continue
    return float(1 << 16)
