"""The Python examples of README run, and each line with an answer behind it gives that answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import scoring

README = Path(__file__).parents[2] / "README.md"
ANSWER = re.compile(r"^(\S.*?)  # (.+)$", re.MULTILINE)


def test_the_examples_run_and_give_the_answers_beside_them() -> None:
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    answers = 0
    for example in examples:
        names: dict[str, Any] = {}
        exec(example, names)
        for code, answer in ANSWER.findall(example):
            assert repr(eval(code, names)) == answer
            answers += 1
    assert answers


def test_the_face_has_what_it_names() -> None:
    assert sorted(scoring.__all__) == sorted(set(scoring.__all__))
    assert all(hasattr(scoring, name) for name in scoring.__all__)
