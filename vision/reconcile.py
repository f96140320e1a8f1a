"""Layout -> Reading: hand, melds, winning tile, and what is doubtful about them. Tile sense only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.tiles import COPIES, Tile, compact
from vision.types import (
    BACK,
    CLASSES,
    OTHER,
    Detection,
    Doubt,
    Group,
    Layout,
    Reading,
    ReadMeld,
    ReadTile,
    Role,
    Segment,
    Way,
)

FLOOR = 0.0005  # no kind is impossible
LOW = 0.7  # below this a tile's kind is doubtful


@dataclass(frozen=True, slots=True)
class Said:
    """What the player has told; it outweighs what the eye saw. Keys and members are indices of tiles."""

    kinds: Mapping[int, str] = field(default_factory=dict)
    dropped: frozenset[int] = frozenset()
    roles: Mapping[int, Role] = field(default_factory=dict)


def seen(detection: Detection) -> tuple[tuple[str, float], ...]:
    """The kinds that the eye gave a noticeable score, best first, rounded as the wire has them."""
    named = sorted(
        ((p, k) for k, p in enumerate(detection.scores) if p >= 0.002), key=lambda pair: (-pair[0], pair[1])
    )
    return tuple((CLASSES[k], round(p, 3)) for p, k in named[:6])


def reconcile(layout: Layout, model: str = "", said: Said | None = None) -> Reading:
    """The layout of one photo -> the reading. Never raises; what is not sure is a doubt."""
    said = said or Said()
    scores = [seen(d) for d in layout.detections]
    kinds = [said.kinds.get(i) or (s[0][0] if s else OTHER) for i, s in enumerate(scores)]
    dropped = {i for i, _ in layout.doubled} | set(said.dropped)
    segments = [tuple(i for i in segment.tiles if i not in dropped) for segment in layout.segments]
    roles = _roles(layout, segments, kinds, said)
    _limit_copies(segments, roles, kinds, scores, said)
    groups: list[Group] = []
    melds: list[ReadMeld] = []
    group_of: dict[int, int] = {}
    for segment, tiles, role in zip(layout.segments, segments, roles, strict=True):
        group_of |= dict.fromkeys(tiles, len(groups))
        if role is Role.MELD and tiles:
            melds.append(_meld(segment, tiles, kinds, len(groups)))
        groups.append(Group(role, tiles, any(i in said.roles for i in tiles)))
    hand = sorted(
        Tile(CLASSES.index(kinds[i])) for i in _of(groups, Role.HAND) if kinds[i] not in (OTHER, BACK)
    )
    winning = [
        Tile(CLASSES.index(kinds[i])) for i in _of(groups, Role.WINNING) if kinds[i] not in (OTHER, BACK)
    ]
    tiles_read = tuple(
        ReadTile(
            d.box,
            kinds[i],
            1.0 if i in said.kinds else dict(scores[i]).get(kinds[i], FLOOR),
            scores[i],
            group_of.get(i),
            _way_of(layout, i),
            d.found,
            d.turns,
            i in dropped,
            i in said.kinds or i in said.dropped,
        )
        for i, d in enumerate(layout.detections)
    )
    doubts = _doubts(layout, tiles_read, groups, hand, melds, len(winning), said)
    return Reading(
        layout.width,
        layout.height,
        model,
        tiles_read,
        tuple(groups),
        tuple(hand),
        tuple(melds),
        winning[0] if winning else None,
        tuple(doubts),
        bool(hand) and not doubts,
    )


def _of(groups: list[Group], role: Role) -> list[int]:
    return [i for group in groups if group.role is role for i in group.tiles]


def _way_of(layout: Layout, index: int) -> Way:
    for segment in layout.segments:
        if index in segment.tiles:
            return segment.ways[segment.tiles.index(index)]
    return Way.UPRIGHT


def _roles(layout: Layout, segments: list[tuple[int, ...]], kinds: list[str], said: Said) -> list[Role]:
    lengths: dict[int, int] = {}
    for segment, tiles in zip(layout.segments, segments, strict=True):
        lengths[segment.row] = lengths.get(segment.row, 0) + len(tiles)
    main = max(lengths, key=lambda row: lengths[row], default=-1)
    roles: list[Role] = []
    for segment, tiles in zip(layout.segments, segments, strict=True):
        told = next((said.roles[i] for i in tiles if i in said.roles), None)
        faces = {kinds[i] for i in tiles} - {BACK}
        if told is not None:
            roles.append(told)
        elif (
            len(tiles) in (3, 4)
            and len(faces) <= 1
            and OTHER not in faces
            and len(tiles) < lengths[segment.row] + 1
        ):
            roles.append(Role.MELD)
        elif segment.row == main:
            roles.append(Role.WINNING if len(tiles) == 1 and lengths[main] > 1 else Role.HAND)
        else:
            roles.append(Role.WINNING if len(tiles) == 1 and lengths[segment.row] == 1 else Role.OTHER)
    singles = [k for k, role in enumerate(roles) if role is Role.WINNING]
    if len(singles) > 1:
        for k in singles:
            roles[k] = Role.HAND if layout.segments[k].row == main else Role.OTHER
    return roles


def _limit_copies(
    segments: list[tuple[int, ...]],
    roles: list[Role],
    kinds: list[str],
    scores: list[tuple[tuple[str, float], ...]],
    said: Said,
) -> None:
    """Law 4: five of a kind cannot come out; the least sure copy takes its next likely kind."""
    own = [i for tiles, role in zip(segments, roles, strict=True) if role is not Role.OTHER for i in tiles]
    while True:
        count = {kind: sum(kinds[i] == kind for i in own) for kind in {kinds[i] for i in own} - {OTHER, BACK}}
        over = next((kind for kind in sorted(count) if count[kind] > COPIES), None)
        if over is None:
            return
        moves = [
            (dict(scores[i]).get(over, FLOOR) / p, i, kind)
            for i in own
            if kinds[i] == over and i not in said.kinds
            for kind, p in scores[i]
            if kind != over and count.get(kind, 0) < COPIES
        ]
        if not moves:
            return
        _, i, kind = min(moves)
        kinds[i] = kind


def _meld(segment: Segment, tiles: tuple[int, ...], kinds: list[str], group: int) -> ReadMeld:
    faces = [kinds[i] for i in tiles if kinds[i] not in (BACK, OTHER)]
    tile = Tile(CLASSES.index(max(set(faces), key=faces.count))) if faces else None
    sideways = [k for k, way in enumerate(segment.ways) if way.sideways]
    fed_by = None
    if len(sideways) == 1:
        fed_by = "left" if sideways[0] == 0 else "right" if sideways[0] == len(tiles) - 1 else "opposite"
    if len(tiles) == 3:
        return ReadMeld("pong", tile, group, fed_by)
    if any(kinds[i] == BACK for i in tiles):
        return ReadMeld("concealed", tile, group)
    return ReadMeld("exposed" if fed_by else "concealed", tile, group, fed_by)


def _doubts(
    layout: Layout,
    tiles: tuple[ReadTile, ...],
    groups: list[Group],
    hand: list[Tile],
    melds: list[ReadMeld],
    winning: int,
    said: Said,
) -> list[Doubt]:
    doubts: list[Doubt] = []
    if not layout.detections:
        return [Doubt("no_tiles", (), "照片里没有找到麻将牌", "no tile was found in the photo")]
    for i, twin in layout.doubled:
        text = f"第{i}框与第{twin}框是同一张牌,已略去"
        doubts.append(
            Doubt("duplicate", (i,), text, f"box {i} shows the tile of box {twin} again and was left out")
        )
    own = [i for group in groups if group.role is not Role.OTHER for i in group.tiles]
    for i in own:
        tile = tiles[i]
        if i in said.kinds:
            continue
        first = tile.seen[0][0] if tile.seen else OTHER
        if tile.kind != first:
            fix = ({"op": "set", "tile": i, "kind": first},)
            doubts.append(
                Doubt("changed", (i,), f"{first}读作{tile.kind}", f"{first} was read as {tile.kind}", fix)
            )
        elif tile.confidence < LOW:
            other = next((kind for kind, _ in tile.seen if kind != tile.kind), None)
            fix = ({"op": "set", "tile": i, "kind": other or OTHER},)
            doubts.append(
                Doubt("low_confidence", (i,), f"{tile.kind}看不清", f"{tile.kind} is not clearly seen", fix)
            )
        if tile.kind == OTHER:
            doubts.append(Doubt("not_in_set", (i,), "这张不是捉鸡的牌", "this tile is not in a 108-tile set"))
    allowed = 13 - 3 * len(melds)
    if len(hand) + winning not in (allowed, allowed + 1) or (winning and len(hand) != allowed):
        text = f"{compact(hand)} are {len(hand)} tiles beside {len(melds)} melds; a hand has {allowed}"
        doubts.append(
            Doubt("odd_count", tuple(_of(groups, Role.HAND)), f"手牌{len(hand)}张,应为{allowed}张", text)
        )
    return doubts
