"""鸡: what chickens pay, and what unready players owe for theirs (RULES 5, HOUSE 4, MIL2023 四, 九-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.choices import CountedDiscards, OwedChickens, WindChicken
from scoring.fates import FirstChicken, FirstChickenFate
from scoring.ledger import Claim, Section
from scoring.patterns import one_suit
from scoring.round import Round
from scoring.sections.kinds import Chicken, charge_label, chickens, turned_chickens
from scoring.terms import Reason
from scoring.tiles import COPIES, Tile

FULL = ("满鸡", "four alike, concealed")
STANDING = Tile.S1
Lot = tuple[int, int, tuple[str, str]]  # units of one, how many, what they are called


def chicken_claims(round_: Round, fates: Mapping[Tile, FirstChicken]) -> Iterator[Claim]:
    """Every chicken, 冲锋鸡, 责任鸡, reward and liability. A drawn round pays them only where it is so ruled."""
    found = tuple(chickens(round_, fates)) if round_.incomes or round_.debts else ()
    if round_.incomes:
        for chicken in found:
            yield from _incomes(round_, chicken)
        yield from _rewards(round_)
    if round_.debts and round_.wind is WindChicken.NO:
        if round_.rules.unready_owes_chickens is not OwedChickens.NO:
            for chicken in found:
                yield from _debts(round_, chicken)
        yield from _caught(round_)


def _incomes(round_: Round, chicken: Chicken) -> Iterator[Claim]:
    for owner in range(len(round_.deal.players)):
        yield from _plain(round_, chicken, owner)
    yield from _first(round_, chicken)


def _concealed(round_: Round, kind: Tile, seat: int) -> int:
    """How many of a kind are in the hand, the won tile included where it lies with its winner."""
    player = round_.deal.players[seat]
    held = player.concealed_chickens.get(kind, 0) if player.hand is None else player.hand.count(kind)
    won = round_.win is not None and round_.win.tile is kind and round_.won_tile_holder == seat
    return held + won


def _melded(round_: Round, kind: Tile, seat: int) -> int:
    return next((meld.size for meld in round_.deal.players[seat].melds if meld.tile is kind), 0)  # no kind fills two


def _has_concealed_kong(round_: Round, kind: Tile, seat: int) -> bool:
    melds = round_.deal.players[seat].melds
    return any(meld.tile is kind and meld.is_kong and not meld.is_claimed for meld in melds)


def _lying(round_: Round, chicken: Chicken, seat: int) -> int:
    """Discards that count (满堂鸡)."""
    counted = round_.rules.discards_count
    if counted is CountedDiscards.NONE or (counted is CountedDiscards.FIXED and not chicken.fixed):
        return 0
    return round_.deal.players[seat].discards.count(chicken.kind)


def _plain(round_: Round, chicken: Chicken, owner: int) -> Iterator[Claim]:
    for units, count, label in _lots(round_, chicken, owner):
        for payer in round_.others(owner):
            yield Claim(Section.CHICKEN, payer, owner, Reason.CHICKEN, units, count, chicken.kind, label)


def _lots(round_: Round, chicken: Chicken, owner: int) -> Iterator[Lot]:
    """What each other player owes the owner of these tiles."""
    rules, kind, worth = round_.rules, chicken.kind, chicken.worth
    concealed = _concealed(round_, kind, owner)
    stands = rules.standing_chicken and kind is STANDING and chicken.base > 0
    held = worth + chicken.base if stands else worth
    if rules.four_alike > COPIES and concealed == COPIES:
        yield rules.four_alike * held, 1, FULL
        return
    if rules.four_alike > COPIES and _has_concealed_kong(round_, kind, owner):
        yield rules.four_alike * worth, 1, FULL
        return
    rest = _melded(round_, kind, owner) + _lying(round_, chicken, owner)
    if stands and concealed:
        yield held, concealed, (f"站{chicken.label[0]}", f"standing {chicken.label[1]}")
    else:
        rest += concealed
    if rest:
        yield worth, rest, chicken.label


def _first(round_: Round, chicken: Chicken) -> Iterator[Claim]:
    """冲锋鸡 while the table's first one lies, 责任鸡 once it was claimed."""
    fate, kind = chicken.fate, chicken.kind
    if fate is None:
        return
    if fate.fate is FirstChickenFate.LYING and chicken.charge:
        label = charge_label(kind)
        for payer in round_.others(fate.discarder):
            yield Claim(Section.CHICKEN, payer, fate.discarder, Reason.CHARGE, chicken.charge, tile=kind, label=label)
    elif fate.claimer is not None and chicken.claimed:
        owed = chicken.claimed
        yield Claim(Section.CHICKEN, fate.discarder, fate.claimer, Reason.LIABLE_CHICKEN, owed, tile=kind)


