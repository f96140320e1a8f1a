"""No code reaches a person: whatever the API can say has words in both languages, and the page shows those."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from api import problems
from api.shapes import DEAL_CODES, DOOR_CODES
from scoring import MeldKind
from scoring.terms import Assumption, Fan, Pattern, WaiveReason
from tests.page.table import ROOT

PROBLEMS = sorted({*DEAL_CODES.split(), *DOOR_CODES.split(), *problems._ZH})
LATIN_WORD = re.compile(r"[A-Za-z]{3,}|_")

SHOWN = """async ([language, problems]) => {
    const { h, render } = await import('/page/vendor/preact.js');
    const { start } = await import('/page/js/store.js');
    const { newRound } = await import('/page/js/round.js');
    const { speak } = await import('/page/js/words.js');
    const { Problem } = await import('/page/js/view.js');
    start({ round: newRound(), evening: null });
    speak(language);
    return problems.map(problem => {
        const place = document.createElement('div');
        render(h(Problem, { problem }), place);
        return place.textContent;
    });
}"""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_refusal_is_a_sentence(page: Page, language: str) -> None:
    """The API's English detail names seats by number and tiles by code: the page doesn't."""
    told: list[dict[str, Any]] = [
        {"code": code, "detail": "seat 2 and 5m are wrong", "pointer": "/players/2/hand"} for code in PROBLEMS
    ]
    shown = page.evaluate(SHOWN, [language, told])
    for code, words in zip(PROBLEMS, shown, strict=True):
        assert words.strip(), code
        assert "_" not in code or code not in words
        assert "_" not in words
        if language == "zh":
            assert not LATIN_WORD.search(words.replace("JavaScript", "")), (code, words)
        else:
            assert not re.search(r"\bseat \d|\b\dm\b", words), (code, words)


def test_a_refusal_names_player_and_tile_by_its_members(page: Page) -> None:
    """Not by what stands in its sentence."""
    told = {"code": "no_pass", "detail": "seat 1: a plain win on another's 9s", "pointer": "/wins/0"}
    assert page.evaluate(SHOWN, ["zh", [told | {"seat": 2, "tile": "5m"}]]) == [
        "对家没有通行证，平胡不能胡别人打的五万。"
    ]
    assert page.evaluate(SHOWN, ["zh", [told]]) == ["没有通行证，平胡不能胡别人打的。"]


def test_what_a_settlement_names_by_code_has_words(page: Page) -> None:
    phrases = page.evaluate("async () => Object.keys((await import('/page/js/phrases.js')).PHRASES)")
    terms = [*Pattern, *Fan, *WaiveReason, *MeldKind]
    assert [str(one) for one in terms if f"term_{one}" not in phrases] == []
    told = page.evaluate("async () => (await (await fetch('/v1/rules')).json()).assumed")
    assert list(told) == [str(one) for one in Assumption]  # the page has no sentences of its own for these
    assert [code for code in told if f"assumed_{code}" in phrases] == []


def test_each_name_has_one_phrase() -> None:
    """Of two with one name the later would be said in the place of both."""
    tables = sorted((ROOT / "api" / "page" / "js").glob("phrases*.js"))
    names = [name for table in tables for name in re.findall(r"^(\w+)\|", _phrases(table.read_text()), re.MULTILINE)]
    assert len(names) > 400
    assert [name for name in names if names.count(name) > 1] == []


def _phrases(text: str) -> str:
    """Without the refusals, which are a table of their own."""
    return text.partition("export const REFUSED")[0]
