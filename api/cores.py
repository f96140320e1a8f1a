"""How many cores there are to use: what this process is pinned to, and no more than a container's quota."""

from __future__ import annotations

import os
from pathlib import Path

_CGROUPS = Path("/sys/fs/cgroup")


def cores(cgroups: Path = _CGROUPS) -> int:
    """At least 1. A quota of 1.5 cores is 1: what runs beyond it is stopped for a while each time."""
    try:
        pinned = len(os.sched_getaffinity(0))
    except AttributeError:  # no Linux
        pinned = os.cpu_count() or 1
    return max(1, min(pinned, int(_quota(cgroups))))


def _quota(cgroups: Path) -> float:
    """Cores that the process's control group may use (cgroup v2, else v1); a great number where there is no bound.

    A container sees its own group at the root of the tree.
    """
    for names in (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")):
        try:
            quota, period = " ".join((cgroups / name).read_text() for name in names).split()
            if (allowed := float(quota)) > 0:
                return allowed / float(period)
        except (OSError, ValueError):  # no such file; or "max"
            continue
    return float(1 << 16)
