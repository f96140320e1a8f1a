"""A reading and what was told about it -> the answers of the photo routes and of the command line.

Nothing here raises for what was told: what cannot be computed is None, and `problem` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from api.eye import Table
from api.facts import Told, merge_melds, placed, tell
from api.problems import to_json
from api.shown import PHOTO, Json, check_named, waits_of
from scoring import wire
from scoring.errors import InvalidInput
from scoring.fields import FACTS
from vision.types import Reading, Role
from vision.wire import readings

PRICES = ("rules", "options")  # what the facts tell, or a field of its own beside them
_OWN_SEAT, _SEATS = 0, 4  # waits need no feeder; any seats do


def reading_answer(reading: Reading, table: Table) -> Json:
    """A reading, and by which rules its doubts are priced."""
    return readings.to_json(reading) | {"priced_by": table.priced_by}


def waits_answer(reading: Reading, rules: object, options: object, beside: Collection[str] = PRICES) -> Json:
    """`{"reading", "waits", "problem"}`; `rules` and `options` as they were told, None where they were not, `beside` as
    in `into_facts`.
    """
    table = Table.of(rules, options)
    answer: Json = {"reading": reading_answer(reading, table), "waits": None, "problem": None}
    try:
        check_named(reading, Role.HAND)
        melds = merge_melds(reading.melds, None, _OWN_SEAT, _SEATS)
        body: Json = {"rules": rules, "options": {} if options is None else options, "melds": melds}
        answer["waits"] = wire.waits(body | waits_of(reading, reading.hand))
    except InvalidInput as error:
        about = error.pointer if _field(error.pointer) in PRICES else PHOTO  # hand and melds are the photo's
        answer["problem"] = to_json(into_facts(InvalidInput(error.code, error.detail, about), beside))
    return answer


def score_answer(reading: Reading, facts: object, beside: Collection[str] = ()) -> Json:
    """`{"reading", "judge", "waits", "settlement", "problem"}`; pointers as `into_facts` has them, and `beside`."""
    read = reading_answer(reading, Table.of_facts(facts))
    answer: Json = {"reading": read} | dict.fromkeys(("judge", "waits", "settlement", "problem"))

    def attempt(name: str, compute: Callable[[], Json | None]) -> None:
        try:
            answer[name] = compute()
        except InvalidInput as error:
            answer["problem"] = answer["problem"] or to_json(into_facts(placed(error, told.seat, told.untold), beside))

    try:
        told = tell(reading, facts)
    except InvalidInput as error:
        answer["problem"] = to_json(into_facts(error, beside))
        if isinstance(facts, dict):
            answer["waits"] = waits_answer(reading, facts.get("rules"), facts.get("options"))["waits"]
        return answer
    attempt("settlement", lambda: _settle(told))
    attempt("judge", lambda: _judge(told))
    attempt("waits", lambda: wire.waits(told.hand))
    return answer


def check_facts(facts: object) -> None:
    """Raises InvalidInput (`bad_facts`) for a misspelt field; one that means nothing is told with the settlement."""
    try:
        tuple(FACTS.unused(facts))
    except InvalidInput as error:
        raise into_facts(error) from None


def into_facts(error: InvalidInput, beside: Collection[str] = ()) -> InvalidInput:
    """A refusal about a deal, seen from the form field `facts`; one about the photo points there already.

    `beside`: what of it was told in form fields of their own, which are what is named then.
    """
    if error.pointer == PHOTO:
        return error
    name = _field(error.pointer)
    if name in beside:
        return InvalidInput(error.code, error.detail, name if error.pointer == f"/{name}" else error.pointer)
    code = "bad_facts" if error.code == "bad_json" else error.code
    return InvalidInput(code, error.detail, f"/facts{error.pointer}" if error.pointer else "facts")


def _field(pointer: str) -> str:
    """Its first part."""
    return pointer.partition("/")[2].partition("/")[0]


def _settle(told: Told) -> Json:
    """The settlement that every deal gives. Raises InvalidInput where they differ, or with the first one's reason."""
    settlements = [wire.settle(deal) for deal in told.deals]
    first = settlements[0]
    if any(_essence(other) != _essence(first) for other in settlements[1:]):
        each = "; ".join(
            f"{deal['wins'][0]['tile']} {settlement['balance']}"
            for deal, settlement in zip(told.deals, settlements, strict=True)
        )
        detail = f"which tile was won on changes who pays what, and the photo does not tell: {each}"
        raise InvalidInput("bad_facts", detail, "/wins/0/tile")
    return first | {"assumed": [*told.assumed, *first["assumed"]]}


def _judge(told: Told) -> Json | None:
    """The judgement that every possible win gets; None where there is no win to judge, or they differ."""
    verdicts = [wire.judge(body) for body in told.judged]
    alike = all(verdict | {"sets": ()} == verdicts[0] | {"sets": ()} for verdict in verdicts)
    return verdicts[0] if verdicts and alike else None


def _essence(settlement: Json) -> object:
    """What must be alike for two settlements to be the same at the table: not the tile that a line names."""
    return (
        [
            sorted(sorted((key, str(value)) for key, value in line.items() if key != "tile") for line in lines)
            for lines in (settlement["transfers"], settlement["waived"])
        ],
        settlement["next_dealer"],
    )
