"""What became of the table's first chicken (RULES 5: 冲锋鸡, 责任鸡)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from scoring.deal import Deal
from scoring.errors import InvalidInput
from scoring.terms import By
from scoring.tiles import Tile


class FirstChickenFate(Enum):
    """Where the first discarded tile of a fixed chicken ended."""

    LYING = auto()
    CLAIMED = auto()
    WON = auto()


@dataclass(frozen=True, slots=True)
class FirstChicken:
    """Who discarded it, what became of it, who claimed it; `assumed`: the claimed meld's source was not told."""

    discarder: int
    fate: FirstChickenFate
    claimer: int | None = None
    assumed: bool = False


def fates(deal: Deal) -> dict[Tile, FirstChicken]:
    """Fixed chicken -> the fate of the first one, where its discarder was told.

    Raises InvalidInput (`first_discarder_contradicted`) where it is nowhere, in a drawn round too. Empty where the rule
    set pays nothing for it.
    """
    if not deal.rules.first_chicken_counts:
        return {}
    return {tile: _told_fate(deal, tile, seat) for tile, seat in deal.first_discarder.items()}


def _told_fate(deal: Deal, tile: Tile, discarder: int) -> FirstChicken:
    fate = fate_of(deal, tile, discarder)
    if fate is None:
        detail = (
            f"seat {discarder} is said to have discarded the first {tile}, but it lies nowhere and nobody claimed it"
        )
        pointer = f"/first_discarder/{tile}"
        chinese = f"说是座位{discarder}打出第一张{tile}，可哪儿都没有这张"
        raise InvalidInput("first_discarder_contradicted", detail, pointer, chinese, seat=discarder, tile=str(tile))
    return fate


def fate_of(deal: Deal, tile: Tile, discarder: int) -> FirstChicken | None:
    """What became of the first one if this seat discarded it; None: they can't have."""
    claimed = _claimer(deal, tile, discarder, source=discarder)
    if claimed is not None:
        return FirstChicken(discarder, FirstChickenFate.CLAIMED, claimed)
    if tile in deal.players[discarder].discards:
        return FirstChicken(discarder, FirstChickenFate.LYING)
    win = deal.win
    if win is not None and win.by is By.DISCARD and win.tile is tile and win.source == discarder:
        return FirstChicken(discarder, FirstChickenFate.WON)
    claimed = _claimer(deal, tile, discarder, source=None)
    return None if claimed is None else FirstChicken(discarder, FirstChickenFate.CLAIMED, claimed, assumed=True)


def _claimer(deal: Deal, tile: Tile, discarder: int, source: int | None) -> int | None:
    for seat in deal.others(discarder):
        for meld in deal.players[seat].melds:
            if meld.tile is tile and meld.source == source and meld.is_claimed:
                return seat
    return None
