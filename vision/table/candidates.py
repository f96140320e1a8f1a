"""What may be the player's: their own rows, those near them, tiles that lie on others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.table.evidence import Face
from vision.table.melds import likeliest_kind
from vision.table.priors import distance
from vision.types import Layout, Row

REACH_WIDTHS = 3.8  # from what is the player's to what may be theirs, too
AROUND_WIDTHS = 4.5  # the same for a tile alone, which may be the winning tile
FAR_WIDTHS = 6.0  # the same for a row in which melds may lie
EDGE_WIDTHS = 13.0  # the same for a row that is nothing but melds, and for the hand beyond such a row
HALF_WIDTHS = 2.2  # the same for the other half of a hand in two rows
LONGEST = 18  # tiles in a row of one player
ROOM_WIDTHS = 0.35  # between two melds
UNLIKE_COST = 11.0  # faces that cost more than this as one kind are no meld


def homes(layout: Layout, faces: Sequence[Face]) -> list[int]:
    """Numbers of the rows that are the player's for certain: the main one, its other half, rows of melds near them."""
    homes = [0]
    pure = [row.facing == 0 and _pure(row, faces) for row in layout.rows]
    for source in homes:
        for number, row in enumerate(layout.rows):
            if number not in homes and _may_be_own(row):
                near = _home_widths(row, faces, source, pure=pure[number])
                if near and distance(layout, layout.rows[source], row) < near:
                    homes.append(number)
    if all(pure[home] for home in homes):
        homes += _hand_beyond(layout, homes)
    return homes


def _may_be_own(row: Row) -> bool:
    return row.facing == 0 and len(row.tiles) <= LONGEST


def _home_widths(row: Row, faces: Sequence[Face], source: int, *, pure: bool) -> float:
    """How near a row must lie to one of the player's to be theirs; 0: it is not for that."""
    if pure:
        return EDGE_WIDTHS
    if _meldlike(row, faces):
        return FAR_WIDTHS
    return HALF_WIDTHS if source == 0 and len(row.tiles) > 3 else 0.0


def _hand_beyond(layout: Layout, homes: Sequence[int]) -> list[int]:
    """The number of the row in which the hand lies that lies beyond its melds; nobody's tiles lie before it."""
    rest = [
        number
        for number, row in enumerate(layout.rows)
        if number not in homes and _may_be_own(row) and _apart(layout, homes, row) < EDGE_WIDTHS
    ]
    return sorted(rest, key=lambda number: min(layout.places[i][1] for i in layout.rows[number].tiles))[:1]


def _apart(layout: Layout, homes: Sequence[int], row: Row) -> float:
    return min(distance(layout, layout.rows[home], row) for home in homes)


def reach(layout: Layout, homes: Sequence[int]) -> list[int]:
    """Numbers of all rows that may be the player's: their own, then those near them."""
    near = list(homes)
    for number, row in enumerate(layout.rows):
        if number not in homes and _may_be_own(row):
            reach = AROUND_WIDTHS if len(row.tiles) == 1 else REACH_WIDTHS
            if _apart(layout, homes, row) < reach:
                near.append(number)
    return near


def _meldlike(row: Row, faces: Sequence[Face]) -> bool:
    """Do any three neighbours look like a meld?"""
    blocks = ([faces[i] for i in row.tiles[k : k + 3]] for k in range(len(row.tiles) - 2))
    return any(sum(face.down for face in block) < 2 and _alike(block) for block in blocks)


def _pure(row: Row, faces: Sequence[Face]) -> bool:
    """Is the row one meld, or a few with room between them, and nothing else?"""
    blocks = ([faces[i] for i in block] for block in row.blocks(ROOM_WIDTHS))
    return all(len(block) in (3, 4) and not all(face.down for face in block) and _alike(block) for block in blocks)


def _alike(block: Sequence[Face]) -> bool:
    """Are those that lie face up of one kind?"""
    return likeliest_kind([face for face in block if not face.down])[1] < UNLIKE_COST / 2


def fourths(layout: Layout, faces: Sequence[Face], mine: Sequence[int]) -> Iterator[dict[int, int]]:
    """Choices of tiles that lie on others: under -> on top. All that may be, each by itself, and none."""
    pairs = _on_own(layout, faces, {i for number in mine for i in layout.rows[number].tiles})
    if pairs:
        yield pairs
    if len(pairs) > 1:
        for under in pairs:
            yield {under: pairs[under]}
    yield {}


def _on_own(layout: Layout, faces: Sequence[Face], own: set[int]) -> dict[int, int]:
    """Tiles of the player -> the one of the same kind that lies on it, the closest first."""
    pairs: dict[int, int] = {}
    for top, under in layout.stacked:
        tops = pairs.values()
        chained = top in pairs or under in tops  # a heap: the fourth of a meld lies on none but its own
        if under not in own or top in tops or chained or under in pairs:
            continue
        if faces[under].cost(faces[top].first) - faces[under].best < UNLIKE_COST / 2:
            pairs[under] = top
    return pairs
