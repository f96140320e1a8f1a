"""What the photo shows, and what was told about the rest of the table, made into one deal.

Pointers of errors are JSON Pointers into the facts, or `photo`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from api.facts import Facts, GivenMeld
from api.shown import (
    PHOTO,
    Json,
    assumption,
    changed,
    check_named,
    discards,
    names_zh,
    resized,
    seen_beside,
    shown,
)
from scoring import hand as hands
from scoring.deal import Deal
from scoring.errors import InvalidInput, Whole, counted, rebase_pointer
from scoring.hand import Hand
from scoring.legality import Attempt
from scoring.table import Meld, Player, Win, check_melds, hand_size
from scoring.terms import By, MeldKind
from scoring.tiles import Tile, compact
from vision.table.pricing import MELD_KINDS
from vision.types import Reading, ReadMeld, Role

_FED_BY = {"left": -1, "opposite": -2, "right": 1}  # the feeder's seat, from the player's own
FED = (MeldKind.PONG, MeldKind.ADDED, MeldKind.EXPOSED)
"""Kinds of meld that another's discard is always in."""
_OPEN_TO_DOUBT = ("not_complete", "miscounted")
Split = tuple[tuple[Tile, ...], Tile | None]
"""The concealed tiles, and the tile that was won on, None where nothing was."""


@dataclass(frozen=True, slots=True)
class PhotoDeal:
    """What the engine is to be asked, and everything that was assumed.

    `splits`: one, or where the player won and nobody knows on which of their tiles, one for each that it may have been.
    `win_supposed`: nobody told who won, and the hand is complete. `hand`: what waits are asked of.
    """

    facts: Facts
    melds: tuple[Meld, ...]
    discards: tuple[Tile, ...] | None
    splits: tuple[Split, ...]
    win_supposed: bool
    hand: Hand
    assumed: tuple[Json, ...]

    def deal(self, split: Split) -> Deal:
        """The whole table. Raises InvalidInput."""
        table, own = self.facts.table, self.facts.own
        if isinstance(table, InvalidInput):
            raise table
        if isinstance(own, InvalidInput):
            raise own
        concealed, won = split
        own = replace(own, hand=concealed, melds=self.melds)
        if self.discards is not None:
            own = replace(own, discards=self.discards)
        seat = self.facts.seat
        players = (*table["players"][:seat], own, *table["players"][seat + 1 :])
        return Deal(**{**table, "players": players, "win": self._win(table["win"], won)})

    def _win(self, told: Win | None, won: Tile | None) -> Win | None:
        if won is None or not self._own_win:
            return told
        return Win((self.facts.seat,), won, By.SELF_DRAW) if told is None else replace(told, tile=won)

    @property
    def _own_win(self) -> bool:
        return self.win_supposed or self.facts.win_at is not None

    def attempt(self, split: Split) -> Attempt | None:
        """The win that is judged: the player's, or that of a full hand that nobody calls a win; None where there is
        none. Raises InvalidInput.
        """
        (concealed, won), full = split, hand_size(len(self.melds)) + 1
        claim: Attempt | InvalidInput = Attempt(Player(None), concealed[-1] if won is None else won, By.SELF_DRAW)
        if self._own_win:
            claim = self.facts.claim
        elif self.facts.winners_told or len(concealed) + (won is not None) != full:
            return None
        if isinstance(claim, InvalidInput):
            raise claim
        tile = concealed[-1] if won is None else won
        held = without(concealed, tile) if len(concealed) == full else concealed
        return replace(claim, player=replace(claim.player, hand=held, melds=self.melds), tile=tile)

    def in_facts(self, error: InvalidInput) -> InvalidInput:
        """A fault in the deal, seen from the facts that told it; one in the player's hand is one of the photo."""
        return rebase_pointer(error, places(self.facts, len(self.melds)))


def places(facts: Facts, melds: int) -> Mapping[str, str]:
    """Where parts of the deal stand in the facts; melds that the photo alone shows come first in the deal."""
    own, untold = f"/players/{facts.seat}", melds - len(facts.melds)
    moved: dict[str, str] = {f"{own}/hand": PHOTO, "/hand": PHOTO, "/melds": f"{own}/melds"}
    for at in range(melds):
        told = Whole(f"{own}/melds") if at < untold else f"{own}/melds/{at - untold}"
        moved |= {f"{own}/melds/{at}": told, f"/melds/{at}": told}
    return moved


