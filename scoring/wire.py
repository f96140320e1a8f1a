"""Plain JSON values in, plain JSON values out, as the wire contract has them.

Each function takes a decoded body of any JSON type and answers a dict ready for encoding, or raises InvalidInput with
the contract's code and the JSON Pointer of the offending place; it never raises anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.decode import Object, deal_from, hand_from, judged_from, missing_from, options_from
from scoring.fields import DEAL, HAND, JUDGED, Shape
from scoring.house import describe
from scoring.house.sheet import sheet_rules
from scoring.ledger import Assumed, Settlement, Transfer
from scoring.legality import declared_fault
from scoring.legality import judge as judge_win
from scoring.patterns import Wait, best, ready_discards, sets
from scoring.patterns import waits as waits_of
from scoring.points import named, points
from scoring.prices import prices
from scoring.rules import UNSUPPORTED, Rules
from scoring.rulesets import RULE_SETS
from scoring.settle import settle as settle_deal
from scoring.table import Meld, Place, check_copies, check_suits, hand_size, meld_places
from scoring.terms import Fan, Pattern
from scoring.tiles import COPIES, Tile, counts

Json = dict[str, Any]


def settle(body: object) -> Json:
    """A deal -> a settlement. Raises InvalidInput."""
    unused = _unused(DEAL, body)
    settlement = settle_deal(deal_from(body))
    return settlement_json(replace(settlement, assumed=(*settlement.assumed, *unused)))


def _unused(shape: Shape, body: object) -> tuple[Assumed, ...]:
    """What is said of the fields that mean nothing. Raises InvalidInput for a misspelt one."""
    return tuple(
        Assumed("ignored", f"没有“{at}”这一项，没用上", f"{at} is no field here: not used", at)
        for at in shape.unused(body)
    )


def _told(unused: Sequence[Assumed]) -> Json:
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


def waits(body: object) -> Json:
    """A hand of 13 or 14 - 3 a meld tiles -> whether it is ready, its waits, or what to discard. Raises InvalidInput.

    One of 14 - 3 a meld tiles that is complete says as what (`won`), whichever of its tiles came last.
    """
    unused = _unused(HAND, body)
    whole = Object.of(body)
    rules = options_from(whole)
    concealed, melds = hand_from(whole)
    seen, missing = whole.tiles("seen"), missing_from(whole)
    held = _held(concealed, melds, seen)

    def places() -> Sequence[Place]:
        return ("/hand", concealed), *meld_places(melds, "/melds"), ("/seen", seen)

    check_suits(rules, places)
    check_copies(held, places)
    answer: Json = {"ready": False, "miscounted": False, "waits": []}
    size = hand_size(len(melds))
    if len(concealed) == size:
        answer["waits"] = [_wait(wait, held, rules) for wait in waits_of(concealed, melds, rules, missing)]
        answer["ready"] = bool(answer["waits"])
    elif len(concealed) == size + 1:
        answer["discards"] = [
            {"tile": str(discard.tile), "waits": [_wait(wait, held, rules) for wait in discard.waits]}
            for discard in ready_discards(concealed, melds, rules, missing)
        ]
        answer["ready"] = bool(answer["discards"])
        if (value := best(concealed, melds, None, rules, missing)) is not None:
            fans = value.fans if rules.points_add_up else ()
            answer["won"] = {**_pattern(value.pattern, fans), "units": value.units, **_fans(fans)}
            answer["won"]["sets"] = sets(concealed, melds, value)
    else:
        answer["miscounted"] = True
    return answer | _told(unused)


def _held(concealed: Sequence[Tile], melds: Sequence[Meld], more: Sequence[Tile]) -> list[int]:
    held = counts((*concealed, *more))
    for meld in melds:
        held[meld.tile] += meld.size
    return held


def _wait(wait: Wait, held: list[int], rules: Rules) -> Json:
    fans = wait.value.fans if rules.points_add_up else ()
    return {
        "tile": str(wait.tile),
        **_pattern(wait.value.pattern, fans),
        "units": wait.value.units,
        "left": COPIES - held[wait.tile],
        "needs_pass": wait.needs_pass,
        **_fans(fans),
    }


def judge(body: object) -> Json:
    """A hand and how it was won -> whether it wins, as what, and if not, why not. Raises InvalidInput."""
    unused = _unused(JUDGED, body)
    whole = Object.of(body)
    rules = options_from(whole)
    attempt = judged_from(whole, rules)
    hand, melds, won = attempt.player.hand or (), attempt.player.melds, (attempt.tile,)
    held = _held(hand, melds, won)

    def places() -> Sequence[Place]:
        return ("/hand", hand), *meld_places(melds, "/melds"), ("/win/tile", won)

    check_suits(rules, places)
    check_copies(held, places)
    verdict = judge_win(attempt, rules)
    refusal = (
        ("refused_earlier", "this player let a win go: this one is void and punished (包牌)") if verdict.void else None
    )
    why_not = verdict.why_not or declared_fault(attempt.player, rules) or refusal
    answer: Json = {"wins": why_not is None, "pattern": None, "label": None, "label_en": None, "units": None}
    answer |= {
        "sets": [],
        "why_not": why_not[0] if why_not else None,
        "why_not_detail": why_not[1] if why_not else None,
    }
    if verdict.value is not None:
        units, fans = points(verdict.value, attempt, rules)
        answer |= {**_pattern(verdict.value.pattern, fans), "units": units, **_fans(fans)}
        answer["sets"] = sets(attempt.hand(), attempt.player.melds, verdict.value)
    return answer | _told(unused)


def check_sheet(body: object) -> Json:
    """A house sheet -> its name, base and what it changes. Raises InvalidInput, pointers into the sheet."""
    found = sheet_rules(Object.of(body).fields)
    return {"name": found.zh, "base": found.name, "differences": describe.differences(found)}


def rules() -> Json:
    """Every rule set: its values with their sources, interpretations, options with their defaults.

    `values`: what a house sheet may say; `presets`: sheets that tables play.
    """
    return {
        "rule_sets": [_rule_set(rules) for rules in RULE_SETS.values()],
        "unsupported": [{"name": name, "why": why} for name, why in UNSUPPORTED.items()],
        "values": describe.values(),
        "presets": list(describe.presets()),
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
        "interpretations": [en for _, en in rules.interpretations],
        "interpretations_zh": [zh for zh, _ in rules.interpretations],
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
