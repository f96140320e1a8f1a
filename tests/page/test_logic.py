"""The page's pure modules, run in the browser that runs them for players."""

from __future__ import annotations

import json
import random
import re
import tomllib
from contextlib import suppress
from itertools import permutations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from api.shapes import DEAL_CODES, DOOR_CODES
from scoring import wire
from scoring.decode import deal_from
from scoring.errors import InvalidInput
from scoring.fates import fates
from scoring.house.describe import in_force, plain
from scoring.house.sheet import rules_for
from scoring.rules import KEYS
from scoring.rulesets import RULE_SETS
from scoring.sections.kinds import TURNED
from scoring.tiles import TILES, parse_tile
from tests.page.table import ROOT
from tests.scoring.sheets import random_sheet
from tests.scoring.test_assumptions import with_gaps

HIGH, LOW = 60, -60


def worked_deals() -> list[dict[str, Any]]:
    """Every deal of the case files that settles, whole; those of house sheets name their own rules."""
    return [
        {"rules": path.stem, **case["deal"], **dict.fromkeys(case.get("null", []))}
        for path in sorted((ROOT / "tests" / "cases").glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        if "deal" in case and "error" not in case
    ]


def test_a_deal_becomes_a_round_and_the_same_deal_again(page: Page) -> None:
    """What a rule set can settle the page can keep in a link, show, edit and settle alike; nothing is missing."""
    deals = worked_deals()
    assert len(deals) > 100
    through = page.evaluate(
        """async deals => {
            const { missing } = await import('/page/js/round.js');
            const { fromDeal, toDeal } = await import('/page/js/deal.js');
            const { assumptions } = await import('/page/js/assumed.js');
            const { wants } = await import('/page/js/rulebook.js');
            const { fromFragment, toFragment } = await import('/page/js/link.js');
            const rules = await (await fetch('/v1/rules')).json();
            const more = { names: null, assumed: [], doubts: [], view: 0 };
            return deals.map(deal => {
                const round = fromDeal(fromFragment(toFragment({ deal, ...more })).deal);
                const need = wants({ rules, round });
                const again = toDeal(round, need);
                const assumed = assumptions(round, need);
                return { again, assumed, missing: missing(round, need) };
            });
        }""",
        deals,
    )
    for deal, one in zip(deals, through, strict=True):
        assert one["missing"] == []
        unseen = {f"chickens:{at}" for at, player in enumerate(deal["players"]) if player.get("hand") is None}
        untold = unseen if "dealer" in deal else unseen | {"dealer:0"}
        fixed = rules_for(deal["rules"], deal.get("options")).fixed_chickens
        untold |= set() if "first_discarder" in deal else {f"first_discarder:{kind}" for kind in fixed}
        assert {code for code in one["assumed"] if not code.startswith("fate:")} <= untold, deal  # as the melds tell
        before, after = wire.settle(deal), wire.settle(one["again"])
        for field in ("transfers", "waived", "balance", "money", "next_dealer", "next_streak"):
            assert after[field] == before[field], deal


def fewest(owed: tuple[int, ...]) -> int:
    """The fewest payments, by trying every order in which debtors pay creditors."""
    people = [sum_ for sum_ in owed if sum_]
    best = len(people)
    for order in set(permutations(people)):
        paid, left = 0, 0
        for sum_ in order:
            left += sum_
            paid += left != 0
        best = min(best, paid)
    return best


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(LOW, HIGH), min_size=2, max_size=3))
def test_payments_settle_and_are_the_fewest(page: Page, some: list[int]) -> None:
    owed = (*some, -sum(some))
    money = [sum_ / 4 for sum_ in owed]  # quarters: a stake need not be whole
    paid = page.evaluate("async money => (await import('/page/js/evening.js')).payments(money)", money)
    left = list(money)
    for one in paid:
        assert one["money"] > 0
        left[one["from"]] += one["money"]
        left[one["to"]] -= one["money"]
    assert all(abs(sum_) < 0.011 for sum_ in left)
    assert len(paid) == fewest(owed)


def test_an_evening_survives_json_and_csv_whatever_its_names(page: Page) -> None:
    names = ['=HYPERLINK("x")', "a,b\nc", "'quoted\"", "丁"]
    settled = {
        "at": "2026-01-02T03:04:05.000Z",
        "deal": {"rules": "mil", "dealer": 0, "players": [{}, {}, {}, {}]},
        "assumed": ["dealer"],
        "winners": [{"seat": 1, "pattern": "ping_hu", "label": "平胡"}],
        "balance": [-3, 9, -3, -3],
        "money": [-1.5, 4.5, -1.5, -1.5],
        "next_dealer": 1,
        "next_streak": 1,
    }
    evening, as_json, as_csv, text = page.evaluate(
        """async ([names, settled]) => {
            const { newEvening, withRound } = await import('/page/js/evening.js');
            const { fromCsv, fromJson, toCsv, toJson } = await import('/page/js/evening_files.js');
            const evening = withRound(newEvening({ names, rules: 'mil', stake: 0.5 }), settled);
            return [evening, fromJson(toJson(evening)), fromCsv(toCsv(evening)), toCsv(evening)];
        }""",
        [names, settled],
    )
    assert evening["rounds"] == [settled]
    assert as_json == as_csv == {**evening, "past": []}
    assert "\n=HYPERLINK" not in text
    assert ',"=HYPERLINK' not in text


