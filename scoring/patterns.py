"""What a hand is worth and what it waits for (RULES 1, HOUSE 4, MIL2023 九-3, 九-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from scoring.choices import MissingSuit
from scoring.prices import ORDER, Shape, prices
from scoring.rules import Rules
from scoring.shapes import Form, divide, forms, openings
from scoring.table import MOST_MELDS, Meld, hand_size
from scoring.terms import Fan, MeldKind, Pattern
from scoring.tiles import COPIES, SUITS, TILES, Tile, compact, counts

_PRICE = itemgetter(0)
_FIVE_PAIRS = 10  # tiles of a 地龙 in hand, without the winning one
_PONG_AND_PAIRS = Form(triplets=False, pairs=True, fours=())


class HandValue(NamedTuple):
    """The highest-scoring reading of a complete hand: its pattern, V units, and the fans of its shape."""

    pattern: Pattern
    units: int
    fans: tuple[Fan, ...]
    form: Form

    @property
    def is_plain(self) -> bool:
        """平胡: it needs a pass, and the tens may swallow it."""
        return self.pattern is Pattern.PING_HU


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


def suits_of(concealed: Iterable[Tile], melds: Sequence[Meld]) -> set[int]:
    """The suits of a hand, melds included, as indices of `SUITS`."""
    return {tile // 9 for tile in concealed} | {meld.tile // 9 for meld in melds}


def one_suit(concealed: Sequence[Tile], melds: Sequence[Meld]) -> bool:
    """清一色: every tile of one suit, melds included."""
    return len(suits_of(concealed, melds)) == 1


def lacks_a_suit(suits: set[int], rules: Rules, missing: str | None) -> bool:
    """缺一门, 定缺: does a hand of these suits lack what it must? `missing`: the declared suit, None: any (HOUSE 4)."""
    if rules.missing_suit is MissingSuit.NO:
        return True
    if rules.missing_suit is MissingSuit.DECLARED and missing is not None and SUITS.index(missing) in suits:
        return False
    return len(suits) < len(SUITS)


def _shape(form: Form, melds: Sequence[Meld], winning: Tile | None, rules: Rules) -> Shape:
    if not form.pairs:
        if form.triplets:
            return Shape.SINGLE_WAIT if len(melds) == MOST_MELDS else Shape.TRIPLETS
        return Shape.SETS
    if melds:
        return Shape.PONG_AND_PAIRS
    if rules.dragon_on_four and winning is not None:
        return Shape.PAIRS_WITH_FOUR if winning in form.fours else Shape.PAIRS
    return Shape.PAIRS_WITH_FOUR if form.fours else Shape.PAIRS


def _best(
    found: Iterable[Form], *, pure: bool, melds: Sequence[Meld], winning: Tile | None, rules: Rules
) -> HandValue | None:
    """The reading that scores most, of several that score the same the later one in the order of `Pattern`."""
    table = prices(rules)
    priced = [(table[_shape(form, melds, winning, rules), pure], form) for form in found]
    if not priced:
        return None
    price, form = priced[0] if len(priced) == 1 else max(priced, key=_PRICE)
    return HandValue(price.pattern, price.units, price.fans, form)


def _waits_on_its_pong(held: Sequence[int], melds: Sequence[Meld], rules: Rules) -> bool:
    """地龙: one meld, a pong, and five pairs in hand, four alike being two; it waits for the pong's fourth."""
    return (
        len(melds) == 1
        and rules.di_long > 0
        and melds[0].kind is MeldKind.PONG
        and sum(held) == _FIVE_PAIRS
        and not any(number % 2 for number in held)
    )


