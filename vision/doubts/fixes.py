"""Corrections that doubts suggest: one tap applies them, so that none makes a hand of a count that no hand has."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tiles import KINDS
from vision.doubts.context import Findings, astray, first_hand, moving, setting, zh
from vision.table.evidence import BACK_NUMBER, NUMBER, fixed_face
from vision.table.melds import as_melds
from vision.table.naming import meld_tiles, melds_of
from vision.types import CLASSES, Group, ReadMeld, Role

Steps = tuple[Mapping[str, object], ...]
PONG, KONG = 3, 4  # tiles of a meld


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile goes that was left out, and what is asked of it. `role`: None where it has no place."""

    role: Role | None
    steps: Steps
    chinese: str
    text: str


ASKED = {
    Role.MELD: ("是杠的第四张{}吗？", "the fourth of a kong{}?"),
    Role.WINNING: ("是胡的{}吗？", "the winning tile{}?"),
    Role.HAND: ("是这家的{}吗？", "one of the hand{}?"),
}
NO_PLACE = ("这家的牌已经够数，多半不是这家的", "the player's tiles are all there, so hardly one of them")


def put_back(found: Findings, i: int, touched: int | None, pong: ReadMeld | None = None, apart: bool = False) -> Place:
    """The tile where it belongs: as the fourth of the pong, or with the tile that it touches; in the hand, or, where it
    lies apart from that sooner, as the winning tile. Never where it would make too many, nor from what is not his.

    `touched`: the tile close to it, or of whose box it is a double; `pong`: where that is known otherwise.
    """
    home = next((n for n, group in enumerate(found.groups) if touched in group.tiles), None)
    pong = pong or next((m for m in found.named.melds if m.group == home), None)
    ways: list[tuple[Role, Steps]] = []
    if pong is not None and len(found.groups[pong.group].tiles) == PONG:
        ways.append((Role.MELD, (*moving([i], Role.MELD, pong.group), *_alike(found, i, pong))))
    others = home is not None and found.groups[home].role in (Role.DISCARDS, Role.OTHER)
    if not others and not found.full:
        hand = (Role.HAND, (*moving([i], Role.HAND, first_hand(found.groups)), *_readable(found, i)))
        winning = (Role.WINNING, (*moving([i], Role.WINNING), *_readable(found, i)))
        ways += (winning, hand) if apart and found.whole else (hand, winning)
    steps = offered(found, *(steps for _, steps in ways))
    role = next((role for role, way in ways if way == steps), None)
    if role is None and all(i not in group.tiles for group in found.groups):
        steps = ({"op": "drop", "tile": i},)  # a box that counts for nothing already: that it is none
    return Place(role, steps, *(NO_PLACE if role is None else asked(role, steps)))


def asked(role: Role, steps: Steps = ()) -> tuple[str, str]:
    """Is it that? In Chinese and English; a kind that the corrections give it is named."""
    chinese, text = ASKED[role]
    kind = next((str(step["kind"]) for step in steps if step["op"] == "set"), None)
    if kind is None:
        return chinese.format("" if role is Role.MELD else "牌"), text.format("")
    return chinese.format(zh(CLASSES.index(kind))), text.format(f", as {kind}")


def _readable(found: Findings, i: int) -> Steps:
    """A kind that a hand can hold, where the eye sees none first but thought of one."""
    face = found.faces[i]
    if face.first < KINDS:
        return ()
    best = min((kind for kind in face.costs if kind < KINDS), key=lambda kind: face.costs[kind], default=None)
    return () if best is None else setting({i: best})


def _alike(found: Findings, i: int, pong: ReadMeld) -> Steps:
    """Who says that it is the fourth of these says what it is."""
    known = found.faces[i].first in (BACK_NUMBER, pong.tile)
    return () if known or pong.tile is None else setting({i: int(pong.tile)})


