"""What a hand is worth and what it waits for (RULES 1, MIL2023 九-3, 九-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules import Rules
from scoring.shapes import Form, divide, forms, openings
from scoring.table import HAND_SIZE, MELD_SIZE, MOST_MELDS, Meld
from scoring.terms import Fan, Pattern
from scoring.tiles import TILES, Tile, counts

_PURE = {
    Pattern.PING_HU: Pattern.QING_YI_SE,
    Pattern.DA_DUI_ZI: Pattern.QING_DA_DUI,
    Pattern.XIAO_QI_DUI: Pattern.QING_QI_DUI,
    Pattern.LONG_QI_DUI: Pattern.QING_LONG_BEI,
}
_FANS: dict[Pattern, tuple[Fan, ...]] = {
    Pattern.PING_HU: (Fan.PING_HU,),
    Pattern.DA_DUI_ZI: (Fan.DA_DUI_ZI,),
    Pattern.XIAO_QI_DUI: (Fan.QI_DUI,),
    Pattern.LONG_QI_DUI: (Fan.LONG_QI_DUI,),
    Pattern.QING_YI_SE: (Fan.QING_YI_SE,),
    Pattern.QING_DA_DUI: (Fan.DA_DUI_ZI, Fan.QING_YI_SE),
    Pattern.QING_QI_DUI: (Fan.QI_DUI, Fan.QING_YI_SE),
    Pattern.QING_LONG_BEI: (Fan.LONG_QI_DUI, Fan.QING_YI_SE),
}


class HandValue(NamedTuple):
    """The dearest reading of a complete hand: its pattern, V units, and the fans of its shape."""

    pattern: Pattern
    units: int
    fans: tuple[Fan, ...]
    form: Form


class Wait(NamedTuple):
    """A tile that completes the hand, and what it makes of it.

    `needs_pass`: on a discard it wins only with a pass that this hand does not have (RULES 2).
    """

    tile: Tile
    value: HandValue
    needs_pass: bool


class ReadyDiscard(NamedTuple):
    """A tile whose discard leaves a ready hand, and that hand's waits."""

    tile: Tile
    waits: tuple[Wait, ...]


def one_suit(concealed: Sequence[Tile], melds: Sequence[Meld]) -> bool:
    """清一色: every tile of one suit, melds included."""
    return len({tile // 9 for tile in concealed} | {meld.tile // 9 for meld in melds}) == 1


def _value(form: Form, pure: bool, single: bool, winning: Tile | None, rules: Rules) -> HandValue:
    if form.pairs:
        long = (
            any(four == winning for four in form.fours)
            if rules.four_alike_won_on and winning is not None
            else form.fours
        )
        pattern = Pattern.LONG_QI_DUI if long else Pattern.XIAO_QI_DUI
    else:
        pattern = Pattern.DA_DUI_ZI if form.triplets else Pattern.PING_HU
    if pure:
        pattern = _PURE[pattern]
    if single and pattern in rules.single_wait:
        fans = tuple(Fan.DAN_DIAO if fan is Fan.DA_DUI_ZI else fan for fan in _FANS[pattern])
        return HandValue(pattern, rules.single_wait[pattern], fans, form)
    return HandValue(pattern, rules.patterns[pattern], _FANS[pattern], form)


def best(concealed: Sequence[Tile], melds: Sequence[Meld], winning: Tile | None, rules: Rules) -> HandValue | None:
    """A hand with its winning tile (14 - 3 a meld tiles) -> its dearest reading, or None if it is not complete.

    `winning` matters where 龙七对 must be won on one of the four alike; None (天胡): any four will do.
    """
    if len(concealed) != HAND_SIZE + 1 - MELD_SIZE * len(melds):
        return None
    pure, single = one_suit(concealed, melds), len(melds) == MOST_MELDS
    values = [_value(form, pure, single, winning, rules) for form in forms(counts(concealed), not melds)]
    return max(values, key=lambda value: value.units, default=None)


def is_ready(concealed: Sequence[Tile], melds: Sequence[Meld]) -> bool:
    """Does some tile complete this hand? A matter of shape alone; 相公 never is (RULES 1)."""
    right_size = len(concealed) == HAND_SIZE - MELD_SIZE * len(melds)
    return right_size and bool(openings(counts(concealed), not melds))


def waits(concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules) -> tuple[Wait, ...]:
    """A hand of 13 - 3 a meld tiles -> every tile that completes it, in the order of `Tile`; empty: not ready.

    A hand of any other number of tiles is never ready (相公).
    """
    if len(concealed) != HAND_SIZE - MELD_SIZE * len(melds):
        return ()
    found = openings(counts(concealed), not melds)
    if not found:
        return ()
    single, has_pass = len(melds) == MOST_MELDS, any(meld.is_kong for meld in melds)
    suits = {tile // 9 for tile in concealed} | {meld.tile // 9 for meld in melds}
    result = []
    for kind in sorted(found):
        pure = suits == {kind // 9}
        tile = TILES[kind]
        value = max((_value(form, pure, single, tile, rules) for form in found[kind]), key=lambda value: value.units)
        result.append(Wait(tile, value, value.pattern is Pattern.PING_HU and not has_pass))
    return tuple(result)


def ready_discards(concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules) -> tuple[ReadyDiscard, ...]:
    """A hand of 14 - 3 a meld tiles -> every discard that leaves a ready hand, with its waits."""
    result = []
    for tile in sorted(set(concealed)):
        left = list(concealed)
        left.remove(tile)
        found = waits(left, melds, rules)
        if found:
            result.append(ReadyDiscard(tile, found))
    return tuple(result)


def best_wait(found: Sequence[Wait]) -> HandValue | None:
    """The most that a ready hand can win by its shape; None if it is not ready."""
    return max((wait.value for wait in found), key=lambda value: value.units, default=None)


def sets(concealed: Sequence[Tile], melds: Sequence[Meld], value: HandValue) -> list[str]:
    """The sets of a complete hand in compact notation, concealed ones first, a kong with four digits."""
    melded = [(meld.tile,) * meld.size for meld in melds]
    groups = [*divide(counts(concealed), value.form), *melded]
    return ["".join(str(tile)[0] for tile in group) + group[0].suit for group in groups]
