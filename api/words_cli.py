"""What the verbs of the command line share: options, and how a problem is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

import click

from api.sheets import KNOWN, rules_named, title
from scoring.errors import InvalidInput

DEFAULT_RULES = "zhuoji"
RULES = click.option(
    "--rules", help=f"One of: {', '.join(KNOWN)}; or a sheet of your own, TOML or JSON. [default: {DEFAULT_RULES}]"
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON as the HTTP service answers it.")


def _keep_set(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    context.obj = path  # `api.learn_cli.known_set` reads it where there is an eye to be taught


SET = click.option(
    "--set",
    type=click.Path(dir_okay=False, path_type=Path),
    expose_value=False,
    callback=_keep_set,
    help="A set that `zhuoji learn` was taught.",
)


def named(rules: str) -> object:
    """What `--rules` says: a name, or what is in the file."""
    try:
        return rules_named(rules)
    except InvalidInput as error:
        refuse(error, f"--rules {rules}")


def ruled(told: Mapping[str, object], rules: str | None, where: str) -> dict[str, object]:
    """A deal or facts under what `--rules` says, which outranks their own `rules`; that they said otherwise is told.

    Their own may name a preset or a file, too. Ends with the problem of a file that cannot be read.
    """
    own = told.get("rules")
    try:
        read = rules_named(own) if isinstance(own, str) else own
    except InvalidInput as error:
        refuse(error, where)
    played = read if rules is None else named(rules)
    if rules is not None and read not in (None, played):
        click.echo(f"zhuoji: 按 --rules {rules} 算 is what counts; {where} 里写的是 says {title(read)}", err=True)
    return {**told, **({} if played is None else {"rules": played})}


def echo(lines: Iterable[str]) -> None:
    """Print them; an output that takes no more is told as that, not as a fault of what was done."""
    for line in lines:
        try:
            click.echo(line)
        except BrokenPipeError:  # who reads has seen enough
            raise
        except OSError as error:
            fail(f"the output cannot be written: {error.strerror}")


def refuse(error: InvalidInput, argument: str) -> NoReturn:
    """End with what is wrong with an argument."""
    where = f" {error.pointer}:" if error.pointer else ""
    chinese = f" / {error.chinese}" if error.chinese else ""
    fail(f"{argument}: [{error.code}]{where} {error.detail}{chinese}")


def fail(message: str) -> NoReturn:
    """End with one line on stderr, exit code 1."""
    click.echo(f"zhuoji: {message}", err=True)
    sys.exit(1)
