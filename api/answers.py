"""A reading and what was told about it -> the answers of the photo routes and of the command line.

Nothing here raises for what was told: what cannot be computed is None, and `problem` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from api.eye import Context
from api.facts import facts_in, usual_seats
from api.photo_deal import PhotoDeal, merge_melds, photo_deal
from api.problems import to_json
from api.round_photos import View, check_seats, check_table, untold, views, winner, with_seen
from api.shown import PHOTO, Json, check_named, seen_beside
from scoring import hand, wire
from scoring.errors import InvalidInput, Whole, rebase_pointer
from scoring.fields import FACTS
from scoring.hand import Hand, Judgement
from scoring.house.sheet import rules_for
from scoring.ledger import Settlement, Transfer
from scoring.settlement import settle
from vision.doubts.together import check_together
from vision.types import Reading, Role
from vision.wire import readings

PRICES = ("rules", "options")  # what the facts tell, or a field of its own beside them
_OWN_SEAT, _SEATS = 0, 4  # waits need no feeder; any seats do


def reading_answer(reading: Reading, context: Context) -> Json:
    """A reading, and by which rules its doubts are priced."""
    return readings.to_json(reading) | {"priced_by": context.priced_by}


def readings_answer(readings: Sequence[Reading], context: Context) -> Json:
    """The first reading, and where there are several photos of one round, `readings`: all, checked together."""
    together = check_together(readings) if len(readings) > 1 else readings
    answers = [reading_answer(one, context) for one in together]
    return answers[0] | ({"readings": answers} if len(answers) > 1 else {})


def waits_answer(
    reading: Reading, rules: object, options: object, beside: Collection[str] = PRICES, *, missing: str | None = None
) -> Json:
    """`{"reading", "waits", "problem"}`; `rules` and `options` as they were told, None where they were not, `beside` as
    in `into_facts`; `missing`: the suit declared to be lacked.
    """
    context = Context.of(rules, options)
    answer: Json = {"reading": reading_answer(reading, context), "waits": None, "problem": None}
    try:
        check_named(reading, Role.HAND)
        melds = merge_melds(reading.melds, (), _OWN_SEAT, _SEATS)
        held = Hand(reading.hand, melds, seen_beside(reading, reading.hand), missing)
        answer["waits"] = wire.waits_json(hand.waits(held, rules_for(rules, options)))
    except InvalidInput as error:
        answer["problem"] = to_json(into_facts(rebase_pointer(error, _OF_A_PHOTO), beside))
    return answer


_OF_A_PHOTO = {"": Whole(PHOTO)} | {f"/{name}": f"/{name}" for name in PRICES}
"""Where a fault in a hand is, whose tiles and melds are all the photo's."""


def score_answer(reading: Reading, facts: object, beside: Collection[str] = ()) -> Json:
    """`{"reading", "judge", "waits", "settlement", "problem"}`; pointers as `into_facts` has them, and `beside`."""
    read = reading_answer(reading, Context.of_facts(facts))
    answer: Json = {"reading": read} | dict.fromkeys(("judge", "waits", "settlement", "problem"))

    def attempt(name: str, compute: Callable[[], Json | None]) -> None:
        try:
            answer[name] = compute()
        except InvalidInput as error:
            answer["problem"] = answer["problem"] or to_json(into_facts(asked.in_facts(error), beside))

    try:
        asked = photo_deal(reading, facts_in(facts, reading.winning_tile))
    except InvalidInput as error:
        answer["problem"] = to_json(into_facts(error, beside))
        if isinstance(facts, dict):
            answer["waits"] = waits_answer(reading, facts.get("rules"), facts.get("options"))["waits"]
        return answer
    attempt("settlement", lambda: _settle(asked))
    attempt("judge", lambda: _judge(asked))
    attempt("waits", lambda: wire.waits_json(hand.waits(asked.hand, asked.facts.rules)))
    return answer


