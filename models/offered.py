"""How often what the page offers for a doubt is right: python -m models.offered [--photos FOLDER ...] [--every N]

Of each doubt about a few tiles the page's big button says that they are what was read; a second one may offer another
name for one, or that no tile lies there. Both are looked up in the truth of real/val, field/ and field2/. With labelled
boxes a name is right if the label there has it; a tile without a label counts for nothing. Of photos whose truth is a
list of tiles a name stands if no more of its kind were read than lie there, and another one is right if one of the
read kind is too many and one of the offered kind missing.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType

from models import photos
from models.measures import interval
from models.photos import FIELD, SHARED, VAL, truths
from models.predictions import Prediction, inventories, matched, predict
from vision.read.eye import Eye
from vision.types import Doubt, Drop, Reading, SetKind

FIELD2 = SHARED / "photos" / "field2"
AS_READ, RENAMED, NONE = "as read", "another name", "no tile"
Offer = tuple[str, str]
"""One of the three, and the doubt's code."""
MOST_TILES = 4
"""Of a doubt about more tiles the page's button says only that it was seen (`aboutTiles` of reading.js)."""
Verdict = Callable[[int, str | None], bool | None]
"""(tile of the reading, the kind that it is said to be; None: no tile) -> whether that is right; None: not known."""


def offers(one: Prediction, tool: ModuleType) -> Iterator[tuple[Offer, bool]]:
    """Each offer about a tile of a photo whose truth tells about it, and whether it is right."""
    verdict = _by_box(one) if "boxes" in one.truth else _by_number(one, tool)
    for doubt in one.reading.doubts:
        for offer, said in _said(doubt, one.reading):
            verdicts = [verdict(at, kind) for at, kind in said]
            if None not in verdicts:
                yield (offer, doubt.code), all(verdicts)


def _said(doubt: Doubt, reading: Reading) -> Iterator[tuple[str, list[tuple[int, str | None]]]]:
    """What the page's buttons say of which tiles."""
    if 0 < len(doubt.tiles) <= MOST_TILES:
        yield AS_READ, [(at, reading.tiles[at].kind) for at in doubt.tiles]
    match doubt.suggestion:
        case (SetKind(tile=at, kind=kind), *_):
            yield RENAMED, [(at, kind)]
        case (Drop(tile=at), *_):
            yield NONE, [(at, None)]


def _by_box(one: Prediction) -> Verdict:
    tiles, both = matched(one, "read")
    labels = {tiles[at].box: one.truth["kinds"][label] for label, at in both}

    def verdict(at: int, kind: str | None) -> bool | None:
        true = labels.get(one.reading.tiles[at].box)
        return None if true is None else true == kind

    return verdict


def _by_number(one: Prediction, tool: ModuleType) -> Verdict:
    (result, *_) = [*inventories([one], "read", tool), None]

    def verdict(at: int, kind: str | None) -> bool | None:
        read = one.reading.tiles[at].kind
        if result is None or read not in tool.KINDS:
            return None
        if kind == read:
            return not result.extra[read]
        return result.extra[read] > 0 and (kind is None or result.missing[kind] > 0)

    return verdict


def table(found: Iterable[tuple[Offer, bool]]) -> str:
    """Offers and codes, a line each: right, of how many, the share with its 95 % interval (Wilson)."""
    counts: dict[Offer, Counter[bool]] = {}
    for (offer, code), right in found:
        for name in ((offer, code), (offer, "all")):
            counts.setdefault(name, Counter())[right] += 1
    lines = []
    for (offer, code), count in sorted(counts.items(), key=lambda one: (one[0][0], -one[1].total())):
        low, high = interval(count[True], count.total())
        share = count[True] / count.total()
        lines.append(f"{offer:13} {code:18} {count[True]:4} of {count.total():4} = {share:.2f} ({low:.2f}-{high:.2f})")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", nargs="+", type=Path, default=[VAL, FIELD, FIELD2])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a labelled folder only every Nth photo")
    told = parser.parse_args()
    eye, tool = Eye.load(), photos.scorer()
    found: list[tuple[Offer, bool]] = []
    for folder in told.photos:
        known = truths(folder)
        some = known[:: told.every] if known and "boxes" in known[0] else known
        own = [offer for one in predict(eye, folder, some) for offer in offers(one, tool)]
        print(f"{folder.parent.name}/{folder.name}, {len(some)} photos\n{table(own)}\n")
        found += own
    print(f"all\n{table(found)}")


if __name__ == "__main__":
    main()
