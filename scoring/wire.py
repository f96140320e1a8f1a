"""Plain JSON values in, plain JSON values out, as the wire contract has them.

Each function takes a decoded body of any JSON type and answers a dict ready for encoding, or raises InvalidInput with
the contract's code and the JSON Pointer of the offending place; it never raises anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring import hand
from scoring.decode import attempt_from, deal_from, hand_from
from scoring.fields import DEAL, HAND, JUDGED, Shape
from scoring.hand import CompleteHand, Judgement, WaitingTile, Waits
from scoring.house import describe
from scoring.house.meanings import DECIDED_OF_PRESETS
from scoring.house.presets import presets
from scoring.house.sheet import sheet_rules
from scoring.json_reader import Value
from scoring.ledger import Assumed, Settlement, Transfer
from scoring.points import named
from scoring.prices import prices
from scoring.rules import UNSUPPORTED, Interpretation, Rules
from scoring.rulesets import RULE_SETS
from scoring.sections.kinds import TURNED
from scoring.settlement import settle as settle_deal
from scoring.terms import Assumption, Fan, Pattern
from scoring.tiles import TILES

Json = dict[str, Any]


def settle(body: object) -> Json:
    """A deal -> a settlement. Raises InvalidInput."""
    unused = ignored(DEAL, body)
    settlement = settle_deal(deal_from(body))
    return settlement_json(replace(settlement, assumed=(*settlement.assumed, *unused)))


def waits(body: object) -> Json:
    """A hand of 13 or 14 - 3 a meld tiles -> whether it is ready, its waits, or what to discard. Raises InvalidInput.

    One of 14 - 3 a meld tiles that is complete says as what (`won`), whichever of its tiles came last.
    """
    unused = ignored(HAND, body)
    return waits_json(hand.waits(*hand_from(body))) | _reported(unused)


def judge(body: object) -> Json:
    """A hand and how it was won -> whether it wins, as what, and if not, why not. Raises InvalidInput."""
    unused = ignored(JUDGED, body)
    return judgement_json(hand.judge(*attempt_from(body))) | _reported(unused)


def ignored(shape: Shape, body: object) -> tuple[Assumed, ...]:
    """What is said of the fields that mean nothing. Raises InvalidInput for a misspelt one."""
    nothing = Assumption.IGNORED
    return tuple(
        Assumed(str(nothing), nothing.zh.format(value=at), nothing.en.format(value=at), at) for at in shape.unused(body)
    )


def _reported(unused: Sequence[Assumed]) -> Json:
    """Said only where there is something to say."""
    return {"assumed": [assumed_json(one) for one in unused]} if unused else {}


def settlement_json(settlement: Settlement) -> Json:
    """Settlement -> the contract's object."""
    return {
        "transfers": [_line(line) for line in settlement.transfers],
        "waived": [{**_line(line), "because": str(line.because)} for line in settlement.waived],
        "balance": list(settlement.balance),
        "money": list(settlement.money),
        "winners": [
            {
                "seat": winner.seat,
                **_pattern(winner.pattern, winner.fans),
                "units": winner.units,
                **_fans(winner.fans),
                "sets": list(winner.sets),
            }
            for winner in settlement.winners
        ],
        "ready": list(settlement.ready),
        "dealer": settlement.dealer,
        "next_dealer": settlement.next_dealer,
        "next_streak": settlement.next_streak,
        "assumed": [assumed_json(assumed) for assumed in settlement.assumed],
    }


def _line(line: Transfer) -> Json:
    return {
        "payer": line.payer,
        "payee": line.payee,
        "reason": str(line.reason),
        "label": line.zh,
        "label_en": line.en,
        "units": line.units,
        "count": line.times,
        "amount": line.amount,
        "tile": None if line.tile is None else str(line.tile),
    }


def assumed_json(assumed: Assumed) -> Json:
    """Assumed -> {code, seat?, tile?, value, message, message_en}."""
    about = {"seat": assumed.seat, "tile": None if assumed.tile is None else str(assumed.tile)}
    return {
        "code": assumed.code,
        **{key: value for key, value in about.items() if value is not None},
        "value": assumed.value,
        "message": assumed.zh,
        "message_en": assumed.en,
    }


def _pattern(pattern: Pattern, fans: tuple[Fan, ...]) -> Json:
    zh, en = named(pattern, fans)
    return {"pattern": str(pattern), "label": zh, "label_en": en}