def round_answer(readings: Sequence[Reading], told_seats: object, facts: object, beside: Collection[str] = ()) -> Json:
    """The same of several photos of one round, or of one that shows the whole table; with several also `readings`.

    `told_seats`: as it was sent, whose hands they show. `judge` and `waits` are of the first photo's hand.
    """
    if len(readings) == 1 and told_seats is None and not (isinstance(facts, dict) and facts.get("table")):
        return score_answer(readings[0], facts, beside)
    together = check_together(readings)
    context = Context.of_facts(facts)
    told = facts if isinstance(facts, dict) else {}
    try:
        seats = check_seats(told_seats, len(readings), told)
        seen = views(together, seats, len(told.get("players") or range(usual_seats(told))), table=check_table(told))
        answer = score_answer(together[0], {**told, "seat": seats[0]}, beside)
        answer["settlement"], problem = _settled(seen, told, beside)
        answer["problem"] = problem or (answer["problem"] if answer["waits"] is None else None)
    except InvalidInput as error:
        answer = {"reading": reading_answer(together[0], context)} | dict.fromkeys(("judge", "waits", "settlement"))
        answer["problem"] = to_json(into_facts(error, {*beside, "seats"}))
    return answer | ({"readings": [reading_answer(one, context) for one in together]} if len(together) > 1 else {})


def _settled(seen: Sequence[View], facts: Json, beside: Collection[str]) -> tuple[Json | None, Json | None]:
    """The settlement with every hand that the photos show, or why there is none."""
    places: Mapping[str, str] = {}
    asked: PhotoDeal | None = None
    try:
        left = untold(seen, facts)
        own = winner(facts, left)
        filled = with_seen(facts, left, own)
        places = filled.places
        asked = photo_deal(own.reading, facts_in(filled.facts, own.reading.winning_tile))
        settlement = _settle(asked)
    except InvalidInput as error:
        moved = error if asked is None else asked.in_facts(error)
        return None, to_json(into_facts(rebase_pointer(moved, places), beside))
    return settlement | {"assumed": [*filled.assumed, *settlement["assumed"]]}, None


def check_facts(facts: object) -> None:
    """Raises InvalidInput (`bad_facts`) for a misspelt field; one that means nothing is told with the settlement."""
    try:
        tuple(FACTS.unused(facts))
    except InvalidInput as error:
        raise into_facts(error) from None


def into_facts(error: InvalidInput, beside: Collection[str] = ()) -> InvalidInput:
    """A fault in a deal, seen from the form field `facts`; one in the photo points there already.

    `beside`: what of it was told in form fields of their own, which are what is named then.
    """
    moved = rebase_pointer(error, {"": "facts"} | {f"/{name}": name for name in beside})
    in_facts = moved.pointer == "facts" or moved.pointer.startswith("/facts/")
    return moved.as_code("bad_facts") if in_facts and moved.code == "bad_json" else moved


def _settle(asked: PhotoDeal) -> Json:
    """The settlement that every split gives. Raises InvalidInput where they differ, or with the first one's reason."""
    settlements = [settle(asked.deal(split)) for split in asked.splits]
    first = settlements[0]
    if any(_essence(other) != _essence(first) for other in settlements[1:]):
        each = "; ".join(
            f"{won} {list(settlement.balance)}" for (_, won), settlement in zip(asked.splits, settlements, strict=True)
        )
        detail = f"which tile was won on changes who pays what, and the photo does not tell: {each}"
        chinese = f"胡的是哪一张，照片里看不出，付的钱却不一样：{each}"
        raise InvalidInput("bad_facts", detail, "/wins/0/tile", chinese)
    answer = wire.settlement_json(replace(first, assumed=(*first.assumed, *asked.facts.ignored)))
    return answer | {"assumed": [*asked.assumed, *answer["assumed"]]}


def _judge(asked: PhotoDeal) -> Json | None:
    """The judgement that every possible win gets; None where there is no win to judge, or they differ."""
    attempts = [asked.attempt(split) for split in asked.splits]
    verdicts = [hand.judge(attempt, asked.facts.rules) for attempt in attempts if attempt is not None]
    alike = all(_without_sets(verdict) == _without_sets(verdicts[0]) for verdict in verdicts)
    return wire.judgement_json(verdicts[0]) if verdicts and alike else None


def _without_sets(judgement: Judgement) -> Judgement:
    return judgement if judgement.hand is None else replace(judgement, hand=replace(judgement.hand, sets=()))


def _essence(settlement: Settlement) -> object:
    """What must be alike for two settlements to be the same at the table: not the tile that a line names."""
    return [sorted(map(_line, lines)) for lines in (settlement.transfers, settlement.waived)], settlement.next_dealer


def _line(line: Transfer) -> tuple[str, ...]:
    return tuple(str(value) for value in line._replace(tile=None))