def taken_out(found: Findings, i: int) -> tuple[Steps, str, str]:
    """One tile of a meld of four to the hand, or where that would make too many, away; and the question, in Chinese and
    English, to which that is yes.
    """
    to_hand = moving([i], Role.HAND, first_hand(found.groups))
    fix = offered(found, to_hand, moving([i], Role.OTHER))
    if fix == to_hand:
        return fix, "是手牌吗？", f"is tile {i} one of the hand?"
    return (fix, "不是这家的吗？", f"is tile {i} none of the player's?") if fix else ((), "", "")


def renamed(found: Findings, ways: Iterable[Mapping[int, int]]) -> Mapping[int, int]:
    """The first of these other names (class numbers by index) that may be suggested: kinds of the set, or a tile of a
    kong face down; else none.
    """
    melds = set(found.members(Role.MELD))
    fair = [w for w in ways if w and all(k < KINDS or (k == BACK_NUMBER and i in melds) for i, k in w.items())]
    steps = offered(found, *map(setting, fair))
    return next((way for way in fair if setting(way) == steps), {})


def offered(found: Findings, *ways: Steps) -> Steps:
    """The first of these corrections after which the count is one that a hand has and every meld is one. Where that is
    not so now and none of them mends it all, the first that makes nothing worse; else none at all.
    """
    off: list[tuple[Steps, tuple[int, int]]] = []
    for way in filter(None, ways):
        off.append((way, _off(found, way)))
        if off[-1][1] == (0, 0):
            return way
    here = _off(found, ()) if off else (0, 0)
    return next((way for way, (count, mixed) in off if count <= here[0] and mixed <= here[1]), ())


def numbered(groups: Sequence[Group], steps: Steps) -> Steps:
    """The same, each group by the number that corrections name it by; a new one by one that none has."""
    numbers = [n if group.number is None else group.number for n, group in enumerate(groups)]
    unused = (n for n in itertools.count(len(groups)) if n not in numbers)
    fresh = sorted({n for step in steps if isinstance(n := step.get("group"), int) and n >= len(groups)})
    named = dict(enumerate(numbers)) | dict(zip(fresh, unused, strict=False))
    return tuple({**step, "group": named[n]} if isinstance(n := step.get("group"), int) else step for step in steps)


def _off(found: Findings, steps: Steps) -> tuple[int, int]:
    """By how many tiles it will be no hand once this is told, none where all of it lies elsewhere; and how many melds
    will be none.
    """
    groups, looks = list(found.groups), list(found.faces)
    for step in steps:
        match step["op"]:
            case "add":
                return 0, 0  # an unseen fourth, which makes one meld of another
            case "set":
                for i in _tiles(step):
                    looks[i] = fixed_face(NUMBER[str(step["kind"])])
            case "drop":
                _lift(groups, _tiles(step))
            case _:
                role, number = Role(str(step["role"])), step.get("group")
                if not isinstance(number, int) or number >= len(found.groups):
                    groups.append(Group(role, ()))
                    number = len(groups) - 1
                if role is Role.WINNING:
                    groups = [replace(g, role=Role.HAND) if g.role is Role.WINNING else g for g in groups]
                _lift(groups, _tiles(step))
                groups[number] = Group(role, (*groups[number].tiles, *_tiles(step)))
    mixed = sum(
        candidate.mixed for candidate in as_melds([meld_tiles(found.layout, looks, g) for g in melds_of(groups)])[0]
    )
    elsewhere = not any(group.tiles for group in groups if group.role in (Role.HAND, Role.WINNING))
    return (0 if elsewhere else astray(groups)), mixed


def _tiles(step: Mapping[str, object]) -> tuple[int, ...]:
    members = step["tiles"] if step["op"] == "move" else [step["tile"]]
    return tuple(int(i) for i in members) if isinstance(members, list) else ()


def _lift(groups: list[Group], tiles: Iterable[int]) -> None:
    gone = set(tiles)
    groups[:] = (replace(group, tiles=tuple(i for i in group.tiles if i not in gone)) for group in groups)
