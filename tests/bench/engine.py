"""Speed of the rules engine against other packages, as ratios within one run: `make bench`.

Hands and deals are random and never repeated; each candidate works through the same list, the candidates take turns in
blocks, CPU time is taken, and the median of the blocks counts. `mahjong` (PyPI) has no wait search: the naive one asks
its agari test for each of the 27 kinds, and its full hand value is HandCalculator.estimate_hand_value of a complete
hand. `cmajiang` (C++) has `tingpai`, the kinds that bring a hand nearer to completion.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import cmajiang
from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.tile import TilesConverter

from scoring import wire
from scoring.decode import deal_from
from scoring.patterns import best, waits
from scoring.rulesets import RULE_SETS
from scoring.settlement import settle
from scoring.tiles import Tile, counts
from tests.bench.hands import complete_hand, deals, random_hand, ready_hand

RULES = RULE_SETS["guiyang"]
BLOCKS = 7
Work = Callable[[Any], object]


def ours(hand: list[Tile]) -> object:
    return waits(hand, (), RULES)


def naive(hand: list[Tile]) -> list[int]:
    """The 27-tile wait search that users of `mahjong` write."""
    held = [*counts(hand), *[0] * 7]
    found = []
    for kind in range(27):
        if held[kind] < 4:
            held[kind] += 1
            if Agari.is_agari(held):
                found.append(kind)
            held[kind] -= 1
    return found


def shoupai(hand: list[Tile]) -> Any:
    """The hand as cmajiang has it; building it is not timed."""
    suits = {suit: "".join(str(tile.rank) for tile in sorted(hand) if tile.suit == suit) for suit in "mps"}
    return cmajiang.Shoupai("".join(suit + ranks for suit, ranks in suits.items() if ranks))


def value(hand: list[Tile]) -> object:
    """`mahjong`'s full value of a complete hand, the last tile the winning one."""
    tiles = TilesConverter.string_to_136_array(
        man="".join(str(t.rank) for t in sorted(hand) if t.suit == "m"),
        pin="".join(str(t.rank) for t in sorted(hand) if t.suit == "p"),
        sou="".join(str(t.rank) for t in sorted(hand) if t.suit == "s"),
    )
    return HandCalculator.estimate_hand_value(tiles, tiles[-1])


def measure(candidates: dict[str, tuple[Work, Sequence[Any]]]) -> dict[str, float]:
    """Median microseconds an item; the candidates take turns block by block."""
    times: dict[str, list[float]] = {name: [] for name in candidates}
    gc.collect()
    gc.disable()  # as timeit does: the lists of hands would be walked again and again
    for block in range(BLOCKS):
        for name, (work, items) in candidates.items():
            part = items[block::BLOCKS]
            start = time.process_time()
            for item in part:
                work(item)
            times[name].append((time.process_time() - start) / len(part) * 1e6)
    gc.enable()
    return {name: statistics.median(found) for name, found in times.items()}


def table(title: str, found: dict[str, float], base: str) -> None:
    print(f"\n{title}\n")
    print(f"| | µs (median of {BLOCKS} blocks) | × {base} |\n|---|---|---|")
    for name, micros in found.items():
        print(f"| {name} | {micros:.1f} | {micros / found[base]:.2f} |")


def main() -> None:
    rng = random.Random(20261129)
    for title, make in (("Waits of random hands", random_hand), ("Waits of ready hands", ready_hand)):
        hands = [make(rng) for _ in range(7000)]
        found = measure(
            {
                "zhuoji waits, priced": (ours, hands),
                "mahjong: 27 agari tests": (naive, hands),
                "cmajiang tingpai": (cmajiang.tingpai, [shoupai(hand) for hand in hands]),
            }
        )
        plain = [hand for hand in hands if max(counts(hand)) < 3]  # `mahjong` counts no four alike as two pairs
        assert all(bool(ours(hand)) == bool(naive(hand)) for hand in plain), "they must agree on readiness"
        table(f"{title} ({len(hands)} different ones)", found, "zhuoji waits, priced")
    complete = [complete_hand(rng) for _ in range(3500)]
    found = measure(
        {
            "zhuoji best pattern": (lambda hand: best(hand, (), hand[-1], RULES), complete),
            "mahjong: full hand value": (value, complete),
        }
    )
    table("Value of complete hands", found, "zhuoji best pattern")
    bodies = deals(rng, 2800)
    built = [deal_from(body) for body in bodies]
    hands = [random_hand(rng) for _ in range(2800)]
    found = measure(
        {
            "zhuoji settlement": (settle, built),
            "zhuoji settlement, JSON in and out": (wire.settle, bodies),
            "mahjong: one naive wait search": (naive, hands),
        }
    )
    table("A whole settlement of four hands, five rule sets", found, "mahjong: one naive wait search")


if __name__ == "__main__":
    main()
