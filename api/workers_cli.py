"""Options and errors that the verbs for many photos share: who works, where the data set lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from api.cores import cores
from api.words_cli import fail
from vision.eye.onnx import ModelError
from vision.labels.job import Eyes
from vision.labels.manifest import NAME as MANIFEST
from vision.labels.places import is_address
from vision.labels.sheet import LabelError
from vision.labels.trouble import trouble
from vision.labels.workers import Workers, here, load_eye, processes

Command = TypeVar("Command", bound=Callable[..., Any])


class Place(click.Path):
    """A path, or an address in an object store, which stays a text."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Raises BadParameter."""
        if isinstance(value, str) and is_address(value):
            return value.rstrip("/")
        return super().convert(value, param, ctx)


def root_of(out: Path | str) -> tuple[Path, str | None]:
    """The folder of the manifest, and the store that the data set lies in."""
    folder = click.get_current_context().meta["zhuoji.manifest"]
    if isinstance(out, Path):
        if folder is not None:
            raise click.UsageError(f"--manifest is for data sets in object stores; that of {out} lies in it")
        return out, None
    if folder is None:
        raise click.UsageError(f"--out {out} needs --manifest DIR: a folder on a disk that stays, for what is known")
    return Path(folder), out


def _keep(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    context.meta[f"zhuoji.{parameter.name}"] = value


def engine(command: Command) -> Command:
    """Who reads the photos and where what is known is kept: options of `staff` and `root_of`."""
    kept: dict[str, Any] = {"expose_value": False, "callback": _keep}
    names = click.Choice(("processes", "ray"))
    who = click.option("--engine", type=names, help="Who reads photos. [default: processes]", **kept)
    address = click.option("--address", help="The Ray cluster; without it one on this machine.", **kept)
    folder = click.Path(file_okay=False)
    manifest = click.option("--manifest", type=folder, help="With --out in an object store: its manifest.", **kept)
    return who(address(manifest(command)))


def staff(count: int | None, make: Eyes | None = None) -> Workers:
    """Who was asked for by `--engine`, `--address` and `--workers`; without `make` they need no eye. Exits where these
    do not fit.
    """
    asked = click.get_current_context().meta
    address = asked["zhuoji.address"]
    if asked["zhuoji.engine"] == "ray":
        try:
            from vision.labels.cluster import cluster
        except ImportError as error:
            fail(f"--engine ray needs Ray here and on every node: pip install 'zhuoji[ray]' ({error})")
        return cluster(make or load_eye, address, count)
    if address is not None:
        raise click.UsageError(f"--address {address} is a Ray cluster's: it needs --engine ray")
    count = count or cores()
    return here(make and make()) if count == 1 else processes(count, make or load_eye)


@contextmanager
def reported(out: Path) -> Iterator[None]:
    """Whatever is wrong with the disk, the data set or the models is one clear line."""
    try:
        yield
    except (ModelError, LabelError) as error:
        fail(str(error))
    except sqlite3.Error as error:
        fail(trouble(out / MANIFEST, error))
    except BrokenPipeError:  # who reads has seen enough
        raise
    except OSError as error:
        fail(f"{error.filename or out}: {error.strerror or error}")  # a full disk names no file
