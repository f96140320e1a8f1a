"""Who pays whom how much and why: claims, the one place where they stand or fall, the settlement.

Totals are derived from the lines, so they sum to zero by construction (law 2, RULES 10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from typing import NamedTuple

from scoring.choices import BurntKongs, WindChicken
from scoring.round import Round
from scoring.terms import Fan, Pattern, Reason, WaiveReason
from scoring.tiles import Tile


class Section(Enum):
    """What a claim belongs to: it decides what can make it fall."""

    WIN = auto()
    KONG = auto()  # income of a kong's owner
    CHICKEN = auto()  # income of a chicken's owner or claimer
    LIABILITY = auto()  # owed by one who is not ready
    DRAWN = auto()
    PENALTY = auto()


class Claim(NamedTuple):
    """One line as a section raises it: `payer` owes `payee` `units` × `times`.

    `label` overrides the reason's names (zh, en); `meld` is the index of the payee's kong that earns it.
    """

    section: Section
    payer: int
    payee: int
    reason: Reason
    units: int
    times: int = 1
    tile: Tile | None = None
    label: tuple[str, str] | None = None
    meld: int | None = None


class Transfer(NamedTuple):
    """A line of the ledger; `because` says why it is not paid, None: it is."""

    payer: int
    payee: int
    reason: Reason
    units: int
    times: int
    tile: Tile | None
    zh: str
    en: str
    because: WaiveReason | None = None

    @property
    def amount(self) -> int:
        """Units in all."""
        return self.units * self.times


@dataclass(frozen=True, slots=True)
class Winner:
    """A valid winner: V of the pattern, or the points where they add up; the sets of the hand."""

    seat: int
    pattern: Pattern
    units: int
    fans: tuple[Fan, ...]
    sets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something that was not told and was taken to be so; `tile` or `seat` where it is about one."""

    code: str
    zh: str
    en: str
    value: bool | int | str | None = None
    seat: int | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """The answer: lines paid and lines waived, who won, who is ready, who deals next."""

    seats: int
    dealer: int
    stake: float
    transfers: tuple[Transfer, ...]
    waived: tuple[Transfer, ...]
    winners: tuple[Winner, ...]
    ready: tuple[bool, ...]
    next_dealer: int
    next_streak: int
    assumed: tuple[Assumed, ...]

    @property
    def balance(self) -> tuple[int, ...]:
        """Units won or lost by seat; sums to zero."""
        totals = [0] * self.seats
        for line in self.transfers:
            totals[line.payer] -= line.amount
            totals[line.payee] += line.amount
        return tuple(totals)

    @property
    def money(self) -> tuple[float, ...]:
        """Balance × stake, exact in the stake's decimals; whole amounts as int."""
        stake = Decimal(str(self.stake))
        amounts = (stake * units for units in self.balance)
        return tuple(int(amount) if amount == amount.to_integral_value() else float(amount) for amount in amounts)


def cause(claim: Claim, round_: Round) -> WaiveReason | None:
    """Why this claim falls - the first of void, wind, burnt, not ready - or None: it stands (RULES 10, HOUSE 4)."""
    income = claim.section in (Section.KONG, Section.CHICKEN)
    if (income and round_.all_void) or (claim.section is Section.WIN and claim.payee in round_.void):
        return WaiveReason.VOID
    if round_.wind is not WindChicken.NO and _is_blown_away(claim, round_):
        return WaiveReason.WIND
    return _falls_with_its_owner(claim, round_) if income else None


def _is_blown_away(claim: Claim, round_: Round) -> bool:
    """吹风鸡: everything, or chickens alone."""
    return round_.wind is WindChicken.ALL or claim.section is Section.CHICKEN


def _falls_with_its_owner(claim: Claim, round_: Round) -> WaiveReason | None:
    """Income of a player who is burnt, or not ready."""
    if claim.payee == round_.burnt_seat and _is_burnt(claim, round_):
        return WaiveReason.BURNT
    if not round_.ready[claim.payee] and _needs_ready(claim, round_):
        return WaiveReason.NOT_READY
    return None


def _is_burnt(claim: Claim, round_: Round) -> bool:
    if claim.section is Section.CHICKEN:
        return round_.burns_chickens
    last = claim.meld is not None and claim.meld == round_.kong_just_made
    return round_.burns_kongs is BurntKongs.ALL or (round_.burns_kongs is BurntKongs.LAST and last)


def _needs_ready(claim: Claim, round_: Round) -> bool:
    """Is this income for ready players only? In a drawn round it always is (HOUSE 4)."""
    if round_.win is None:
        return True
    return round_.rules.kongs_need_ready if claim.section is Section.KONG else round_.rules.chickens_need_ready


def post(claims: Iterable[Claim], round_: Round) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """Claims -> (lines paid, lines waived)."""
    paid: list[Transfer] = []
    waived: list[Transfer] = []
    for line in _lines(claims, round_):
        (waived if line.because else paid).append(line)
    return tuple(paid), tuple(waived)


def _lines(claims: Iterable[Claim], round_: Round) -> Iterator[Transfer]:
    for claim in claims:
        zh, en = claim.label or (claim.reason.zh, claim.reason.en)
        yield Transfer(
            claim.payer,
            claim.payee,
            claim.reason,
            claim.units,
            claim.times,
            claim.tile,
            zh,
            en,
            cause(claim, round_),
        )
