"""How well hands come out of rendered tables, before and after reconciling.

`python -m tests.bench.tables [tables] [seed] [clean|poor]`; without a condition four tables in ten have poor scores.
Right means: the hand's tiles, the winning tile and every meld with its kind, tile and visible feeder, all exactly.
Before reconciling = rows cut at gaps, each tile the eye's first choice, threes and fours alike are melds, a single
one won.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from scoring.tiles import KINDS, Tile
from tests.world.tables import Seen, table
from vision.layout.arrange import arrange
from vision.read.reconcile import reconcile
from vision.table.melds import owed
from vision.table.pricing import Pricer
from vision.types import BACK, CLASSES, Layout, Reading, ReadMeld, Role

UNSEEN = frozenset({"inside", "four_backs", "plain_kong"})
"""Traits of tables on which something cannot be seen, so that a doubt is due: which tile won, what a kong is."""
PRICER = Pricer()
Melds = tuple[tuple[str, Tile | None, str | None], ...]


@dataclass(slots=True)
class Tally:
    """Counts over tables."""

    tables: int = 0
    right: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)
    melds: int = 0
    winning: int = 0
    wrong: int = 0
    wrong_doubted: int = 0
    wrong_worried: int = 0  # carried a doubt that changes anything
    wrong_quiet: list[int] = field(default_factory=list)
    hands: int = 0  # the tiles of the hand are wrong
    hands_doubted: int = 0
    seen: int = 0  # wrong, though the eye had found every tile
    seen_doubted: int = 0
    grave: int = 0  # wrong, and the price, the waits or who pays a kong would be
    grave_doubted: int = 0
    right_doubted: int = 0
    right_worried: int = 0  # carried a doubt that changes anything
    plain: int = 0  # right, and everything could be seen
    plain_doubted: int = 0
    plain_worried: int = 0
    thrown: int = 0  # tables with discards
    gathered: int = 0  # all of them, and nothing else, one group of discards
    strange: int = 0  # tables on which other tiles were taken for discards
    codes: Counter[str] = field(default_factory=Counter)
    needless: Counter[str] = field(default_factory=Counter)
    by_trait: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))
    milliseconds: list[tuple[int, float]] = field(default_factory=list)


def plainly(layout: Layout) -> tuple[tuple[Tile, ...], Melds, Tile | None]:
    """The reading without any tile sense."""
    first = [max(range(len(CLASSES)), key=lambda k, d=d: d.scores[k]) for d in layout.detections]  # type: ignore[misc]
    hand: list[Tile] = []
    melds: list[tuple[str, Tile | None, str | None]] = []
    single: list[Tile] = []
    for number, row in enumerate(layout.rows):
        segment: list[int] = []
        for k, i in enumerate(row.tiles):
            segment.append(k)
            if k + 1 < len(row.tiles) and row.gaps[k] <= 0.3:
                continue
            kinds = [first[row.tiles[m]] for m in segment]
            faces = [kind for kind in kinds if CLASSES[kind] != BACK]
            tiles = [Tile(kind) for kind in kinds if kind < KINDS]
            if len(kinds) in (3, 4) and len(set(faces)) == 1 and faces[0] < KINDS:
                side = [m for m, at in enumerate(segment) if row.aside[at] > 0]
                fed = (
                    ("left" if side[0] == 0 else "right" if side[0] == len(kinds) - 1 else "opposite") if side else None
                )
                kind = "concealed" if len(faces) < len(kinds) else "pong" if len(kinds) == 3 else "exposed"
                melds.append((kind, Tile(faces[0]), fed))
            elif len(kinds) == 1 and layout.places and i != layout.rows[0].tiles[0]:
                single += tiles
            elif number == 0 or len(kinds) > 4:
                hand += tiles
            segment = []
    return tuple(sorted(hand)), tuple(melds), single[0] if len(single) == 1 else None


def same_melds(one: Melds, two: Melds) -> int:
    """How many melds of `one` are in `two`, each once."""
    return sum((Counter(one) & Counter(two)).values())


def measure(count: int, seed: int = 0, *, poor: bool | None = None) -> Tally:
    """Reads so many tables and compares."""
    tally = Tally()
    for k in range(count):
        seen = table(seed + k, poor=poor)
        start = time.process_time()
        layout = arrange(seen.detections, seen.width, seen.height)
        reading = reconcile(layout)
        tally.milliseconds.append((len(seen.detections), 1000 * (time.process_time() - start)))
        _compare(tally, seen, layout, reading)
    return tally


def _compare(tally: Tally, seen: Seen, layout: Layout, reading: Reading) -> None:
    tally.tables += 1
    melds: Melds = tuple((m.kind, m.tile, m.fed_by) for m in reading.melds)
    hand, plain, single = plainly(layout)
    tally.melds += len(seen.melds)
    tally.winning += seen.winning is not None
    for counter, what, these, won in (
        (tally.right, reading.hand, melds, reading.winning_tile),
        (tally.before, hand, plain, single),
    ):
        for label, true in (("", seen.melds), (" told", _told(seen.melds, these))):
            exact = what == seen.hand and len(these) == len(true) == same_melds(true, these)
            counter["melds" + label] += same_melds(true, these)
            counter["all" + label] += exact and won == seen.winning
        counter["hand"] += what == seen.hand
        counter["winning"] += seen.winning is not None and won == seen.winning
    thrown = {i for i, tile in enumerate(seen.lying) if tile is not None and tile.whose == "discards"}
    groups = [set(group.tiles) for group in reading.groups if group.role is Role.DISCARDS]
    tally.thrown += bool(thrown)
    tally.gathered += bool(thrown) and groups == [thrown]
    tally.strange += any(group - thrown for group in groups)
    right = verdict(seen, reading)
    worried = any(doubt.worth.changes != "nothing" for doubt in reading.doubts)
    for trait in seen.traits:
        row = tally.by_trait[trait]
        row[0] += 1
        row[1] += right
        row[2] += right and bool(reading.doubts)
    if right:
        tally.right_doubted += bool(reading.doubts)
        tally.right_worried += worried
        if seen.traits.isdisjoint(UNSEEN):
            tally.plain += 1
            tally.plain_doubted += bool(reading.doubts)
            tally.plain_worried += worried
            tally.needless.update({doubt.code for doubt in reading.doubts})
        tally.codes.update({doubt.code for doubt in reading.doubts})
    else:
        tally.wrong += 1
        tally.wrong_doubted += bool(reading.doubts)
        tally.wrong_worried += worried
        tally.hands += reading.hand != seen.hand
        tally.hands_doubted += reading.hand != seen.hand and bool(reading.doubts)
        if "unseen_tile" not in seen.traits:
            tally.seen += 1
            tally.seen_doubted += bool(reading.doubts)
        if _bill(reading.hand, melds, reading.winning_tile) != _bill(seen.hand, seen.melds, seen.winning):
            tally.grave += 1
            tally.grave_doubted += bool(reading.doubts)
        if not reading.doubts:
            tally.wrong_quiet.append(seen.seed)


def verdict(seen: Seen, reading: Reading) -> bool:
    """Is everything right? A feeder that nobody owes for may be left untold."""
    melds: Melds = tuple((m.kind, m.tile, m.fed_by) for m in reading.melds)
    true = _told(seen.melds, melds)
    alike = len(melds) == len(true) == same_melds(true, melds)
    return alike and reading.hand == seen.hand and reading.winning_tile == seen.winning


def _told(true: Melds, read: Melds) -> Melds:
    """The true melds, without the feeders that the reading left untold and that nobody owes for."""
    untold = Counter(meld for meld in read if meld[2] is None and not owed(*meld[:2]))
    result = []
    for kind, tile, fed in true:
        silent = untold[kind, tile, None] > 0
        untold[kind, tile, None] -= silent
        result.append((kind, tile, None if silent else fed))
    return tuple(result)


def _bill(hand: tuple[Tile, ...], melds: Melds, winning: Tile | None) -> object:
    """What a settlement sees of a hand: its price and waits, and whose kongs were fed by whom."""
    laid = [ReadMeld(kind, tile, 0, fed) for kind, tile, fed in melds]
    fed = sorted((str(m.tile), str(m.fed_by)) for m in laid if m.kind == "exposed")
    return PRICER.value(hand, laid, winning), fed


def show(tally: Tally) -> str:
    """The figures as text."""
    n, right = tally.tables, tally.tables - tally.wrong
    lines = [f"{n} tables"]
    for label, counter in (("before", tally.before), ("after", tally.right)):
        lines.append(
            f"{label:7} hand {counter['hand'] / n:.3f}  melds {counter['melds told'] / max(tally.melds, 1):.3f}"
            f"  winning tile {counter['winning'] / max(tally.winning, 1):.3f}  everything {counter['all told'] / n:.3f}"
            f"  (with every feeder: melds {counter['melds'] / max(tally.melds, 1):.3f}, "
            f"everything {counter['all'] / n:.3f})"
        )
    lines.append(
        f"wrong {tally.wrong}, with a doubt {tally.wrong_doubted / max(tally.wrong, 1):.4f}, with one that changes "
        f"anything {tally.wrong_worried / max(tally.wrong, 1):.4f}; quiet {tally.wrong_quiet}"
    )
    lines.append(
        f"of these {tally.hands} have wrong tiles in the hand: with a doubt "
        f"{tally.hands_doubted / max(tally.hands, 1):.4f}"
    )
    lines.append(
        f"of these {tally.seen} though every tile had been found: with a doubt "
        f"{tally.seen_doubted / max(tally.seen, 1):.4f}"
    )
    lines.append(
        f"of the wrong ones {tally.grave} change a price, a wait or who pays a kong: with a doubt "
        f"{tally.grave_doubted / max(tally.grave, 1):.4f}"
    )
    lines.append(
        f"right {right}, with a doubt {tally.right_doubted / max(right, 1):.4f}, with one that changes anything "
        f"{tally.right_worried / max(right, 1):.4f}; codes {dict(tally.codes.most_common())}"
    )
    lines.append(
        f"of these {tally.plain} where all can be seen, with a doubt {tally.plain_doubted / max(tally.plain, 1):.4f}, "
        f"with one that changes anything {tally.plain_worried / max(tally.plain, 1):.4f}; "
        f"codes {dict(tally.needless.most_common())}"
    )
    lines.append(
        f"discards on {tally.thrown} tables, one group and nothing else {tally.gathered / max(tally.thrown, 1):.3f}; "
        f"other tiles taken for discards on {tally.strange / n:.3f} of all"
    )
    small = sorted(ms for size, ms in tally.milliseconds if size <= 20) or [0.0]
    large = sorted(ms for size, ms in tally.milliseconds if size >= 60) or [0.0]
    lines.append(
        f"layout and reconcile, median: {small[len(small) // 2]:.1f} ms up to 20 tiles, "
        f"{large[len(large) // 2]:.1f} ms from 60 on"
    )
    lines += [
        f"  {trait:15} {row[0]:5} right {row[1] / row[0]:.3f}, of these doubted {row[2] / max(row[1], 1):.3f}"
        for trait, row in sorted(tally.by_trait.items())
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    words = sys.argv[1:]
    condition = {"clean": False, "poor": True}.get(words[-1]) if words else None
    numbers = [int(word) for word in words if word.isdigit()]
    count, seed = (*numbers, *(2000, 0)[len(numbers) :])
    print(show(measure(count, seed, poor=condition)))
