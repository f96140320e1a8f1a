"""What photos show of other seats than the one that is asked about, put into the facts that were told.

A hand that nobody told is taken from its photo and listed as `seen`; what was told stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from api.facts import SEATS, facts_in, given_melds, no_seat, told_won_tile, usual_seats, win_index
from api.photo_deal import merge_melds, photo_deal, without
from api.shown import PHOTO, Json, assumption, changed, check_named, discards, names_zh, shown
from scoring.errors import InvalidInput, Whole, quoted
from scoring.json_reader import whole_number
from scoring.table import Meld, hand_size
from scoring.terms import seat_zh
from scoring.tiles import Tile, compact, parse_tile
from vision.types import Owner, Reading, Role

_TURNS = {Owner.RIGHT: 1, Owner.OPPOSITE: 2, Owner.LEFT: 3}
"""Seats after the near player's own, where four play."""


@dataclass(frozen=True, slots=True)
class View:
    """One seat's part of a photo, as if that player had taken it. `asked`: the photo was sent as this seat's."""

    seat: int
    photo: int
    reading: Reading
    asked: bool = True

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles, the winning one among them."""
        return shown(self.reading)


@dataclass(frozen=True, slots=True)
class Seen:
    """Facts with what photos show of other seats; `places`: where that stands, for pointers of errors."""

    facts: Json
    assumed: tuple[Json, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)


def check_seats(told: object, photos: int, facts: Mapping[str, Any]) -> tuple[int, ...]:
    """Whose hands the photos show. Raises InvalidInput: `bad_seat`, `bad_facts` where `seat` says another."""
    players = facts.get("players")
    seats = len(players) if isinstance(players, list) and players else usual_seats(facts)
    if told is None and photos == 1:
        return (_own_seat(facts.get("seat"), seats),)
    if told is None:
        detail = f"{photos} photos, and no seats; whose hands do they show?"
        raise InvalidInput("bad_seat", detail, "seats", f"有{photos}张照片，没写 seats：各是谁的手牌？")
    if not isinstance(told, list) or len(told) != photos:
        detail = f"seats {quoted(told)} are not a list of {photos}, one a photo"
        raise InvalidInput(
            "bad_seat", detail, "seats", f"seats 要{photos}个座位的列表，一张照片一个，不是{quoted(told)}"
        )
    found: list[int] = []
    for at, one in enumerate(told):
        seat = whole_number(one)
        if seat is None or not 0 <= seat < seats:
            raise InvalidInput("bad_seat", *no_seat(one, seats, f"/seats/{at}"))
        if seat in found:
            raise InvalidInput("bad_seat", f"seat {seat} has two photos", f"/seats/{at}", f"座位{seat}有两张照片")
        found.append(seat)
    if facts.get("seat") not in (None, found[0]):
        detail = f"seats say {found[0]} of the first photo, seat says {quoted(facts['seat'])}"
        chinese = f"seats 说第一张照片是座位{found[0]}的，seat 写的是{quoted(facts['seat'])}"
        raise InvalidInput("bad_facts", detail, "/seat", chinese)
    return tuple(found)


def _own_seat(told: object, seats: int) -> int:
    """A wrong one is for the facts to refuse."""
    seat = whole_number(told)
    return seat if seat is not None and 0 <= seat < seats else 0


def check_table(facts: Mapping[str, Any]) -> bool:
    """Are other players' hands to be taken from a photo, too? Raises InvalidInput (`bad_facts`)."""
    told = facts.get("table")
    if told is not None and not isinstance(told, bool):
        detail, chinese = (
            f"table must be true or false, not {quoted(told)}",
            f"table 要 true 或 false，不是{quoted(told)}",
        )
        raise InvalidInput("bad_facts", detail, "/table", chinese)
    return bool(told)


def views(readings: Sequence[Reading], seats: Sequence[int], players: int, *, table: bool) -> tuple[View, ...]:
    """Every seat of which a photo shows the hand, those first whose photos they are; `table`: the others, too."""
    found = [View(seat, at, reading) for at, (seat, reading) in enumerate(zip(seats, readings, strict=True))]
    for at, reading in enumerate(readings if table else ()):
        for owner, seat in _seats_of(reading, seats[at], players).items():
            if seat not in seats:
                found.append(View(seat, at, seen_by(reading, owner), asked=False))
    return tuple(found)


