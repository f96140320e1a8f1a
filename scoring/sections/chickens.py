"""鸡: what chickens pay, and what unready players owe for theirs (RULES 5, MIL2023 四, 九-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.fates import FirstChicken, FirstChickenFate
from scoring.ledger import Claim, Section
from scoring.patterns import one_suit
from scoring.round import Round
from scoring.terms import Reason
from scoring.tiles import COPIES, Tile


@dataclass(frozen=True, slots=True)
class Chicken:
    """A kind that is a chicken in this round: its plain value, and what the first one lying or claimed is above it."""

    kind: Tile
    fixed: bool
    value: int
    charge: int
    claimed: int
    label: tuple[str, str]
    fate: FirstChicken | None


def chickens(round_: Round, fates: dict[Tile, FirstChicken]) -> tuple[Chicken, ...]:
    """The fixed chickens and the turned one, each once; golden if it is both (金鸡)."""
    rules = round_.rules
    turned = turned_chicken(round_)
    found = []
    for kind in rules.fixed_chickens:
        if kind is turned:
            label = (f"金鸡{kind.name_zh}", f"golden chicken {kind}")
            values = (rules.golden, rules.charge_golden, rules.claimed_chicken_golden)
        else:
            label = ("幺鸡" if kind is Tile.S1 else "乌骨鸡"), f"chicken {kind}"
            values = (1, rules.charge, rules.claimed_chicken)
        found.append(Chicken(kind, True, *values, label, fates.get(kind)))
    if turned is not None and turned not in rules.fixed_chickens:
        found.append(Chicken(turned, False, 1, 0, 0, (f"翻鸡{turned.name_zh}", f"turned chicken {turned}"), None))
    return tuple(found)


def turned_chicken(round_: Round) -> Tile | None:
    """The kind that the turned tile points at: the next rank of its suit (翻鸡)."""
    return round_.deal.turned.following if round_.deal.turned is not None else None


def chicken_claims(round_: Round, fates: dict[Tile, FirstChicken]) -> Iterator[Claim]:
    """Every chicken, 冲锋鸡, 责任鸡, reward and liability. A drawn round pays none."""
    if round_.win is None:
        return
    for chicken in chickens(round_, fates):
        for owner in range(len(round_.deal.players)):
            yield from _plain(round_, chicken, owner)
        yield from _first(round_, chicken)
        yield from _liabilities(round_, chicken)
    yield from _caught(round_)
    yield from _rewards(round_)


def _concealed(round_: Round, kind: Tile, seat: int) -> int:
    """How many of a kind are in the hand, the won tile included where it lies with him."""
    player = round_.deal.players[seat]
    held = player.concealed_chickens.get(kind, 0) if player.hand is None else player.hand.count(kind)
    won = round_.win is not None and round_.win.tile is kind and round_.won_tile_holder == seat
    return held + won


def _melded(round_: Round, kind: Tile, seat: int) -> int:
    return sum(meld.size for meld in round_.deal.players[seat].melds if meld.tile is kind)


def _lying(round_: Round, kind: Tile, seat: int) -> int:
    return round_.deal.players[seat].discards.count(kind) if round_.rules.discards_count else 0


def _plain(round_: Round, chicken: Chicken, owner: int) -> Iterator[Claim]:
    kind = chicken.kind
    concealed = _concealed(round_, kind, owner)
    units, label = chicken.value, chicken.label
    count = concealed + _melded(round_, kind, owner) + _lying(round_, kind, owner)
    if not count:
        return
    four_concealed = concealed == COPIES or any(
        meld.tile is kind and meld.is_kong and not meld.is_claimed for meld in round_.deal.players[owner].melds
    )
    if round_.rules.four_alike is not None and four_concealed:
        units, count, label = round_.rules.four_alike * units, 1, (f"四{label[0]}", f"four concealed: {label[1]}")
    for payer in round_.others(owner):
        yield Claim(Section.CHICKEN, payer, owner, Reason.CHICKEN, units, count, kind, label)


def _first(round_: Round, chicken: Chicken) -> Iterator[Claim]:
    """冲锋鸡 while the table's first one lies, 责任鸡 once it was claimed."""
    fate = chicken.fate
    if fate is None:
        return
    if fate.fate is FirstChickenFate.LYING:
        for payer in round_.others(fate.discarder):
            yield Claim(Section.CHICKEN, payer, fate.discarder, Reason.CHARGE, chicken.charge, tile=chicken.kind)
    elif fate.claimer is not None and chicken.claimed:
        yield Claim(
            Section.CHICKEN, fate.discarder, fate.claimer, Reason.LIABLE_CHICKEN, chicken.claimed, tile=chicken.kind
        )


def _liabilities(round_: Round, chicken: Chicken) -> Iterator[Claim]:
    """What each unready player owes every ready one for his chickens of this kind."""
    lying = round_.rules.liable_lying and chicken.fixed
    if not lying and not round_.rules.liable_collected:
        return
    for owner, ready in enumerate(round_.ready):
        if ready:
            continue
        units = chicken.value * (_lying(round_, chicken.kind, owner) + _owed_melds(round_, chicken, owner))
        fate = chicken.fate
        if fate and fate.fate is FirstChickenFate.LYING and fate.discarder == owner:
            units += chicken.charge
        for payee in round_.ready_others(owner):
            off_payee = fate is not None and fate.claimer == owner and fate.discarder == payee
            owed = units + chicken.claimed if off_payee else units
            if owed:
                yield Claim(Section.LIABILITY, owner, payee, Reason.LIABLE_CHICKEN, owed, tile=chicken.kind)


def _owed_melds(round_: Round, chicken: Chicken, owner: int) -> int:
    """Tiles in his melds that he owes for.

    包鸡 (MIL2023): all, as he would have collected them; 责任转移 (004): one tile of each meld that he claimed.
    """
    if round_.rules.liable_collected:
        return _melded(round_, chicken.kind, owner)
    return sum(meld.tile is chicken.kind and meld.is_claimed for meld in round_.deal.players[owner].melds)


def _caught(round_: Round) -> Iterator[Claim]:
    """包鸡 (004): the turned chicken is the kind of an unready player's kong, whatever its kind."""
    turned = turned_chicken(round_)
    if not round_.rules.caught_kong or turned is None:
        return
    for owner, ready in enumerate(round_.ready):
        if not ready and any(meld.tile is turned and meld.is_kong for meld in round_.deal.players[owner].melds):
            for payee in round_.ready_others(owner):
                yield Claim(Section.LIABILITY, owner, payee, Reason.CAUGHT_KONG, round_.rules.caught_kong, tile=turned)


def _rewards(round_: Round) -> Iterator[Claim]:
    """清一色奖励: a ready or winning hand of one suit, seen; counts as chicken income."""
    if not round_.rules.flush_reward:
        return
    for owner, player in enumerate(round_.deal.players):
        if round_.ready[owner] and player.hand is not None and one_suit(player.hand, player.melds):
            for payer in round_.others(owner):
                yield Claim(Section.CHICKEN, payer, owner, Reason.FLUSH_REWARD, round_.rules.flush_reward)
