"""What is true at the table: tiles, hands, rule sets, patterns, waits and settlements.

Standard library only; knows nothing of photos or HTTP. The modules, in the order in which they build
on one another:

- `errors`      InvalidInput: the one exception, with a code, a sentence and a JSON Pointer; parts of its sentences
- `sentences`   what each error code says to a player, in Chinese
- `tiles`       Tile: the 27 kinds; compact notation and Chinese names in and out
- `terms`       the fixed codes - patterns, fans, meld kinds, reasons - each with its Chinese and English name
- `choices`     the words that a rule may be set to, likewise
- `inputs`      Input: what a field of a dataclass is on the wire, declared beside the field
- `rules`       Rules: every value of a rule set, each with its names and range (`KEYS`); options
- `rulesets`    the five rule sets as constants, by name, each value beside its source
- `house`       a rule set's name, or a table's own sheet over one -> Rules; what a sheet may say; presets
- `table`       Meld, Player, Win; what no hand, meld or tile may be
- `deal`        Deal: a finished round, checked when built
- `shapes`      counts of tiles -> every way they divide into sets and a pair, or into pairs
- `prices`      what each shape of a hand is worth under a rule set
- `patterns`    hand -> highest-scoring pattern, readiness, waits, what to discard
- `legality`    who may win, who may have declared
- `points`      bonuses on top of the pattern
- `round`       Round: facts derived from a deal once: winners, void wins, readiness, what is burnt
- `fates`       what became of the table's first chicken
- `ledger`      Claim, Transfer, Settlement; the one place where claims stand or fall
- `sections`    the claims: win, kongs, chickens, drawn rounds and penalties
- `succession`  who deals next
- `assumptions` what was not told and mattered
- `settlement`  Deal -> Settlement
- `hand`        one hand by itself: its waits, what to discard, whether it wins
- `json_reader` JSON values from outside, refused with code, place and value
- `decode`      JSON values -> Deal, Hand, Attempt, as `inputs` declares their fields
- `fields`      known names of input fields; a misspelt one is refused, another reported as not used
- `wire`        JSON values in and out, as the wire contract has them
- `comparison`  the five rule sets side by side, as a page

One deal: `decode.deal_from(body)` -> Deal -> `round.analyse_deal` -> Round -> the sections' claims ->
`ledger.post` -> lines.

What Python callers need is here: `settle(deal)`, `waits(hand, rules)`, `judge(attempt, rules)`, `rules_for(name)` (or a
sheet), and the values that they take and give.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.deal import Deal
    from scoring.errors import InvalidInput
    from scoring.hand import CompleteHand, Discard, Hand, Judgement, WaitingTile, Waits, judge, waits
    from scoring.house.sheet import rules_for
    from scoring.ledger import Assumed, Settlement, Transfer, Winner
    from scoring.legality import Attempt
    from scoring.rules import Option, Rules
    from scoring.rulesets import RULE_SETS
    from scoring.settlement import settle
    from scoring.table import Meld, Player, Win
    from scoring.terms import By, Declared, Fan, MeldKind, Pattern, Reason
    from scoring.tiles import Tile, compact, parse_tile, parse_tiles

__all__ = [
    "RULE_SETS",
    "Assumed",
    "Attempt",
    "By",
    "CompleteHand",
    "Deal",
    "Declared",
    "Discard",
    "Fan",
    "Hand",
    "InvalidInput",
    "Judgement",
    "Meld",
    "MeldKind",
    "Option",
    "Pattern",
    "Player",
    "Reason",
    "Rules",
    "Settlement",
    "Tile",
    "Transfer",
    "WaitingTile",
    "Waits",
    "Win",
    "Winner",
    "compact",
    "judge",
    "parse_tile",
    "parse_tiles",
    "rules_for",
    "settle",
    "waits",
]

_HOMES = {
    "scoring.deal": ("Deal",),
    "scoring.errors": ("InvalidInput",),
    "scoring.hand": ("CompleteHand", "Discard", "Hand", "Judgement", "WaitingTile", "Waits", "judge", "waits"),
    "scoring.house.sheet": ("rules_for",),
    "scoring.ledger": ("Assumed", "Settlement", "Transfer", "Winner"),
    "scoring.legality": ("Attempt",),
    "scoring.rules": ("Option", "Rules"),
    "scoring.rulesets": ("RULE_SETS",),
    "scoring.settlement": ("settle",),
    "scoring.table": ("Meld", "Player", "Win"),
    "scoring.terms": ("By", "Declared", "Fan", "MeldKind", "Pattern", "Reason"),
    "scoring.tiles": ("Tile", "compact", "parse_tile", "parse_tiles"),
}
"""Imported when it is asked for: who reads tiles or rules needs no settlement."""


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