def photo_deal(reading: Reading, facts: Facts) -> PhotoDeal:
    """Photo and facts -> what is asked of the engine. Raises InvalidInput: `bad_facts`, `bad_tile`, `bad_meld`,
    `miscounted`, the engine's.
    """
    seat = facts.seat
    check_named(reading, Role.HAND, *((Role.WINNING,) if facts.won is None else ()))
    melds = merge_melds(reading.melds, facts.melds, seat, facts.seats)
    tiles, full = shown(reading), hand_size(len(melds)) + 1
    if not tiles and not melds:
        raise InvalidInput("miscounted", "no tile of a hand was found in the photo", PHOTO, "照片里没有看到手牌")
    assumed = [*facts.assumed, *_told_discards(reading, facts)]
    assumed += [*changed(reading, seat), *resized(reading.melds, melds, seat)]
    supposed = not facts.wins_given and _is_complete(reading, facts, melds, full)
    splits, assumed_of_them = _held(reading, facts, full, supposed=supposed)
    concealed, lying = (tiles if len(splits) > 1 else splits[0][0]), discards(reading)
    return PhotoDeal(
        facts=facts,
        melds=melds,
        discards=lying if lying and not facts.discards_given else None,
        splits=splits,
        win_supposed=supposed,
        hand=Hand(concealed, melds, seen_beside(reading, concealed), _missing(facts)),
        assumed=(*assumed, *assumed_of_them),
    )


def _held(reading: Reading, facts: Facts, full: int, *, supposed: bool) -> tuple[tuple[Split, ...], list[Json]]:
    """The player's tiles as they are settled, and what was assumed of them. Raises InvalidInput (`bad_facts`)."""
    seat = facts.seat
    assumed = [] if facts.wins_given else [_supposed(facts) if supposed else _nobody()]
    if facts.win_at is None and not supposed:
        left_out = [*_left_out(reading, facts), *_miscount(reading, full - 1, seat)]
        return ((reading.hand, reading.winning_tile),), [*assumed, *left_out]
    splits = tuple(_splits(reading, facts, shown(reading), full))
    return splits, [*assumed, *_won_on(reading, splits, seat)]


def merge_melds(read: Sequence[ReadMeld], given: Sequence[GivenMeld], seat: int, seats: int) -> tuple[Meld, ...]:
    """The melds that the photo shows, `kind` and `source` as told where a told meld has the same tile.

    A told pong, added or exposed kong without `from` keeps the feeder that the photo shows; a late or concealed one
    without `from` has none. Told melds come in the order in which they are told, after those that nobody told about.
    A told concealed kong also names one that lies wholly face down. Raises InvalidInput (`bad_meld`) for a told meld
    that the photo does not show and for a face-down kong that nobody names.
    """
    where = f"/players/{seat}/melds"
    left = [_ShownMeld(MELD_KINDS[meld.kind], meld.tile, _feeder(meld, seat, seats)) for meld in read]
    named = []
    for at, meld in enumerate(given):
        match = _shown_as(meld, left)
        if match is None:
            detail, chinese = f"the photo shows no meld of {meld.tile}", f"照片里没有{meld.tile}的碰杠"
            raise InvalidInput("bad_meld", detail, f"{where}/{at}/tile", chinese)
        left.remove(match)
        named.append(_named(meld, match, f"{where}/{at}/from"))
    untold = [_meld(meld.kind, meld.tile, meld.source, where) for meld in left if meld.tile is not None]
    if len(untold) < len(left):
        detail = "a concealed kong lies wholly face down; say its tile"
        raise InvalidInput("bad_meld", detail, where, "有一副暗杠四张都扣着：说一下是什么牌")
    check_melds([*untold, *named], where)
    return (*untold, *named)


class _ShownMeld(NamedTuple):
    """A meld as the photo shows it; `tile` None: face down."""

    kind: MeldKind
    tile: Tile | None
    source: int | None


def _shown_as(given: GivenMeld, left: Sequence[_ShownMeld]) -> _ShownMeld | None:
    """Which of the photo's melds a told one is."""
    tiles = (given.tile, None) if given.kind is MeldKind.CONCEALED else (given.tile,)
    return next((meld for tile in tiles for meld in left if meld.tile is tile), None)


def _named(given: GivenMeld, shown_as: _ShownMeld, pointer: str) -> Meld:
    kind = given.kind or shown_as.kind
    fed_by = shown_as.source if kind in FED else None
    return _meld(kind, given.tile, given.source if given.source_given else fed_by, pointer)


def _feeder(meld: ReadMeld, seat: int, seats: int) -> int | None:
    if meld.fed_by is None:
        return None
    return 1 - seat if seats == 2 else (seat + _FED_BY[meld.fed_by]) % seats  # of two, the other, wherever they sit


def _meld(kind: MeldKind, tile: Tile, source: int | None, pointer: str) -> Meld:
    try:
        return Meld(kind, tile, source)
    except InvalidInput as error:
        raise error.at(pointer) from None