def untold(seen: Sequence[View], facts: Json) -> tuple[View, ...]:
    """Those whose hands nobody told. Raises InvalidInput (`bad_facts`) where all were told."""
    players = _players(facts) or []
    left = tuple(view for view in seen if view.seat >= len(players) or players[view.seat].get("hand") is None)
    if not left:
        at = f"/players/{seen[0].seat}/hand"
        detail = "every hand of the photos was told; /v1/settle needs no photo"
        raise InvalidInput("bad_facts", detail, at, "照片里的手牌都写了：用 /v1/settle，不要照片")
    return left


def _seats_of(reading: Reading, seat: int, players: int) -> dict[Owner, int]:
    """Where the others sit. Three players around a table leave one side free: whose that is shows who was seen."""
    owners = [other.owner for other in reading.others if _has_hand(reading, other.owner)]
    turns = _TURNS
    if players == 2:  # the one other hand, wherever it lies
        turns = dict.fromkeys(owners, 1) if len(owners) == 1 else {}
    elif players < SEATS:
        turns = dict(zip(owners, (1, 2), strict=False)) if len(owners) == 2 else {Owner.RIGHT: 1, Owner.LEFT: 2}
    return {owner: (seat + turns[owner]) % players for owner in owners if owner in turns}


def _has_hand(reading: Reading, owner: Owner) -> bool:
    return any(group.owner is owner and group.role is Role.HAND and group.tiles for group in reading.groups)


def seen_by(reading: Reading, owner: Owner) -> Reading:
    """The reading as that player would have it."""
    player = reading.player(owner)
    assert player is not None
    return replace(
        reading,
        hand=player.hand,
        melds=player.melds,
        winning_tile=player.winning_tile,
        groups=tuple(group.seen_by(owner) for group in reading.groups),
        doubts=player.doubts,
        ok=player.ok,
        others=(),
    )


def winner(facts: Json, seen: Sequence[View]) -> View:
    """Whose win is settled: the told winner's, whose photo may show the tile that they won on; where nobody told, the
    only complete hand's; else the first. Raises InvalidInput (`bad_facts`, `/wins`) where several are complete.
    """
    if facts.get("wins") is not None:
        return next((view for view in seen if win_index(facts["wins"], view.seat) is not None), seen[0])
    complete = [view for view in seen if _wins(facts, view)]
    if len(complete) > 1:
        who = " and ".join(str(view.seat) for view in complete)
        chinese = f"座位{'、'.join(str(view.seat) for view in complete)}的牌都胡了：说一下是谁胡的"
        raise InvalidInput("bad_facts", f"the hands at seats {who} are complete; say who won", "/wins", chinese)
    return complete[0] if complete else seen[0]


def _wins(facts: Json, view: View) -> bool:
    try:
        return photo_deal(view.reading, facts_in(_at(facts, view.seat), view.reading.winning_tile)).win_supposed
    except InvalidInput:
        return False  # told where it is settled


def _at(facts: Json, seat: int) -> Json:
    return {**facts, "seat": seat}


def with_seen(facts: Json, seen: Sequence[View], own: View) -> Seen:
    """The facts of the seat that is settled, and of every other seat what its photo shows and nobody told.

    Raises InvalidInput for a photo that was sent as a seat's and cannot be counted, as `photo_deal` does.
    """
    players = _players(facts)
    if players is None:
        return Seen(_at(facts, own.seat))
    assumed: list[Json] = [_seen(own.seat, own.tiles, facts, len(players))] if len(seen) > 1 else []
    places: dict[str, str] = {}
    won = _won(facts, own)
    for view in _agreed(seen, own, players):
        told = players[view.seat]
        try:
            shows, lines = _player(view, told, facts, won, len(players))
        except InvalidInput as error:
            if view.asked:
                detail, chinese = f"photo {view.photo}: {error.detail}", f"照片{view.photo}：{error.chinese}"
                raise InvalidInput(error.code, detail, error.pointer, chinese) from None
            assumed.append(_not_seen(view.seat, facts, len(players), error.detail))
            continue
        players[view.seat] = {**told, **shows}
        at = f"/players/{view.seat}"
        places |= {f"{at}/{name}": Whole(PHOTO) for name in shows if told.get(name) is None}
        assumed += lines
    return Seen({**_at(facts, own.seat), "players": players}, tuple(assumed), places)


