"""鸡: what chickens pay, and what unready players owe for theirs (RULES 5, MIL2023 四, 九-1)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.fates import Fate, Fortune
from scoring.ledger import Claim, Section
from scoring.patterns import one_suit
from scoring.round import Round
from scoring.terms import Reason
from scoring.tiles import COPIES, Tile


def turned_chicken(table: Round) -> Tile | None:
    """The kind that the turned tile points at: the next rank of its suit (翻鸡)."""
    return table.deal.turned.following if table.deal.turned is not None else None


def chicken_kinds(table: Round) -> tuple[Tile, ...]:
    """The kinds that are chickens in this round, each once."""
    turned = turned_chicken(table)
    fixed = table.rules.fixed_chickens
    return fixed if turned is None or turned in fixed else (*fixed, turned)


def is_golden(table: Round, kind: Tile) -> bool:
    """金鸡: a fixed chicken that the turned tile points at."""
    return kind in table.rules.fixed_chickens and kind == turned_chicken(table)


def chicken_claims(table: Round, fates: dict[Tile, Fate]) -> Iterator[Claim]:
    """Every chicken, 冲锋鸡, 责任鸡, reward and liability. A drawn round pays none."""
    if table.win is None:
        return
    for kind in chicken_kinds(table):
        for owner in range(len(table.deal.players)):
            yield from _plain(table, kind, owner)
        if kind in fates:
            yield from _first(table, kind, fates[kind])
        yield from _liabilities(table, kind, fates.get(kind))
    yield from _caught(table)
    yield from _rewards(table)


def _value(table: Round, kind: Tile) -> int:
    return table.rules.golden if is_golden(table, kind) else 1


def _label(table: Round, kind: Tile) -> tuple[str, str]:
    if is_golden(table, kind):
        return f"金鸡{kind.name_zh}", f"golden chicken {kind}"
    if kind in table.rules.fixed_chickens:
        return ("幺鸡" if kind is Tile.S1 else "乌骨鸡"), f"chicken {kind}"
    return f"翻鸡{kind.name_zh}", f"turned chicken {kind}"


def _concealed(table: Round, kind: Tile, seat: int) -> int:
    """How many of a kind are in the hand, the won tile included where it lies with him."""
    player = table.deal.players[seat]
    held = player.chickens.get(kind, 0) if player.hand is None else player.hand.count(kind)
    won = table.win is not None and table.win.tile is kind and table.won_tile_holder == seat
    return held + won


def _melded(table: Round, kind: Tile, seat: int) -> int:
    return sum(meld.size for meld in table.deal.players[seat].melds if meld.tile is kind)


def _lying(table: Round, kind: Tile, seat: int) -> int:
    return table.deal.players[seat].discards.count(kind) if table.rules.discards_count else 0


def _plain(table: Round, kind: Tile, owner: int) -> Iterator[Claim]:
    concealed, melded = _concealed(table, kind, owner), _melded(table, kind, owner)
    units, count, label = (
        _value(table, kind),
        concealed + melded + _lying(table, kind, owner),
        _label(table, kind),
    )
    four_concealed = concealed == COPIES or any(
        meld.tile is kind and meld.is_kong and not meld.is_claimed for meld in table.deal.players[owner].melds
    )
    if table.rules.four_alike is not None and four_concealed:
        units, count, label = (
            table.rules.four_alike * units,
            1,
            (f"四{label[0]}", f"four concealed: {label[1]}"),
        )
    if count:
        for payer in table.others(owner):
            yield Claim(Section.CHICKEN, payer, owner, Reason.CHICKEN, units, count, kind, label)


def _charge(table: Round, kind: Tile) -> int:
    return table.rules.charge_golden if is_golden(table, kind) else table.rules.charge


def _claimed(table: Round, kind: Tile) -> int:
    return table.rules.claimed_chicken_golden if is_golden(table, kind) else table.rules.claimed_chicken


def _first(table: Round, kind: Tile, fate: Fate) -> Iterator[Claim]:
    """冲锋鸡 while the table's first one lies, 责任鸡 once it was claimed."""
    if fate.fortune is Fortune.LYING:
        for payer in table.others(fate.discarder):
            yield Claim(Section.CHICKEN, payer, fate.discarder, Reason.CHARGE, _charge(table, kind), tile=kind)
    elif fate.claimer is not None and _claimed(table, kind):
        yield Claim(
            Section.CHICKEN,
            fate.discarder,
            fate.claimer,
            Reason.LIABLE_CHICKEN,
            _claimed(table, kind),
            tile=kind,
        )


def _liabilities(table: Round, kind: Tile, fate: Fate | None) -> Iterator[Claim]:
    """What each unready player owes every ready one for his chickens of this kind."""
    for owner in range(len(table.deal.players)):
        if table.ready[owner]:
            continue
        for payee in table.ready_others(owner):
            units = 0
            if table.rules.liable_lying and kind in table.rules.fixed_chickens:
                units = _owed_lying(table, kind, owner, fate)
            elif table.rules.liable_collected:
                units = _owed_collected(table, kind, owner, payee, fate)
            if units:
                yield Claim(Section.LIABILITY, owner, payee, Reason.LIABLE_CHICKEN, units, tile=kind)


def _owed_lying(table: Round, kind: Tile, owner: int, fate: Fate | None) -> int:
    """吃多少吐多少: his lying ones, 冲锋 and 金 included; one tile of each meld of them that he claimed (责任转移)."""
    claimed = sum(meld.tile is kind and meld.is_claimed for meld in table.deal.players[owner].melds)
    units = _value(table, kind) * (_lying(table, kind, owner) + claimed)
    if fate and fate.fortune is Fortune.LYING and fate.discarder == owner:
        units += _charge(table, kind)
    return units


def _owed_collected(table: Round, kind: Tile, owner: int, payee: int, fate: Fate | None) -> int:
    """包鸡: what he would have collected from that payee, for his discards and melds alone."""
    units = _value(table, kind) * (_lying(table, kind, owner) + _melded(table, kind, owner))
    if fate and fate.fortune is Fortune.LYING and fate.discarder == owner:
        units += _charge(table, kind)
    if fate and fate.claimer == owner and fate.discarder == payee:
        units += _claimed(table, kind)
    return units


def _caught(table: Round) -> Iterator[Claim]:
    """包鸡: the turned chicken is the kind of an unready player's kong, whatever its kind."""
    turned = turned_chicken(table)
    if not table.rules.caught_kong or turned is None:
        return
    for owner in range(len(table.deal.players)):
        if not table.ready[owner] and any(meld.tile is turned for _, meld in table.kongs(owner)):
            for payee in table.ready_others(owner):
                yield Claim(Section.LIABILITY, owner, payee, Reason.CAUGHT_KONG, table.rules.caught_kong, tile=turned)


def _rewards(table: Round) -> Iterator[Claim]:
    """清一色奖励: a ready or winning hand of one suit, seen; counts as chicken income."""
    if not table.rules.flush_reward:
        return
    for owner, player in enumerate(table.deal.players):
        if table.ready[owner] and player.hand is not None and one_suit(player.hand, player.melds):
            for payer in table.others(owner):
                yield Claim(Section.CHICKEN, payer, owner, Reason.FLUSH_REWARD, table.rules.flush_reward)
