"""Whether class numbers mean what their list says: formats that name by numbers can be off by a whole list.

A person renames a tile here and there; under a wrong list a number stands for another kind every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from vision.types import BACK, CLASSES, OTHER

MOST = 0.5
"""Share of a photo's tiles that get another name, from which on its numbers mean something else."""
FEW = 2
"""Tiles of one photo or of one number; a single one a person may well have renamed."""


class Numbers:
    """Of all labels that are taken in: what was read where they lie."""

    def __init__(self) -> None:
        self._as_read: Counter[str] = Counter()
        self._renamed: Counter[tuple[str, str]] = Counter()

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """(what the label says, what was read) of one photo's tiles."""
        for said, read in pairs:
            if said == read:
                self._as_read[said] += 1
            else:
                self._renamed[said, read] += 1

    def off(self) -> frozenset[str]:
        """The kinds whose numbers stand for others: most of their labels lie on tiles of another kind, and so it is
        with several kinds, several times each; or it is with three, by one and the same number. What is no tile of
        the game or lies face down counts for nothing: where the eye fails on such tiles, it fails on all of them.
        """
        other = Counter[str]()
        for (said, _), count in self._renamed.items():
            other[said] += count * (said not in (OTHER, BACK))
        found = frozenset(said for said, count in other.items() if count > self._as_read[said])
        often = sum(other[said] >= FEW for said in found) >= FEW
        by = {CLASSES.index(said) - CLASSES.index(read) for said, read in self._renamed if said in found}
        return found if often or (len(found) > FEW and len(by) == 1) else frozenset()


def mostly_other(pairs: Iterable[tuple[str, str]]) -> bool:
    """One photo's labels would rename most of its tiles."""
    same = [said == read for said, read in pairs]
    return same.count(False) >= FEW and same.count(False) > MOST * len(same)
