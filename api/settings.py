"""What an operator may set; every value has a default that suits one small machine."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

from api.cores import cores
from vision.photo.load import MAX_BYTES

MIB = 1024 * 1024
PREFIX = "ZHUOJI_"
_KUBERNETES = re.compile(r"(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)")
"""What Kubernetes tells every container of a service whose name begins with `zhuoji`; none of it is a setting."""
_MAY_BE_ZERO = ("queue_places", "drain", "grace", "eye_workers", "telemetry")
_KEY = re.compile(r"[A-Za-z0-9._-]{1,64}:[0-9a-f]{64}")
_RATE = re.compile(r"[1-9]\d{0,5}/(second|minute|hour|day)")
Value = int | float | str | tuple[str, ...]


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
    in which `/readyz` already says 503, so that a balancer can look elsewhere; `grace`: whole seconds after it in which
    what is being answered may end. `connections`: open at a time, and `connections_each`: of one address; this machine
    and `proxies` are not counted so.

    Lists, with commas between: `proxies`: addresses whose `X-Forwarded-For` is believed. `hosts`: names that the
    service is reached under, beside addresses and names of the local network; `*`: any. `origins`: places whose pages
    may ask. `keys`: `NAME:SHA256` of the keys of which one is needed (`zhuoji key NAME` makes one), or the path of a
    file with one a line. `rate`: how often one key or address may ask, e.g. `120/minute`; "": as often as it likes.
    `telemetry`: 1: OpenTelemetry traces and metrics, set up by its own variables (`OTEL_…`).

    `jobs`: the folder of label jobs; "": there are none. `jobs_database`: the address of a PostgreSQL database that
    knows them; "": a file in the folder. `jobs_sources`: addresses in object stores below which jobs may take photos.
    `jobs_each`: a client's jobs that are not done yet; `jobs_photos`: photos of one; `jobs_bytes_each`, `jobs_bytes`:
    what all jobs of a client and of everybody may take of the disk; `jobs_free`: bytes of it that jobs leave free.
    `jobs_days`: how long one that is done is kept. `jobs_eyes`: photos of jobs that are read at a time, each by an eye
    that nobody waits for. `jobs_upload`: seconds for an upload.
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
    grace: int = 4
    connections: int = 1000
    connections_each: int = 64
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    rate: str = ""
    telemetry: int = 0
    jobs: str = ""
    jobs_database: str = ""
    jobs_sources: tuple[str, ...] = ()
    jobs_each: int = 4
    jobs_photos: int = 10_000
    jobs_bytes_each: int = 4096 * MIB
    jobs_bytes: int = 16_384 * MIB
    jobs_free: int = 1024 * MIB
    jobs_days: float = 7.0
    jobs_eyes: int = 1
    jobs_upload: float = 3600.0

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
        found: dict[str, Value] = {}
        for field in fields(cls):
            if (text := environment.get(name := PREFIX + field.name.upper())) is not None:
                default = field.default
                match default:
                    case int() | float():
                        whole, may_be_zero = isinstance(default, int), field.name in _MAY_BE_ZERO
                        found[field.name] = _number(name, text, whole=whole, may_be_zero=may_be_zero)
                    case str():
                        found[field.name] = _rate(name, text) if field.name == "rate" else text.strip()
                    case _:
                        found[field.name] = _keys(name, text) if field.name == "keys" else _list(text)
        return cls(**found)  # type: ignore[arg-type]


def _number(name: str, text: str, *, whole: bool, may_be_zero: bool) -> int | float:
    try:
        value: int | float = int(text) if whole else float(text)
    except ValueError:
        value = -1
    least = 0 if may_be_zero else 1 if whole else 0.001
    if not least <= value < float("inf"):
        raise ValueError(f"{name}={text!r} is no {'whole ' if whole else ''}number of {least} or more")
    return value


def _list(text: str) -> tuple[str, ...]:
    return tuple(one for part in text.replace("\n", ",").split(",") if (one := part.strip()))


def _rate(name: str, text: str) -> str:
    if text and not _RATE.fullmatch(text):
        raise ValueError(f"{name}={text!r} is no rate; write e.g. 120/minute (second, minute, hour, day)")
    return text


def _keys(name: str, text: str) -> tuple[str, ...]:
    """Told here or in a file, where `#` begins a remark. What is wrong is not shown whole: it may be a key."""
    if "/" in text:
        try:
            lines = Path(text).read_text().splitlines()
        except OSError as error:
            raise ValueError(f"{name}={text!r} cannot be read: {error.strerror}") from error
        text = ",".join(line.partition("#")[0] for line in lines)
    keys = _list(text)
    wrong = next((one for one in keys if not _KEY.fullmatch(one)), None)
    if wrong is not None:
        raise ValueError(f"{name}: {wrong[:8]!r}… is not NAME:SHA256; `zhuoji key NAME` makes one")
    if len({one.partition(":")[0] for one in keys}) < len(keys):
        raise ValueError(f"{name}: two keys have one name")
    if not keys:
        raise ValueError(f"{name}={text!r} names no key; leave it out for none")
    return keys


def is_kubernetes(name: str) -> bool:
    """Whether a variable is told by Kubernetes about a service called `zhuoji` or `zhuoji-...`."""
    return _KUBERNETES.fullmatch(name.removeprefix(PREFIX)) is not None
