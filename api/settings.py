"""What an operator may set; every value has a default that suits one small machine."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

from vision.cores import cores
from vision.photo.load import MAX_BYTES

MIB = 1024 * 1024
PREFIX = "ZHUOJI_"
_KUBERNETES = re.compile(r"(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)")
"""What Kubernetes tells every container of a service whose name begins with `zhuoji`; none of it is a setting."""
_MAY_BE_ZERO = ("queue_places", "drain", "eye_workers")


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits and sizes of the service. Each may be set by `ZHUOJI_<NAME>`, e.g. `ZHUOJI_QUEUE_PLACES=8`.

    `photo_bytes`, `field_bytes`, `json_bytes`: the largest photo, any other form field and JSON body, bytes.
    `buffer_bytes`: what all requests together may hold of bodies not yet answered, bytes.
    `parts`: the most parts of a form. `eye_workers`: photos read at a time, each in a process of its own; 0: as many
    as the cores that this process may use bear, a container's quota counted; `eye_threads`: threads of each model run.
    `eye_memory`: the most bytes that such a process may hold before it is ended; `desk_memory`: the same of the one
    that puts corrections in. `eye_deadline`: seconds after which one photo is given up and its process ended.
    `queue_places`: photos that may wait. `deadline`: seconds from a whole request to its answer, its wait counted;
    `body_deadline`: seconds for its body to arrive. `drain`: seconds between SIGTERM and the end of listening,
    in which `/readyz` already says 503, so that a balancer can look elsewhere.
    """

    photo_bytes: int = MAX_BYTES
    field_bytes: int = MIB // 2
    json_bytes: int = MIB // 4
    buffer_bytes: int = 256 * MIB
    parts: int = 16
    eye_workers: int = 0
    eye_threads: int = 2
    eye_memory: int = 2048 * MIB
    desk_memory: int = 512 * MIB
    eye_deadline: float = 15.0
    queue_places: int = 8
    deadline: float = 30.0
    body_deadline: float = 60.0
    drain: float = 2.0

    @property
    def eyes(self) -> int:
        """Processes that read photos."""
        return self.eye_workers or max(1, cores() // self.eye_threads)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Defaults, overridden by the environment. Raises ValueError naming a variable and what is wrong with it."""
        known = [PREFIX + field.name.upper() for field in fields(cls)]
        ours = [name for name in environment if name.startswith(PREFIX) and not is_kubernetes(name)]
        strange = next((name for name in ours if name not in known), None)
        if strange is not None:
            raise ValueError(f"{strange} is no setting; there are {' '.join(known)}")
        found: dict[str, int | float] = {}
        for field in fields(cls):
            text = environment.get(name := PREFIX + field.name.upper())
            if text is None:
                continue
            whole = isinstance(field.default, int)
            try:
                value: int | float = int(text) if whole else float(text)
            except ValueError:
                value = -1
            least = 0 if field.name in _MAY_BE_ZERO else 1 if whole else 0.001
            if not least <= value < float("inf"):
                raise ValueError(f"{name}={text!r} is no {'whole ' if whole else ''}number of {least} or more")
            found[field.name] = value
        return cls(**found)  # type: ignore[arg-type]


def is_kubernetes(name: str) -> bool:
    """Whether a variable is told by Kubernetes about a service called `zhuoji` or `zhuoji-...`."""
    return _KUBERNETES.fullmatch(name.removeprefix(PREFIX)) is not None
