"""Every worked deal of tests/cases/<rules>.toml against the engine, through the wire.

A case: `name`, `source`, `deal` (without `rules`, but in house.toml), and what must come out, every line of it:
`lines` = ["payer>payee reason units", …], `waived` = ["payer>payee reason units because", …] (sums; a reason that is
paid several times is summed), and as wanted `balance`, `money`, `ready`, `next` = [dealer, streak], `winners` = ["seat
pattern units", …], `fans`, `assumed` = ["code" or "code seat", …], `labels` = the kinds of lines paid, ["reason
label", …] sorted; or `error` = the code. "all>3 win 1" is short for every other seat paying. `null` = the fields that
are JSON's null, which TOML has no word for. Cases of /v1/waits and /v1/judge have `waits` or `judge` (the body without
`rules`) and `answer` (the fields that must come out) or `error`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring import wire
from scoring.errors import InvalidInput
from scoring.rulesets import RULE_SETS

CASES = Path(__file__).parent.parent / "cases"
HOUSE = "house"
"""The file whose cases are of house sheets: each names its own `rules`."""
COMPARED = ("balance", "money", "ready", "next", "winners", "fans", "labels", "assumed")
FIELDS = {"name", "source", "deal", "waits", "judge", "null", "error", "answer", "lines", "waived", *COMPARED}


def load() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.toml")):
        cases = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        found += [pytest.param(path.stem, case, id=f"{path.stem}: {case['name']}") for case in cases]
    return found


def expand(lines: list[str], seats: int) -> Counter[tuple[str, ...]]:
    """`all>3 win 1` -> sums by (payer, payee, reason[, because])."""
    sums: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        pair, reason, units, *because = line.split()
        payer, payee = pair.split(">")
        payers = [str(seat) for seat in range(seats) if str(seat) != payee] if payer == "all" else [payer]
        payees = [str(seat) for seat in range(seats) if str(seat) != payer] if payee == "all" else [payee]
        for one in payers:
            for other in payees:
                sums[one, other, reason, *because] += int(units)
    return sums


def found_lines(lines: list[dict[str, Any]]) -> Counter[tuple[str, ...]]:
    sums: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        because = [line["because"]] if "because" in line else []
        sums[str(line["payer"]), str(line["payee"]), line["reason"], *because] += line["amount"]
    return sums


def test_every_rule_set_has_its_cases() -> None:
    assert {path.stem for path in CASES.glob("*.toml")} == {*RULE_SETS, HOUSE}


@pytest.mark.parametrize(("rules", "case"), load())
def test_case(rules: str, case: dict[str, Any]) -> None:
    assert case["source"], "a case cites its source"
    assert set(case) <= FIELDS, "what nobody compares proves nothing"
    asked = next(kind for kind in ("deal", "waits", "judge") if kind in case)
    route = wire.settle if asked == "deal" else getattr(wire, asked)
    body = {"rules": rules, **case[asked], **dict.fromkeys(case.get("null", []))}
    if "error" in case:
        with pytest.raises(InvalidInput) as refused:
            route(body)
        assert refused.value.code == case["error"]
        return
    answer = route(body)
    if asked != "deal":
        assert_subset(case["answer"], answer)
        return
    seats = len(body["players"])
    assert found_lines(answer["transfers"]) == expand(case["lines"], seats)
    assert found_lines(answer["waived"]) == expand(case.get("waived", []), seats)
    got = {
        **answer,
        "next": [answer["next_dealer"], answer["next_streak"]],
        "winners": [f"{w['seat']} {w['pattern']} {w['units']}" for w in answer["winners"]],
        "fans": [sorted(w.get("fans", [])) for w in answer["winners"]],
        "labels": sorted({f"{line['reason']} {line['label']}" for line in answer["transfers"]}),
        "assumed": [f"{a['code']} {a.get('seat', a.get('tile', ''))}".strip() for a in answer["assumed"]],
    }
    for field in COMPARED:
        if field in case:
            assert got[field] == case[field], field


def assert_subset(wanted: Any, got: Any) -> None:
    """Every field that is wanted is there with that value."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert_subset(value, got[key])
    elif isinstance(wanted, list) and all(isinstance(item, dict) for item in wanted):
        assert len(wanted) == len(got), got
        for one, other in zip(wanted, got, strict=True):
            assert_subset(one, other)
    else:
        assert wanted == got
