"""What all verbs of the command line have in common: help, columns, consoles, what each of them loads."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest
from click import Context

from api import cli, terminal
from tests.api.asking import SAMPLES, run
from tests.api.stubs import reading_of


def test_every_command_explains_itself() -> None:
    assert run().output == run("--help").output
    for command in ("score", "waits", "read", "settle", "serve"):
        assert "Usage" in run(command, "--help").output
    assert "ZHUOJI_QUEUE_PLACES=8" in run("serve", "--help").output
    assert run("score").exit_code == 2
    assert run("--version").output.startswith("zhuoji")


def test_columns_line_up_whatever_the_script() -> None:
    assert [terminal.width(text) for text in ("abc", "幺鸡", "7m 七万", "–")] == [3, 4, 7, 1]
    lines = terminal.table([("幺鸡", 1), ("abc", 100)], numbers=(1,))
    assert [terminal.width(line) for line in lines] == [11, 11]


def test_a_meld_is_listed_by_its_tile_and_one_that_lies_face_down_without() -> None:
    melds = [{"kind": "pong", "tile": "1m", "group": 0}, {"kind": "concealed", "tile": None, "group": 0}]
    shown = "\n".join(terminal.reading_lines(reading_of(melds=melds)))
    assert "1m (碰 pong)  ? (暗杠 concealed kong)" in shown


@pytest.mark.parametrize("codec", ["cp1252", "latin-1", "ascii", "gbk", "utf-8"])
def test_a_console_of_few_letters_shows_what_it_can(codec: str) -> None:
    """A process of its own: what Python makes of the console is what counts."""
    command = [sys.executable, "-c", "from api.cli import main; main()", "waits", "123s234m567m99p46p"]
    found = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": codec}, capture_output=True, check=True)
    assert b"waits" in found.stdout
    assert b"5p" in found.stdout


def test_the_list_of_verbs_says_what_each_says_of_itself() -> None:
    for name, verb in cli.VERBS.items():
        command = cli.main.get_command(Context(cli.main), name)
        assert command is not None
        assert (command.name, command.get_short_help_str(200)) == (name, verb.about)
    listed = run("--help").stdout
    assert all(f"  {name} " in listed for name in cli.VERBS)
    assert run("notes").exit_code == 2


MODELS = {"cv2", "numpy", "onnxruntime", "PIL"}
SERVICE = {"fastapi", "starlette", "pydantic", "uvicorn"}


@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        (("--help",), {*MODELS, *SERVICE, "scoring", "vision"}),
        (("--version",), {*MODELS, *SERVICE, "scoring", "vision"}),
        (("waits", "123s234m567m99p46p"), {*MODELS, *SERVICE}),
        (("settle", SAMPLES / "deal.json"), {*MODELS, *SERVICE}),
        (("rules", "list"), {*MODELS, *SERVICE}),
        (("read", SAMPLES / "win.jpg"), SERVICE),
    ],
)
def test_a_verb_loads_only_what_it_needs(arguments: tuple[object, ...], spared: set[str]) -> None:
    """Libraries that a verb does not use would be most of the time that it takes."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(sorted({name.split('.')[0] for name in sys.modules}),"
        " file=sys.stderr)); from api.cli import main; main()"
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(found.stderr.splitlines()[-1]))
    assert "api" in loaded
    assert not loaded & spared