def _players(facts: Json) -> list[Any] | None:
    """What was told of each seat; None where that is no list of players, for others to refuse."""
    told = facts.get("players")
    players = [{} for _ in range(usual_seats(facts))] if told is None else told
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        return None
    return list(players)


def _won(facts: Json, own: View) -> Tile | None:
    """The tile that was won on, as told or as it lies apart in the winner's photo."""
    told = told_won_tile(facts.get("wins"), own.seat)
    try:
        return own.reading.winning_tile if told is None else parse_tile(str(told))
    except InvalidInput:
        return None  # refused with the facts


def _agreed(seen: Sequence[View], own: View, players: Sequence[Json]) -> Iterator[View]:
    """One view of each seat but the own whose hand nobody told; of those that no photo was sent for, what all show."""
    for seat in dict.fromkeys(view.seat for view in seen):
        if seat == own.seat or seat >= len(players) or players[seat].get("hand") is not None:
            continue
        of_seat = [view for view in seen if view.seat == seat]
        if len({(view.tiles, view.reading.melds) for view in of_seat}) == 1 or of_seat[0].asked:
            yield of_seat[0]


def _player(view: View, told: Json, facts: Json, won: Tile | None, seats: int) -> tuple[Json, list[Json]]:
    """What the photo adds to what was told of a player, and what that assumes. Raises InvalidInput."""
    check_named(view.reading, Role.HAND, Role.WINNING)
    seat = view.seat
    melds = merge_melds(view.reading.melds, given_melds(told.get("melds"), seat), seat, seats)
    hand = _concealed(view, facts, won, hand_size(len(melds)))
    shows: Json = {"hand": compact(hand), "melds": [_meld(meld) for meld in melds]}
    lines = [_seen(seat, hand, facts, seats), *changed(view.reading, seat)]
    lying = discards(view.reading)
    if lying and told.get("discards") is None:
        shows["discards"] = "".join(map(str, lying))
        zh, en = f"{_name(seat, facts, seats)}面前打出的是{names_zh(lying)}", f"seat {seat}: the discards in front"
        lines.append(assumption("discards", [str(tile) for tile in lying], zh, en, seat))
    return shows, lines


def _concealed(view: View, facts: Json, won: Tile | None, size: int) -> tuple[Tile, ...]:
    """The hand without the winning tile: of a winner the one that was won on, of others what lies apart."""
    tiles, hand = view.tiles, view.reading.hand
    if win_index(facts.get("wins"), view.seat) is not None and len(tiles) == size + 1:
        if won is None or won not in tiles:
            detail = f"{compact(tiles)} lie there; say which tile was won on"
            raise InvalidInput("bad_facts", detail, "/wins", f"那里是{compact(tiles)}：说一下胡的是哪一张")
        return without(tiles, won)
    if not view.asked and len(hand) != size:
        detail, chinese = f"{len(hand)} tiles of a hand of {size} were seen", f"{size}张的手牌看到{len(hand)}张"
        raise InvalidInput("miscounted", detail, PHOTO, chinese)
    return hand


def _meld(meld: Meld) -> Json:
    return {"kind": str(meld.kind), "tile": str(meld.tile), "from": meld.source}


def _name(seat: int, facts: Json, seats: int) -> str:
    dealer = whole_number(facts.get("dealer"))
    return seat_zh(seat, dealer if dealer is not None and 0 <= dealer < seats else 0, seats)


def _seen(seat: int, hand: Sequence[Tile], facts: Json, seats: int) -> Json:
    zh = f"{_name(seat, facts, seats)}的牌按照片算"
    return assumption("seen", compact(hand), zh, f"seat {seat}: the hand is taken from the photo", seat)


def _not_seen(seat: int, facts: Json, seats: int, why: str) -> Json:
    zh = f"{_name(seat, facts, seats)}的牌照片里没看全，没有用"
    return assumption("seen", None, zh, f"seat {seat}: what the photo shows is not used: {why}", seat)
