"""What may be the player's: his own rows, those near them, tiles that lie on others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.table.evidence import Face
from vision.table.melds import likeliest_kind
from vision.table.priors import distance
from vision.types import Layout, Row

REACH = 3.8  # tile widths from what is the player's to what may be his, too
FAR = 6.0  # the same for a row in which melds may lie
EDGE = 13.0  # the same for a row that is nothing but melds, and for the hand beyond such a row
HALF = 2.2  # the same for the other half of a hand in two rows
LONGEST = 18  # tiles in a row of one player
AROUND = 4.5  # the same for a tile alone, which may be the winning tile
ROOM = 0.35  # tile widths between two melds
UNLIKE = 11.0  # faces less alike than this are no meld


def homes(layout: Layout, faces: Sequence[Face]) -> list[int]:
    """Numbers of the rows that are the player's for certain: the main one, its other half, rows of melds near them."""
    homes = [0]
    pure = [row.facing == 0 and _pure(row, faces) for row in layout.rows]
    for source in homes:
        for number, row in enumerate(layout.rows):
            if number in homes or row.facing != 0 or len(row.tiles) > LONGEST:
                continue
            apart = distance(layout, layout.rows[source], row)
            if pure[number]:
                near = apart < EDGE
            elif _meldlike(row, faces):
                near = apart < FAR
            else:
                near = source == 0 and len(row.tiles) > 3 and apart < HALF
            if near:
                homes.append(number)
    if all(pure[home] for home in homes):  # the hand lies beyond its melds, and nobody's tiles lie before it
        rest = [
            number
            for number, row in enumerate(layout.rows)
            if number not in homes
            and row.facing == 0
            and len(row.tiles) <= LONGEST
            and min(distance(layout, layout.rows[home], row) for home in homes) < EDGE
        ]
        rest.sort(key=lambda number: min(layout.places[i][1] for i in layout.rows[number].tiles))
        homes += rest[:1]
    return homes


def reach(layout: Layout, homes: Sequence[int]) -> list[int]:
    """Numbers of all rows that may be the player's: his own, then those near them."""
    near = list(homes)
    for number, row in enumerate(layout.rows):
        if number in homes or row.facing != 0 or len(row.tiles) > LONGEST:
            continue
        reach = AROUND if len(row.tiles) == 1 else REACH
        if any(distance(layout, layout.rows[home], row) < reach for home in homes):
            near.append(number)
    return near


def _meldlike(row: Row, faces: Sequence[Face]) -> bool:
    tiles = row.tiles
    return any(
        sum(faces[i].down for i in tiles[k : k + 3]) < 2
        and likeliest_kind([faces[i] for i in tiles[k : k + 3] if not faces[i].down])[1] < UNLIKE / 2
        for k in range(len(tiles) - 2)
    )


def _pure(row: Row, faces: Sequence[Face]) -> bool:
    """Is the row one meld, or a few with room between them, and nothing else?"""
    return all(
        len(block) in (3, 4)
        and sum(not faces[i].down for i in block) > 0
        and likeliest_kind([faces[i] for i in block if not faces[i].down])[1] < UNLIKE / 2
        for block in row.blocks(ROOM)
    )


def fourths(layout: Layout, faces: Sequence[Face], mine: Sequence[int]) -> Iterator[dict[int, int]]:
    """Choices of tiles that lie on others: under -> on top. All that may be, and none."""
    own = {i for number in mine for i in layout.rows[number].tiles}
    pairs: dict[int, int] = {}
    for top, under in layout.stacked:
        chained = top in pairs or under in pairs.values()  # a heap: the fourth of a meld lies on none but its own
        if under in own and top not in pairs.values() and not chained:
            kind = faces[top].first
            if faces[under].cost(kind) - faces[under].best < UNLIKE / 2:
                pairs.setdefault(under, top)
    if pairs:
        yield pairs
    if len(pairs) > 1:
        for under in pairs:
            yield {under: pairs[under]}
    yield {}