def _fans(fans: tuple[Fan, ...]) -> Json:
    """Named only where points add up."""
    return {"fans": [str(fan) for fan in fans]} if fans else {}


def waits_json(found: Waits) -> Json:
    """Waits -> the contract's object."""
    answer: Json = {
        "ready": found.ready,
        "miscounted": found.miscounted,
        "waits": [_wait(wait) for wait in found.waits],
    }
    if found.discards is not None:
        answer["discards"] = [
            {"tile": str(one.tile), "waits": [_wait(wait) for wait in one.waits]} for one in found.discards
        ]
    if found.won is not None:
        answer["won"] = _complete(found.won) | {"sets": list(found.won.sets)}
    return answer


def _wait(wait: WaitingTile) -> Json:
    return {
        "tile": str(wait.tile),
        **_pattern(wait.pattern, wait.fans),
        "units": wait.units,
        "left": wait.left,
        "needs_pass": wait.needs_pass,
        **_fans(wait.fans),
    }


def _complete(found: CompleteHand) -> Json:
    return {**_pattern(found.pattern, found.fans), "units": found.units, **_fans(found.fans)}


def judgement_json(judgement: Judgement) -> Json:
    """Judgement -> the contract's object."""
    code, detail, chinese = judgement.why_not or (None, None, None)
    sets = [] if judgement.hand is None else list(judgement.hand.sets)
    answer: Json = {"wins": judgement.wins, "pattern": None, "label": None, "label_en": None, "units": None}
    answer |= {"sets": sets, "why_not": code, "why_not_detail": detail, "why_not_detail_zh": chinese}
    return answer if judgement.hand is None else answer | _complete(judgement.hand)


def check_sheet(body: object) -> Json:
    """A house sheet -> its name, base, what it changes, what each pattern is worth, and which interpretations of the
    sources stand. Raises InvalidInput, pointers into the sheet.
    """
    found = sheet_rules(Value(body).object().fields)
    differences = describe.differences(found)
    answer = {"name": found.zh, "base": found.name, "differences": differences, "patterns": _patterns(found)}
    return answer | _decided(describe.in_force(found))


def _decided(interpretations: Sequence[Interpretation]) -> Json:
    return {
        "interpretations": [one.en for one in interpretations],
        "interpretations_zh": [one.zh for one in interpretations],
    }


def rules() -> Json:
    """Every rule set: its values with their sources, interpretations, options with their defaults.

    `values`: what a house sheet may say; `presets`: sheets that tables play; `turned`: which kind a turned tile makes a
    chicken, by the value that says whether it does; `assumed`: the sentence of each code, for clients with names of
    their own for seats and tiles.
    """
    return {
        "rule_sets": [_rule_set(rules) for rules in RULE_SETS.values()],
        "unsupported": [{"name": name, "why": why} for name, why in UNSUPPORTED.items()],
        "values": describe.values(),
        "presets": list(presets()),
        "turned": {key: {str(tile): str(made(tile)) for tile in TILES} for key, made in TURNED.items()},
        "assumed": {str(one): {"zh": one.zh, "en": one.en} for one in Assumption},
        "presets_interpretation_zh": DECIDED_OF_PRESETS.decided_zh,
        "presets_interpretation_en": DECIDED_OF_PRESETS.decided_en,
    }


def _rule_set(rules: Rules) -> Json:
    return {
        "id": rules.name,
        "name": rules.zh,
        "source": rules.title_source,
        "players": list(rules.players),
        "values": {
            name: {"value": describe.plain(getattr(rules, name)), "source": source}
            for name, source in rules.sources.items()
        },
        "patterns": _patterns(rules),
        "kongs": {str(kind): word for kind, word in rules.words.kongs.items()},
        **_decided(rules.interpretations),
        "interpretation_keys": [
            {"decided_by": list(one.decided_by), "about": list(one.about)} for one in rules.interpretations
        ],
        "options": {
            name: {
                "default": False,
                "label": option.zh,
                "label_en": option.en,
                "source": option.source,
                "changes": describe.plain(option.changes),
            }
            for name, option in rules.options.items()
        },
    }


def _patterns(rules: Rules) -> list[Json]:
    """What each shape is worth, each once; `single`: with four melds and one tile in hand, where no pattern says so."""
    found = {(price.pattern, price.units): price for price in reversed(prices(rules).values())}
    return [
        {**_pattern(price.pattern, price.fans), "units": price.units, "single": Fan.DAN_DIAO in price.fans}
        for price in reversed(found.values())
    ]