def _debts(round_: Round, chicken: Chicken) -> Iterator[Claim]:
    """What each unready player owes every ready one for their chickens of this kind."""
    label = (round_.rules.words.liable_chicken, Reason.LIABLE_CHICKEN.en)
    for owner, is_ready in enumerate(round_.ready):
        for payee in () if is_ready else round_.ready_others(owner):
            owed = _owed(round_, chicken, owner, payee)
            if owed:
                yield Claim(
                    Section.LIABILITY, owner, payee, Reason.LIABLE_CHICKEN, owed, tile=chicken.kind, label=label
                )


def _owed(round_: Round, chicken: Chicken, owner: int, payee: int) -> int:
    """Units of one debt: 冲锋鸡 included, and 责任鸡 off this payee where what is shown is owed."""
    fate = chicken.fate
    charged = fate is not None and fate.fate is FirstChickenFate.LYING and fate.discarder == owner
    charge = chicken.charge if charged else 0
    if round_.rules.unready_owes_chickens is OwedChickens.THROWN:
        return _thrown(round_, chicken, owner) + charge if chicken.fixed else 0
    off_payee = fate is not None and fate.claimer == owner and fate.discarder == payee
    return _shown(round_, chicken, owner) + charge + (chicken.claimed if off_payee else 0)


def _thrown(round_: Round, chicken: Chicken, owner: int) -> int:
    """责任鸡 of 004: fixed chickens among the discards, and of each claimed meld one tile (责任转移)."""
    player = round_.deal.players[owner]
    claimed = sum(meld.tile is chicken.kind and meld.is_claimed for meld in player.melds)
    return chicken.base * (player.discards.count(chicken.kind) + claimed)


def _shown(round_: Round, chicken: Chicken, owner: int) -> int:
    """包鸡 (MIL2023): what they would have collected for discards and melds."""
    melded = _melded(round_, chicken.kind, owner)
    if _has_concealed_kong(round_, chicken.kind, owner):
        melded = round_.rules.four_alike
    return chicken.worth * (_lying(round_, chicken, owner) + melded)


def _caught(round_: Round) -> Iterator[Claim]:
    """包鸡 (004): a turned chicken is the kind of an unready player's kong, whatever its kind."""
    units = round_.rules.caught_kong
    label = (round_.rules.words.caught_kong, Reason.CAUGHT_KONG.en)
    for turned in turned_chickens(round_) if units else ():
        for owner, is_ready in enumerate(round_.ready):
            if not is_ready and any(meld.tile is turned and meld.is_kong for meld in round_.deal.players[owner].melds):
                for payee in round_.ready_others(owner):
                    yield Claim(Section.LIABILITY, owner, payee, Reason.CAUGHT_KONG, units, tile=turned, label=label)


def _rewards(round_: Round) -> Iterator[Claim]:
    """清一色奖励: a ready or winning hand of one suit, seen; counts as chicken income."""
    if not round_.rules.flush_reward:
        return
    for owner, player in enumerate(round_.deal.players):
        if round_.ready[owner] and player.hand is not None and one_suit(player.hand, player.melds):
            for payer in round_.others(owner):
                yield Claim(Section.CHICKEN, payer, owner, Reason.FLUSH_REWARD, round_.rules.flush_reward)
