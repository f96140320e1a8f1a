"""What happened at the table: melds, players, the win; and what no hand, meld or tile may be.

Seats are 0 … n-1 in turn order (counter-clockwise). Pointers in errors are those of the deal on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from scoring.choices import DealerDeclares, LateKong
from scoring.errors import InvalidInput, quoted
from scoring.inputs import Input, Seat
from scoring.rules import SUIT_SETS, Rules
from scoring.sentences import told
from scoring.terms import KONGS, By, Declared, MeldKind
from scoring.tiles import COPIES, SUITS, Tile, suits_zh

HAND_SIZE = 13
MELD_SIZE = 3
MOST_MELDS = 4
MOST_SIDE_BET = 50
Place = tuple[str, Sequence[Tile]]  # a pointer, and what lies there


def hand_size(melds: int) -> int:
    """Tiles in a hand that waits beside so many melds; a complete one has one more."""
    return HAND_SIZE - MELD_SIZE * melds


@dataclass(frozen=True, slots=True)
class Meld:
    """A pong or kong; `source` is the seat whose discard was claimed, None if there was none or it is not known.

    Raises InvalidInput (`bad_meld`) for a concealed kong with a source.
    """

    kind: Annotated[MeldKind, Input(code="bad_meld", asked="what kind of meld?")]
    tile: Annotated[Tile, Input(code="bad_tile")]
    source: Annotated[
        Seat | None,
        Input("the seat whose discard it was; of a robbed kong its maker", name="from", code="bad_seat"),
    ] = None

    def __post_init__(self) -> None:
        if self.kind is MeldKind.CONCEALED and self.source is not None:
            detail = f"a concealed kong of {self.tile} cannot come from seat {self.source}"
            raise InvalidInput("bad_meld", detail, "", f"{self.tile}的暗杠是自己的四张，不会从座位{self.source}来")

    @property
    def is_kong(self) -> bool:
        """Four tiles: a pass of its own (通行证)."""
        return self.kind is not MeldKind.PONG

    @property
    def size(self) -> int:
        """Tiles that lie in it."""
        return 4 if self.is_kong else 3

    @property
    def is_claimed(self) -> bool:
        """Did another's discard go into it? A late kong without a source was four concealed (RULES 4)."""
        if self.kind is MeldKind.LATE:
            return self.source is not None
        return self.kind is not MeldKind.CONCEALED

    @property
    def effective_kind(self) -> MeldKind:
        """What it would have been if it had been made at once: a late kong was added to a pong or four concealed."""
        if self.kind is MeldKind.LATE:
            return MeldKind.ADDED if self.is_claimed else MeldKind.CONCEALED
        return self.kind

    def settled_as(self, rules: Rules) -> MeldKind:
        """The kind by which this meld is paid: some rule sets know no late kong (RULES 4)."""
        return self.effective_kind if rules.kong_late is LateKong.AS_KIND else self.kind


@dataclass(frozen=True, slots=True)
class Player:
    """One seat at the end of the round; `hand` without the winning tile, None if it was not seen (RULES 9).

    `missing`: the suit that they declared to lack, `m`, `p` or `s` (定缺); `side_bet`: 估卖 (HOUSE 6).
    """

    hand: Annotated[tuple[Tile, ...] | None, Input("concealed, without the winning tile", code="bad_tile")]
    melds: Annotated[tuple[Meld, ...], Input(code="bad_meld")] = ()
    discards: Annotated[
        tuple[Tile, ...], Input("what still lies before the player, oldest first", code="bad_tile")
    ] = ()
    declared: Annotated[Declared | None, Input(code="bad_declared")] = None
    ready: Annotated[bool | None, Input("of a hand not seen: does it wait (听)?")] = None
    ready_units: Annotated[int | None, Input("of a hand not seen: what its best wait is worth", least=1)] = None
    chickens: Annotated[Mapping[Tile, int] | None, Input("of a hand not seen: how many it holds", most=COPIES)] = None
    missing: Annotated[
        str | None,
        Input(
            "定缺: the suit declared to be lacked; counts where it is played", code="bad_missing", among=tuple(SUITS)
        ),
    ] = None
    side_bet: Annotated[
        int, Input("估卖; above 0 only where side bets are played", code="bad_side_bet", most=MOST_SIDE_BET)
    ] = 0

    @property
    def concealed_chickens(self) -> Mapping[Tile, int]:
        """What was told of the hand where it was not seen (RULES 9)."""
        return (self.chickens or {}) if self.hand is None else {}

    @property
    def has_pass(self) -> bool:
        """Have they a kong of their own, of any kind?"""
        return any(meld.is_kong for meld in self.melds)

    @property
    def miscounted(self) -> bool:
        """相公: a seen hand of another number than 13 - 3 a meld."""
        return self.hand is not None and len(self.hand) != hand_size(len(self.melds))