def without(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one of this kind, if it is among them."""
    rest = list(tiles)
    if tile in rest:
        rest.remove(tile)
    return tuple(rest)


def _missing(facts: Facts) -> str | None:
    """The suit that the player declared to lack, as far as it was told."""
    return None if isinstance(facts.own, InvalidInput) else facts.own.missing


def _is_complete(reading: Reading, facts: Facts, melds: tuple[Meld, ...], full: int) -> bool:
    """Nobody told who won: is it a hand that its player may have drawn the last tile of? Raises InvalidInput."""
    tiles = shown(reading)
    if len(tiles) != full:
        return False
    last = tiles[-1] if reading.winning_tile is None else reading.winning_tile
    attempt = Attempt(Player(without(tiles, last), melds, missing=_missing(facts)), last, By.SELF_DRAW)
    try:
        judgement = hands.judge(attempt, facts.rules)
    except InvalidInput as error:
        raise rebase_pointer(error, places(facts, len(melds))) from None
    return judgement.why_not is None or judgement.why_not[0] not in _OPEN_TO_DOUBT


def _splits(reading: Reading, facts: Facts, tiles: tuple[Tile, ...], full: int) -> Iterator[Split]:
    """The winner's tiles divided into hand and winning tile, in every way that may be."""
    if facts.won is not None:
        yield _split_on(facts.won, reading, facts, full)
    elif reading.winning_tile is not None:
        yield reading.hand, reading.winning_tile
    elif len(tiles) == full:
        yield from ((without(tiles, tile), tile) for tile in sorted(set(tiles)))
    else:
        detail = f"the photo shows {compact(tiles) or 'no tile'}; say which tile was won on"
        chinese = f"照片里是{compact(tiles) or '空的'}：说一下胡的是哪一张"
        raise InvalidInput("bad_facts", detail, f"/wins/{facts.win_at or 0}/tile", chinese)


def _split_on(won: Tile, reading: Reading, facts: Facts, full: int) -> Split:
    """The same where the winning tile was told: one of the photo's, or one that is not in it."""
    tiles = shown(reading)
    if len(tiles) == full and won not in tiles:
        detail = f"the photo shows {compact(tiles)}, and no {won} that it was won on"
        chinese = f"说是胡{won}，照片里的{compact(tiles)}却没有它"
        raise InvalidInput("bad_facts", detail, f"/wins/{facts.win_at or 0}/tile", chinese)
    not_in_it = len(tiles) == full - 1 and reading.winning_tile != won
    return (tiles if not_in_it else without(tiles, won)), won


def _told_discards(reading: Reading, facts: Facts) -> Iterator[Json]:
    """The discards in front of the hand count, unless others were told."""
    lying, seat, own = discards(reading), facts.seat, facts.own
    if not lying or isinstance(own, InvalidInput):
        return
    zh = f"{facts.name_zh}面前打出的是{names_zh(lying)}"
    en = f"seat {seat}: the discards in front are {' '.join(map(str, lying))}"
    if not facts.discards_given:
        yield assumption("discards", [str(tile) for tile in lying], zh, en, seat)
    elif sorted(told := own.discards) != sorted(lying):
        zh, en = f"照片里{zh}，按说的{names_zh(told) or '没有'}算", f"{en}: taken as {compact(told) or 'none'}, as told"
        yield assumption("discards", [str(tile) for tile in told], zh, en, seat)


def _supposed(facts: Facts) -> Json:
    en = f"seat {facts.seat} won by self-draw"
    return assumption("wins", "self_draw", f"{facts.name_zh}自摸", en, facts.seat)


def _nobody() -> Json:
    return assumption("wins", None, "手牌没胡，算没有人胡", "the hand is not complete, so nobody won")


def _left_out(reading: Reading, facts: Facts) -> Iterator[Json]:
    if (apart := reading.winning_tile) is not None:
        zh = f"照片里单放着{apart.name_zh}，可{facts.name_zh}没胡：这张没算"
        en = f"{apart} lies apart, but seat {facts.seat} did not win: it is left out"
        yield assumption("winning_tile", None, zh, en, facts.seat)


def _miscount(reading: Reading, size: int, seat: int) -> Iterator[Json]:
    held = len(reading.hand)
    if held != size:
        zh = f"手牌{held}张，应为{size}张，算相公"
        en = f"{counted(held, 'tile')} in hand, where {size} belong: taken as a miscount"
        yield assumption("miscounted", held, zh, en, seat)


def _won_on(reading: Reading, splits: Sequence[Split], seat: int) -> Iterator[Json]:
    won, apart = splits[0][1], reading.winning_tile
    assert won is not None
    if len(splits) > 1:
        zh, en = "不知道胡的是哪一张；哪一张都一样", "which tile was won on is not known; all settle alike"
        yield assumption("winning_tile", str(won), zh, en, seat)
    elif apart is not None and apart is not won:
        zh = f"照片里单放着{apart.name_zh}，按说的胡{won.name_zh}算"
        yield assumption("winning_tile", str(won), zh, f"{apart} lies apart: taken as won on {won}, as told", seat)
