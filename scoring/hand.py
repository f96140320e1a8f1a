"""One hand by itself: what it waits for, what to discard to wait, whether it wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from scoring import legality, patterns
from scoring.errors import InvalidInput, counted
from scoring.inputs import Input
from scoring.legality import Attempt, WhyNot, declared_fault
from scoring.points import points
from scoring.rules import Rules
from scoring.sentences import told
from scoring.table import (
    Meld,
    Place,
    check_after_kong,
    check_copies,
    check_dealer_declared,
    check_suits,
    hand_size,
    meld_places,
)
from scoring.terms import By, Fan, MeldKind, Pattern
from scoring.tiles import COPIES, SUITS, Tile, counts


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles of one player, and what else is `seen`: the rest may still be drawn. `missing`: the declared suit."""

    concealed: Annotated[
        tuple[Tile, ...],
        Input(
            "concealed, compact or a list: 13 − 3 a meld, or one more to throw",
            name="hand",
            code="bad_tile",
            asked="the hand is missing",
        ),
    ]
    melds: Annotated[tuple[Meld, ...], Input(code="bad_meld")] = ()
    seen: Annotated[
        tuple[Tile, ...], Input("what lies elsewhere for all to see; taken off `left`", code="bad_tile")
    ] = ()

    missing: Annotated[
        str | None,
        Input(
            "定缺: the suit declared to be lacked; counts where it is played", code="bad_missing", among=tuple(SUITS)
        ),
    ] = None

    @property
    def counts(self) -> list[int]:
        """27 counts of everything that is known."""
        return _counts((*self.concealed, *self.seen), self.melds)

    @property
    def spare(self) -> int:
        """Tiles above 13 - 3 a meld: 0 it waits, 1 one is to be discarded; any other number is a miscount (相公)."""
        return len(self.concealed) - hand_size(len(self.melds))

    def places(self) -> Iterator[Place]:
        """Where its tiles lie, as the wire points at them."""
        yield "/hand", self.concealed
        yield from meld_places(self.melds, "/melds")
        yield "/seen", self.seen


def _counts(tiles: Sequence[Tile], melds: Sequence[Meld]) -> list[int]:
    held = counts(tiles)
    for meld in melds:
        held[meld.tile] += meld.size
    return held


@dataclass(frozen=True, slots=True)
class WaitingTile:
    """A tile that completes the hand, what it makes of it, and how many copies are not yet seen.

    `fans`: of the shape, where points add up. `needs_pass`: a discard may be won on only with a pass (通行证).
    """

    tile: Tile
    pattern: Pattern
    fans: tuple[Fan, ...]
    units: int
    left: int
    needs_pass: bool


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile whose discard leaves a ready hand, and what that waits for."""

    tile: Tile
    waits: tuple[WaitingTile, ...]


@dataclass(frozen=True, slots=True)
class CompleteHand:
    """What a complete hand is: `fans` where points add up; `sets` in compact notation, a kong with four digits."""

    pattern: Pattern
    fans: tuple[Fan, ...]
    units: int
    sets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waits:
    """What a hand waits for; of one with a tile to discard, `discards` that leave it ready, else None.

    `won`: what such a hand is where it is complete, whichever of its tiles came last.
    """

    waits: tuple[WaitingTile, ...] = ()
    discards: tuple[Discard, ...] | None = None
    won: CompleteHand | None = None
    miscounted: bool = False

    @property
    def ready(self) -> bool:
        """Does it wait, or does some discard make it wait?"""
        return bool(self.waits or self.discards)


def waits(hand: Hand, rules: Rules) -> Waits:
    """What the hand waits for under these rules.

    Raises InvalidInput: `bad_tile` for a suit that is not in the set, `fifth_copy`.
    """
    held = hand.counts
    check_suits(rules, hand.places)
    check_copies(held, hand.places)
    match hand.spare:
        case 0:
            return Waits(_waiting(patterns.waits(hand.concealed, hand.melds, rules, hand.missing), held, rules))
        case 1:
            found = patterns.ready_discards(hand.concealed, hand.melds, rules, hand.missing)
            discards = tuple(Discard(one.tile, _waiting(one.waits, held, rules)) for one in found)
            return Waits(discards=discards, won=_won(hand, rules))
        case _:
            return Waits(miscounted=True)


def _won(hand: Hand, rules: Rules) -> CompleteHand | None:
    value = patterns.best(hand.concealed, hand.melds, None, rules, hand.missing)
    if value is None:
        return None
    sets = tuple(patterns.sets(hand.concealed, hand.melds, value))
    return CompleteHand(value.pattern, value.fans if rules.points_add_up else (), value.units, sets)


def _waiting(found: Sequence[patterns.Wait], held: Sequence[int], rules: Rules) -> tuple[WaitingTile, ...]:
    return tuple(
        WaitingTile(
            wait.tile,
            wait.value.pattern,
            wait.value.fans if rules.points_add_up else (),
            wait.value.units,
            COPIES - held[wait.tile],
            wait.needs_pass,
        )
        for wait in found
    )


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a hand wins, and what it is where it is complete, also where it may not win.

    `why_not`: the rule that forbids it; None where it wins.
    """

    why_not: WhyNot | None
    hand: CompleteHand | None = None

    @property
    def wins(self) -> bool:
        """May it be won so?"""
        return self.why_not is None


