"""A row -> every three or four neighbours that may be a meld, with what each costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.table.candidates import UNLIKE_COST
from vision.table.evidence import OTHER_NUMBER, Face
from vision.table.melds import Like, MeldCandidate, MeldTiles, as_meld, is_run, likeliest_kind
from vision.table.priors import Cost, aside_of, behind, meld_gap
from vision.types import Layout, Role, Row

CHOW_COST = 3.5  # a run laid down as a meld: there are no chows, but people do
BESIDE_COST = 3.0  # the fourth lies on an upright tile beside the sideways one
MOST_UPRIGHT_COST = 1.5  # the fourth on the sideways tile seems to lie upright


@dataclass(frozen=True, slots=True)
class Unit:
    """Some tiles and what they are together; `fourth`: the tile on top of an added kong, `meld`: what they would be."""

    role: Role
    tiles: tuple[int, ...]
    fourth: int | None = None
    meld: MeldCandidate | None = None


Window = tuple[int, Unit, Cost]  # neighbours in the row, the meld, what it costs


def windows(
    layout: Layout, faces: Sequence[Face], row: Row, fourths: Mapping[int, int]
) -> Mapping[int, Sequence[Window]]:
    """Where in the row it starts -> the melds. `fourths`: under -> the tile that lies on it."""
    result: dict[int, list[Window]] = {}
    for start in range(len(row.tiles) - 2):
        for length in (3, 4):
            tiles = row.tiles[start : start + length]
            under = [i for i in tiles if i in fourths]
            if len(tiles) < length or length + len(under) > 4:
                continue
            found = _window(layout, faces, row, start, tiles, {i: fourths[i] for i in under})
            if found is not None:
                result.setdefault(start, []).append((length, *found))
    return result


def _window(
    layout: Layout, faces: Sequence[Face], row: Row, start: int, tiles: tuple[int, ...], on_top: Mapping[int, int]
) -> tuple[Unit, Cost] | None:
    """These neighbours as a meld, with the tile on one of them if there is any; None where they cannot be one."""
    end = start + len(tiles)
    under, top = next(iter(on_top.items()), (None, None))
    meld = MeldTiles(tuple([faces[i] for i in tiles]), row.aside[start:end], None if top is None else faces[top])
    like = likeliest_kind(meld.shown)
    chow = _is_chow(meld, like)
    if (like[1] > UNLIKE_COST and not chow) or _mostly_honours(meld):
        return None
    found = as_meld(meld, like)
    cost = found.cost + sum([meld_gap(gap) for gap in row.gaps[start : end - 1]]) + behind(layout, tiles)
    if chow:
        cost += CHOW_COST - found.unlike
    if under is None or top is None:
        return Unit(Role.MELD, tiles, None, found), cost
    cost += _place_cost(meld, tiles.index(under), aside_of(layout, top))
    return Unit(Role.MELD, (*tiles, top), top, found), cost


def _is_chow(meld: MeldTiles, like: Like) -> bool:
    return like[1] > UNLIKE_COST and len(meld.faces) == 3 and is_run([face.first for face in meld.faces])


def _mostly_honours(meld: MeldTiles) -> bool:
    """Honours make no meld that 捉鸡 knows."""
    return 2 * sum([face.first == OTHER_NUMBER for face in meld.faces]) > len(meld.faces)


def _place_cost(meld: MeldTiles, under: int, aside: float) -> Cost:
    """Of the fourth's place, on the tile at `under`; `aside`: log-odds that it lies sideways itself."""
    if max(meld.aside) > max(meld.aside[under], 0.0):
        return BESIDE_COST
    return min(-0.5 * aside, MOST_UPRIGHT_COST) if meld.aside[under] > 0 else 0.0