AFTER_KONG = Input(
    "the kong whose replacement tile was won on, or whose maker discarded the tile",
    code="bad_after_kong",
    among=KONGS,
)
HEAVENLY = Input("天胡: the dealer won on the dealt fourteen", code="bad_heavenly")
EARTHLY = Input("地胡: won before one's first discard, not by the dealer, without melds", code="bad_earthly")
"""What a win and a judged attempt ask alike."""


@dataclass(frozen=True, slots=True)
class Win:
    """How the round was won; `seats` of the winners, in the order given, all on the same tile in the same way.

    `earthly`: the winners who had not discarded yet (地胡, HOUSE 4).
    """

    seats: Annotated[tuple[Seat, ...], Input(name="seat", code="bad_seat", asked="who won? `seat` is missing")]
    tile: Annotated[Tile, Input(code="bad_tile")]
    by: Annotated[By, Input(code="bad_by", asked="how was it won?")]
    source: Annotated[
        Seat | None,
        Input("the seat whose discard it was; of a robbed kong its maker", name="from", code="bad_from"),
    ] = None
    after_kong: Annotated[MeldKind | None, AFTER_KONG] = None
    heavenly: Annotated[bool, HEAVENLY] = False
    earthly: Annotated[frozenset[Seat], EARTHLY] = frozenset()


def check_copies(seen: list[int], places: Callable[[], Iterable[Place]]) -> None:
    """27 counts, and where the tiles lie; raises InvalidInput (`fifth_copy`, the place of the fifth) where a kind is
    seen more than four times.
    """
    for tile in Tile:
        if seen[tile] > COPIES:
            lying = [pointer for pointer, tiles in places() for one in tiles if one is tile]
            detail = f"{tile} is there {seen[tile]} times, a set has four"
            chinese = f"{tile}有{seen[tile]}张，一副牌只有四张"
            raise InvalidInput("fifth_copy", detail, lying[COPIES], chinese, tile=str(tile))


def meld_places(melds: Sequence[Meld], pointer: str) -> Iterator[Place]:
    """Where the tiles of melds lie."""
    return ((f"{pointer}/{index}", (meld.tile,) * meld.size) for index, meld in enumerate(melds))


def check_melds(melds: Sequence[Meld], pointer: str) -> None:
    """Raises InvalidInput (`bad_meld`) for more than four."""
    if len(melds) > MOST_MELDS:
        detail, chinese = f"{len(melds)} melds; four are the most", f"有{len(melds)}副碰杠，最多四副"
        raise InvalidInput("bad_meld", detail, pointer, chinese)


def check_after_kong(after_kong: MeldKind | None, by: By, melds: Sequence[Meld] | None, pointer: str) -> None:
    """The kong before the winning tile: `melds` are those of its maker, None if they are not known.

    Raises InvalidInput: `bad_after_kong` beside a robbed kong or for a pong, `after_kong_missing` without such a meld.
    """
    if after_kong is None:
        return
    if by is By.ROBBED_KONG or after_kong is MeldKind.PONG:
        detail, chinese = f"{after_kong} cannot stand beside a win by {by}", f"{after_kong.zh}之后不会是{by.zh}"
        raise InvalidInput("bad_after_kong", detail, pointer, told("bad_after_kong", chinese))
    if melds is not None and all(meld.kind is not after_kong for meld in melds):
        detail, chinese = f"the kong's maker shows no {after_kong} kong", f"开杠的人没有{after_kong.zh}"
        raise InvalidInput("after_kong_missing", detail, pointer, chinese)


def check_suits(rules: Rules, places: Callable[[], Iterable[Place]]) -> None:
    """Raises InvalidInput (`bad_tile`) for a tile of a suit that is not in the set (两房, HOUSE 4)."""
    if rules.suits == SUIT_SETS[0]:
        return
    for pointer, tiles in places():
        for tile in tiles:
            if tile.suit not in rules.suits:
                detail = f"{quoted(str(tile))} is not in the set, whose suits are {' and '.join(rules.suits)}"
                chinese = f"这副牌是{suits_zh(rules.suits)}，没有{quoted(str(tile))}"
                raise InvalidInput("bad_tile", detail, pointer, chinese)


def check_dealer_declared(declared: Declared | None, rules: Rules, pointer: str) -> None:
    """Raises InvalidInput (`bad_declared`) where the dealer may not declare so (`dealer_declares`)."""
    if declared is None or rules.dealer_declares is DealerDeclares.EITHER:
        return
    if str(declared) != str(rules.dealer_declares):
        detail = f"the dealer cannot declare {declared} in {rules.zh}, only {rules.dealer_declares}"
        chinese = f"{rules.zh}的庄家不能{declared.zh}，{rules.dealer_declares.zh}"
        raise InvalidInput("bad_declared", detail, pointer, chinese)