def judge(attempt: Attempt, rules: Rules) -> Judgement:
    """Whether the attempt wins under these rules, as what, and if not, why not.

    A late kong that a hot shot names, of which nothing more is known, counts as concealed. Raises InvalidInput for what
    cannot be at any table: `bad_after_kong`, `after_kong_missing`, `bad_heavenly`, `bad_earthly`, `bad_declared`,
    `bad_tile` for a suit that is not in the set, `fifth_copy`.
    """
    _check(attempt, rules)
    if attempt.shot_kind is None:
        late = attempt.after_kong is MeldKind.LATE
        attempt = replace(attempt, shot_kind=MeldKind.CONCEALED if late else attempt.after_kong)
    verdict = legality.judge(attempt, rules)
    void = WhyNot(
        "refused_earlier",
        "this player let a win go: this one is void and punished (包牌)",
        "过了一张没胡又胡别的：这次不算，要包牌",
    )
    why_not = verdict.why_not or declared_fault(attempt.player, rules) or (void if verdict.void else None)
    if verdict.value is None:
        return Judgement(why_not)
    units, fans = points(verdict.value, attempt, rules)
    sets = tuple(patterns.sets(attempt.hand(), attempt.player.melds, verdict.value))
    return Judgement(why_not, CompleteHand(verdict.value.pattern, fans, units, sets))


def _check(attempt: Attempt, rules: Rules) -> None:
    player, by = attempt.player, attempt.by
    check_after_kong(attempt.after_kong, by, player.melds if by is By.SELF_DRAW else None, "/win/after_kong")
    _check_first_turn(attempt, rules)
    hand, won = player.hand or (), (attempt.tile,)

    def places() -> Iterator[Place]:
        yield "/hand", hand
        yield from meld_places(player.melds, "/melds")
        yield "/win/tile", won

    check_suits(rules, places)
    check_copies(_counts((*hand, *won), player.melds), places)


def _check_first_turn(attempt: Attempt, rules: Rules) -> None:
    """天胡 and 地胡: wins before one's first discard."""
    player, by = attempt.player, attempt.by
    if attempt.heavenly and (by is not By.SELF_DRAW or player.melds):
        melds = counted(len(player.melds), "meld")
        detail = f"天胡 is a self-draw without melds, not a win by {by.en} with {melds}"
        chinese = told("bad_heavenly", f"这里是{by.zh}，有{len(player.melds)}副碰杠")
        raise InvalidInput("bad_heavenly", detail, "/win/heavenly", chinese)
    if attempt.earthly and (attempt.heavenly or player.melds):
        beside = "天胡" if attempt.heavenly else counted(len(player.melds), "meld")
        detail = f"地胡 is a win without melds and no 天胡; here is {beside}"
        beside = "天胡" if attempt.heavenly else f"{len(player.melds)}副碰杠"
        raise InvalidInput("bad_earthly", detail, "/win/earthly", told("bad_earthly", f"这里有{beside}"))
    if attempt.heavenly:
        check_dealer_declared(player.declared, rules, "/win/declared")
