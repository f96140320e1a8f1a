"""What the photo shows of one hand, as far as a deal needs it, and what keeps it from being one.

A hand is only settled where every tile of it has a name: a tile that was not read is no tile too few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.errors import InvalidInput, counted
from scoring.table import Meld
from scoring.terms import MeldKind
from scoring.tiles import Tile, parse_tile
from vision.doubts.words import kind_zh
from vision.table.counts import hand_sizes, waiting_size
from vision.table.naming import melds_of, members
from vision.table.pricing import MELD_KINDS
from vision.types import BACK, CLASSES, OTHER, Owner, Reading, ReadMeld, Role

Json = dict[str, Any]
PHOTO = "photo"  # the form field that refusals about the reading point at
UNREAD = {BACK: "lies face down", OTHER: "is not read as one of the 27 kinds"}
OWN = (Role.HAND, Role.WINNING, Role.MELD, Role.DISCARDS)


def assumption(code: str, value: object, zh: str, en: str, seat: int | None = None) -> Json:
    """An entry of `assumed`."""
    about = {} if seat is None else {"seat": seat}
    return {"code": code, **about, "value": value, "message": zh, "message_en": en}


def names_zh(tiles: Sequence[Tile]) -> str:
    """Tiles in a Chinese sentence, in their order."""
    return "、".join(tile.name_zh for tile in tiles)


def shown(reading: Reading) -> tuple[Tile, ...]:
    """The concealed tiles of the photo, the winning tile among them, sorted."""
    winning = () if reading.winning_tile is None else (reading.winning_tile,)
    return tuple(sorted((*reading.hand, *winning)))


def discards(reading: Reading) -> tuple[Tile, ...]:
    """The player's own discards in front of the hand, in reading order (they count for 满堂鸡, RULES 5)."""
    kinds = (reading.tiles[index].kind for index in members(reading.groups, Role.DISCARDS))
    return tuple(parse_tile(kind) for kind in kinds if kind not in UNREAD)


def seen_beside(reading: Reading, concealed: Sequence[Tile]) -> tuple[Tile, ...]:
    """The player's tiles that the photo shows beside those that are held and their melds."""
    others = list(discards(reading))
    if len(concealed) < len(shown(reading)):
        others += list((Counter(shown(reading)) - Counter(concealed)).elements())
    return tuple(others)


def check_named(reading: Reading, *roles: Role) -> None:
    """Raises InvalidInput (`photo`) where a tile in one of these roles, hand or winning tile, has no name (`bad_tile`),
    where tiles lie as a meld that are none (`bad_meld`), and for two winning tiles (`miscounted`).
    """
    for number, group in enumerate(reading.groups):
        near = group.owner is Owner.NEAR and group.role is Role.MELD
        if near and group.tiles and all(meld.group != number for meld in reading.melds):
            kinds = " ".join(reading.tiles[i].kind for i in group.tiles)
            listed = ", ".join(map(str, group.tiles))
            detail, chinese = f"tiles {listed} lie as a meld, but {kinds} are none", f"{kinds}不成碰杠（牌 {listed}）"
            raise InvalidInput("bad_meld", detail, PHOTO, chinese)
    unread = [i for role in roles for i in members(reading.groups, role) if reading.tiles[i].kind in UNREAD]
    if unread:
        which = ", ".join(f"tile {i} {UNREAD[reading.tiles[i].kind]}" for i in unread)
        odd, odd_zh = _odd_number(reading)
        chinese = f"没认出来：牌 {'、'.join(map(str, unread))}（27种里的哪一种），说一下是什么{odd_zh}"
        raise InvalidInput("bad_tile", f"{which}: say what it is{odd}", PHOTO, chinese)
    winning = members(reading.groups, Role.WINNING)
    if len(winning) > 1:
        kinds = " ".join(reading.tiles[i].kind for i in winning)
        detail = f"{len(winning)} tiles lie as the winning tile, {kinds}; there is one"
        raise InvalidInput("miscounted", detail, PHOTO, f"放在一边当胡的有{len(winning)}张（{kinds}），应该只有一张")


def _odd_number(reading: Reading) -> tuple[str, str]:
    """How many tiles lie in the hand, named or not, where no hand has so many; English and Chinese."""
    held, melds, size = (
        len(members(reading.groups, Role.HAND)),
        len(melds_of(reading.groups)),
        waiting_size(reading.groups),
    )
    if held in hand_sizes(reading.groups):
        return "", ""
    tiles, beside = counted(held, "tile"), " beside the winning tile" if members(reading.groups, Role.WINNING) else ""
    english = f"; {tiles} lie in the hand{beside}, and a hand with {counted(melds, 'meld')} has {size}"
    return english, f"；手里有{held}张，碰杠{melds}副的手牌是{size}张"


def changed(reading: Reading, seat: int) -> Iterator[Json]:
    """The player's tiles that are counted as another kind than the eye saw first; nobody said so."""
    for i in (i for role in OWN for i in members(reading.groups, role)):
        tile = reading.tiles[i]
        first = tile.seen[0][0] if tile.seen else tile.kind
        if not tile.by_user and tile.kind not in (first, *UNREAD):
            chinese = f"有一张看着像{kind_zh(CLASSES.index(first))}，按{kind_zh(CLASSES.index(tile.kind))}算"
            text = f"tile {i} looks like {first} and is taken as {tile.kind}"
            yield assumption("changed", tile.kind, chinese, text, seat)


def resized(read: Sequence[ReadMeld], melds: Sequence[Meld], seat: int) -> Iterator[Json]:
    """Melds told to have another number of tiles than the photo shows: a kong for a pong, a pong for a kong."""
    for meld in melds:
        kind = next((MELD_KINDS[one.kind] for one in read if one.tile is meld.tile), None)
        if kind is None or (kind is MeldKind.PONG) is not meld.is_kong:
            continue
        chinese = f"照片里{meld.tile.name_zh}是{kind.zh}，按说的{meld.kind.zh}算"
        text = f"the photo shows the {meld.tile} as {kind.en}: taken as {meld.kind.en}, as told"
        yield assumption("meld", str(meld.kind), chinese, text, seat)