def best(
    concealed: Sequence[Tile], melds: Sequence[Meld], winning: Tile | None, rules: Rules, missing: str | None = None
) -> HandValue | None:
    """A hand with its winning tile (14 - 3 a meld tiles) -> its highest-scoring reading, or None: not complete.

    `winning` matters where 龙七对 must be won on one of the four alike; None (天胡): any four will do. `missing`: the
    suit that its player declared to lack, `m`, `p` or `s`.
    """
    if len(concealed) != hand_size(len(melds)) + 1:
        return None
    suits = suits_of(concealed, melds)
    if not lacks_a_suit(suits, rules, missing):
        return None
    held = counts(concealed)
    found = forms(held, may_pair=not melds)
    if len(melds) == 1 and held[melds[0].tile] and winning in (None, melds[0].tile):
        held[melds[0].tile] -= 1
        if _waits_on_its_pong(held, melds, rules):
            found = (*found, _PONG_AND_PAIRS)
    return _best(found, pure=len(suits) == 1, melds=melds, winning=winning, rules=rules)


def _openings(
    concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules, missing: str | None
) -> dict[int, list[Form]]:
    """The kinds that complete a hand of the right size, and in which forms."""
    held = counts(concealed)
    found = openings(held, may_pair=not melds)
    if _waits_on_its_pong(held, melds, rules):
        found.setdefault(melds[0].tile, []).append(_PONG_AND_PAIRS)
    if found and rules.missing_suit is not MissingSuit.NO:
        suits = suits_of(concealed, melds)
        return {kind: ways for kind, ways in found.items() if lacks_a_suit(suits | {kind // 9}, rules, missing)}
    return found


def is_ready(concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules, missing: str | None = None) -> bool:
    """Does some tile complete this hand? A matter of shape alone; 相公 never is (RULES 1)."""
    return len(concealed) == hand_size(len(melds)) and bool(_openings(concealed, melds, rules, missing))


def waits(
    concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules, missing: str | None = None
) -> tuple[Wait, ...]:
    """A hand of 13 - 3 a meld tiles -> every tile that completes it, in the order of `Tile`; empty: not ready.

    A hand of any other number of tiles is never ready (相公).
    """
    if len(concealed) != hand_size(len(melds)):
        return ()
    found = _openings(concealed, melds, rules, missing)
    if not found:
        return ()
    suits, has_pass = suits_of(concealed, melds), any(meld.is_kong for meld in melds)
    result = []
    for kind in sorted(found):
        tile = TILES[kind]
        value = _best(found[kind], pure=suits == {kind // 9}, melds=melds, winning=tile, rules=rules)
        assert value is not None, "every opening has a form"
        result.append(Wait(tile, value, value.is_plain and not has_pass))
    return tuple(result)


def ready_discards(
    concealed: Sequence[Tile], melds: Sequence[Meld], rules: Rules, missing: str | None = None
) -> tuple[ReadyDiscard, ...]:
    """A hand of 14 - 3 a meld tiles -> every discard that leaves a ready hand, with its waits."""
    result = []
    for tile in sorted(set(concealed)):
        left = list(concealed)
        left.remove(tile)
        found = waits(left, melds, rules, missing)
        if found:
            result.append(ReadyDiscard(tile, found))
    return tuple(result)


def best_wait(found: Sequence[Wait]) -> HandValue | None:
    """The most that a ready hand can win by its shape; None if it is not ready."""
    return max((wait.value for wait in found), key=lambda value: (value.units, ORDER[value.pattern]), default=None)


def sets(concealed: Sequence[Tile], melds: Sequence[Meld], value: HandValue) -> list[str]:
    """The sets of a complete hand in compact notation, concealed ones first, a kong with four digits.

    The pong of a 地龙 has four, too: it was won on the last of them.
    """
    four = value.form.pairs
    melded = [(meld.tile,) * (COPIES if four else meld.size) for meld in melds]
    groups = [*divide(counts(concealed), value.form), *melded]
    return [_written(group) for group in groups]


@cache
def _written(group: tuple[Tile, ...]) -> str:
    """One of the hundred sets there are, in compact notation."""
    return compact(group)
