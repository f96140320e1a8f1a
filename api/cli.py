"""The command line. Exit codes: 0 answered, 1 something could not be read or computed, 2 wrongly called.

A verb's module is imported when the verb is called: who asks for the waits of tiles written down loads no model's
library, and who asks for help loads nothing.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Verb(NamedTuple):
    """Where a verb is: the module of `api` and its command there; and the first sentence of its help."""

    module: str
    command: str
    about: str


VERBS: Mapping[str, Verb] = {
    "key": Verb(
        "serve_cli", "key", "Make a key called NAME: the key for who may ask, and what the service is told of it."
    ),
    "label": Verb("label_cli", "label", "Photos, videos and folders of them -> a data set with labels."),
    "learn": Verb(
        "learn_cli",
        "learn",
        "Teach the eye your tiles: a photo of the 27 kinds in three rows of nine, or any photo, corrected.",
    ),
    "label-export": Verb(
        "export_cli",
        "label_export",
        "Photos and labels in shards, for training: tars as WebDataset reads them, or COCO files.",
    ),
    "label-import": Verb(
        "label_cli",
        "label_import",
        "Take corrected labels back: from the data set's own files, or from what a labelling tool exported.",
    ),
    "read": Verb(
        "photo_cli",
        "read",
        "Read photos, - for stdin; one that cannot be read is reported on stderr and the rest goes on.",
    ),
    "review": Verb(
        "label_cli", "review", "Walk through what is doubtful, in a browser on this machine; contradictions first."
    ),
    "rules": Verb("rules_cli", "rules", "Rule sets and house sheets: list, show, diff, check, new."),
    "score": Verb(
        "photo_cli",
        "score",
        "Read a photo and settle it; without facts a self-draw by the dealer at seat 0, all else assumed aloud.",
    ),
    "serve": Verb("serve_cli", "serve", "Start the HTTP service and its page; ready when /readyz says so."),
    "settle": Verb("deal_cli", "settle", "Settle a deal from a JSON file, - for stdin."),
    "waits": Verb("deal_cli", "waits", "What a hand waits for; an argument that is an existing file is a photo."),
}


class _Lazy(click.Group):
    def list_commands(self, _: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if (verb := VERBS.get(cmd_name)) is None:
            return None
        command: click.Command = getattr(import_module(f"api.{verb.module}"), verb.command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # who reads has seen enough
            raise
        except OSError as error:  # a full disk, of the output too, is no fault of the program
            click.echo(
                f"zhuoji: {error.filename or 'the output cannot be written'}: {error.strerror or error}", err=True
            )
            sys.exit(1)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.about) for name, verb in VERBS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zhuoji", prog_name="zhuoji")
def main() -> None:
    """Zhuoji 捉鸡: a photo of a Guizhou mahjong hand -> tiles, pattern, waits, and who pays whom."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a console of cp1252 shows ? for what it has no letters for
            stream.reconfigure(errors="replace")