def test_files_that_are_no_evening_are_refused(page: Page) -> None:
    def evening(money: list[object]) -> str:
        return json.dumps({"version": 1, "names": ["a", "b", "c"], "rounds": [{"money": money, "balance": [1, 0, 0]}]})

    texts = {"fromJson": ["{}", evening([1, 0, 0]), evening([1, "x", 0])], "fromCsv": ["name,money\r\nx,1\r\n"]}
    said = page.evaluate(
        """async texts => {
            const files = await import('/page/js/evening_files.js');
            const refusal = (read, text) => {
                try { files[read](text); return null; } catch (error) { return error.message; }
            };
            return Object.entries(texts).flatMap(([read, some]) => some.map(text => refusal(read, text)));
        }""",
        texts,
    )
    assert all(said)
    assert said[1] == "round 1: 1 0 0 ≠ 0"


def test_tiles_are_written_as_the_api_writes_them(page: Page) -> None:
    found = page.evaluate(
        """async () => {
            const { compact, parse, sorted } = await import('/page/js/tiles.js');
            return [compact(parse('9s1m55p3m')), parse('1z'), parse('12'), parse(''), sorted(['1s', '9m', '1m'])];
        }"""
    )
    assert found == ["13m55p9s", None, None, [], ["1m", "9m", "1s"]]


def test_a_sheet_says_on_the_page_what_it_says_to_the_engine(page: Page) -> None:
    """Every value of 300 random sheets, options inside and beside them; which kinds a turned tile makes chickens; what
    was decided where the sources are silent.
    """
    rng = random.Random(7)
    asked: list[dict[str, Any]] = []
    for _ in range(300):
        sheet = random_sheet(rng)
        beside = {name: rng.random() < 0.5 for name in RULE_SETS[sheet["base"]].options if rng.random() < 0.3}
        with suppress(InvalidInput):  # an option beside a value that it cannot stand beside
            rules_for(sheet, beside)
            asked.append({"sheet": sheet, "beside": beside, "tile": str(rng.choice(TILES))})
    assert len(asked) > 200
    found = page.evaluate(
        """async asked => {
            const { bookOf, decisionsOf, turnedKinds } = await import('/page/js/rulebook.js');
            const rules = await (await fetch('/v1/rules')).json();
            return asked.map(({ sheet, beside, tile }) => {
                const book = bookOf(rules, sheet, beside);
                return { values: book.values, chickens: turnedKinds(book, tile), decided: decisionsOf(rules, book) };
            });
        }""",
        asked,
    )
    for one, told in zip(asked, found, strict=True):
        rules = rules_for(one["sheet"], one["beside"])
        told["values"]["players"].sort()  # told in any order
        assert {key: told["values"][key] for key in KEYS} == {key: plain(getattr(rules, key)) for key in KEYS}
        assert told["decided"] == [decision.zh for decision in in_force(rules)]
        made = {key: turn(parse_tile(one["tile"])) for key, turn in TURNED.items() if getattr(rules, key)}
        assert told["chickens"] == [str(kind) for kind in made.values()]


def test_the_fate_of_a_first_chicken_is_on_the_page_what_it_is_to_the_engine(page: Page) -> None:
    """In random deals whose pongs don't all say whose discard they took: who opens a link settles the same."""
    rng = random.Random(11)
    deals: list[dict[str, Any]] = []
    expected: list[dict[str, str]] = []
    for deal in (*worked_deals(), *(with_gaps(rng, house=False) for _ in range(1000))):
        with suppress(InvalidInput):
            wire.settle(deal)
            if found := fates(deal_from(deal)):
                deals.append(deal)
                expected.append({str(kind): fate.fate.name.lower() for kind, fate in found.items()})
    for player in (player for deal in deals for player in deal["players"]):
        player["discards"] = "".join(player.get("discards", ""))  # compact, as the page writes them
    assert {fate for one in expected for fate in one.values()} == {"claimed", "lying", "won"}
    told = page.evaluate(
        """async deals => {
            const { fateOf } = await import('/page/js/round.js');
            const { fromDeal } = await import('/page/js/deal.js');
            const fatesOf = ({ first_discarder }, round) =>
                Object.entries(first_discarder).map(([kind, seat]) => [kind, fateOf(round, kind, seat)]);
            return deals.map(deal => Object.fromEntries(fatesOf(deal, fromDeal(deal))));
        }""",
        deals,
    )
    for deal, one, wanted in zip(deals, told, expected, strict=True):
        assert one == wanted, deal


def test_every_phrase_is_there_in_both_languages(page: Page) -> None:
    """And names the same gaps."""
    phrases = page.evaluate("async () => (await import('/page/js/phrases.js')).PHRASES")
    assert len(phrases) > 100
    for name, (zh, en, *one) in phrases.items():
        assert zh, name
        for text in (en, *one):
            assert text, name
            assert sorted(re.findall(r"\{(\w+)\}", zh)) == sorted(re.findall(r"\{(\w+)\}", text)), name


def test_whatever_the_api_refuses_has_words(page: Page) -> None:
    """No code reaches a person."""
    words = page.evaluate(
        """async codes => {
            const { PHRASES, REFUSALS } = await import('/page/js/phrases.js');
            return codes.filter(code => !PHRASES[`problem_${code}`] && !REFUSALS[code]);
        }""",
        [*DEAL_CODES.split(), *DOOR_CODES.split()],
    )
    assert words == []


def test_doubts_come_worst_first(page: Page) -> None:
    order = page.evaluate(
        """async doubts => (await import('/page/js/reading.js')).doubtsOf({ doubts }).map(({ code }) => code)""",
        [
            {"code": "nothing", "worth": {"changes": "nothing", "units": None}},
            {"code": "wait", "worth": {"changes": "wait", "units": None}},
            {"code": "cheap", "worth": {"changes": "pattern", "units": 4}},
            {"code": "hand", "worth": {"changes": "hand", "units": None}},
            {"code": "dear", "worth": {"changes": "pattern", "units": -9}},
            {"code": "untold"},
        ],
    )
    assert order == ["hand", "dear", "cheap", "wait", "untold", "nothing"]
