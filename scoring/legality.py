"""Who may win, and who may have declared (RULES 2, HOUSE 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.choices import LetGo
from scoring.deal import Deal
from scoring.errors import InvalidInput, counted
from scoring.inputs import Input
from scoring.patterns import HandValue, best, is_ready
from scoring.rules import Rules
from scoring.table import AFTER_KONG, EARTHLY, HEAVENLY, Player, Win
from scoring.terms import By, MeldKind
from scoring.tiles import Tile

_VOID = (LetGo.VOID_CLAIMED, LetGo.VOID_WAITS)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A win as one player claims it.

    `shot_kind`: of a hot shot, the kind of the kong just made, a late one as what it would have been.
    """

    player: Player
    tile: Annotated[Tile, Input(code="bad_tile")]
    by: Annotated[By, Input(code="bad_by", asked="how was it won?")]
    after_kong: Annotated[MeldKind | None, AFTER_KONG] = None
    heavenly: Annotated[bool, HEAVENLY] = False
    earthly: Annotated[bool, EARTHLY] = False
    from_declared: Annotated[bool, Input("had the discarder declared (报听)?", code="bad_declared")] = False
    refused: Annotated[bool, Input("was a winning discard let go, and none drawn since?")] = False
    shot_kind: MeldKind | None = None

    def hand(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning one."""
        return (*(self.player.hand or ()), self.tile)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the hand is worth (None: not complete), and the rule that forbids the win, if one does.

    `void`: the win may be claimed but is void and punished (包牌, RULES 7).
    """

    value: HandValue | None
    why_not: tuple[str, str] | None
    void: bool = False


def judge(attempt: Attempt, rules: Rules) -> Verdict:
    """Test one win in the order of RULES 2; `why_not` is (code, sentence)."""
    player = attempt.player
    if player.hand is None:
        return Verdict(None, ("winner_unseen", "the winner's hand was not seen"))
    if player.miscounted:
        tiles, melds = counted(len(player.hand), "concealed tile"), counted(len(player.melds), "meld")
        return Verdict(None, ("miscounted", f"{tiles} beside {melds}: a miscount (相公)"))
    value = best(attempt.hand(), player.melds, None if attempt.heavenly else attempt.tile, rules, player.missing)
    if value is None:
        return Verdict(None, ("not_complete", f"{attempt.tile} does not complete the hand"))
    if attempt.by is By.SELF_DRAW:
        return Verdict(value, _why_no_draw(attempt, rules))
    if value.is_plain and not _needs_no_pass(attempt, rules):
        return Verdict(value, ("no_pass", f"a plain win (平胡) on another's {attempt.tile} needs a kong of one's own"))
    if attempt.refused and rules.let_go in _VOID:
        return Verdict(value, None, void=True)
    return Verdict(value, _why_forbidden(attempt, rules))


def _why_no_draw(attempt: Attempt, rules: Rules) -> tuple[str, str] | None:
    if not attempt.refused or rules.let_go_may_draw:
        return None
    return "refused_but_drew", "this player is said to have let a win go and not to have drawn since"


def _why_forbidden(attempt: Attempt, rules: Rules) -> tuple[str, str] | None:
    """A win let go earlier forbids this one, but an undeclared player's robbed kong or hot shot where those stand."""
    hot = attempt.by is By.ROBBED_KONG or attempt.after_kong is not None
    stands = rules.let_go is LetGo.FORBIDDEN_BUT_HOT and hot and attempt.player.declared is None
    if not attempt.refused or stands:
        return None
    return "refused_earlier", f"this player let a win go and may not win on {attempt.tile} before drawing"


def _needs_no_pass(attempt: Attempt, rules: Rules) -> bool:
    """A pass is a kong; a hot shot, a robbed kong, 地胡 and some declarations need none (RULES 2, HOUSE 4)."""
    return (
        attempt.player.has_pass
        or attempt.by is By.ROBBED_KONG
        or attempt.after_kong is not None
        or (rules.declared_is_pass and attempt.player.declared is not None)
        or (rules.declared_discarder_is_pass and attempt.from_declared)
        or (attempt.earthly and rules.earthly > 0)
    )


def declared_fault(player: Player, rules: Rules) -> tuple[str, str] | None:
    """Why this player cannot have declared: (code, sentence), or None (RULES 2)."""
    if player.declared is None:
        return None
    if any(not (meld.is_kong and rules.declared_kongs) for meld in player.melds):
        return "declared_with_melds", f"a declared hand has no melds, this one has {len(player.melds)}"
    if player.hand is None:
        ready = player.ready is not False
    else:
        ready = is_ready(player.hand, player.melds, rules, player.missing)
    return None if ready else ("declared_not_ready", "this player declared (报听), but the hand waits for nothing")


def check_declared(deal: Deal) -> None:
    """Raises InvalidInput (`declared_with_melds`, `declared_not_ready`)."""
    for seat, player in enumerate(deal.players):
        fault = declared_fault(player, deal.rules)
        if fault:
            raise InvalidInput(fault[0], f"seat {seat}: {fault[1]}", f"/players/{seat}/declared", seat=seat)


def kong_just_made(deal: Deal) -> int | None:
    """Index of the discarder's last meld of the kind that the hot shot names (RULES 3); None: no hot shot."""
    win = deal.win
    if win is None or win.source is None or win.after_kong is None:
        return None
    melds = deal.players[win.source].melds
    return max(at for at, meld in enumerate(melds) if meld.kind is win.after_kong)


def attempt_of(deal: Deal, win: Win, seat: int) -> Attempt:
    """A winner's win as they claimed it."""
    made = kong_just_made(deal)
    source = None if win.source is None else deal.players[win.source]
    return Attempt(
        player=deal.players[seat],
        tile=win.tile,
        by=win.by,
        after_kong=win.after_kong,
        heavenly=win.heavenly,
        earthly=seat in win.earthly,
        from_declared=source is not None and source.declared is not None and win.by is By.DISCARD,
        refused=seat in deal.refused,
        shot_kind=None if source is None or made is None else source.melds[made].effective_kind,
    )


def judge_wins(deal: Deal) -> dict[int, Verdict]:
    """Seat -> verdict for every winner, void ones too. Raises InvalidInput for the first win that is none."""
    win = deal.win
    if win is None:
        return {}
    verdicts = {}
    for at, seat in enumerate(win.seats):
        verdict = judge(attempt_of(deal, win, seat), deal.rules)
        if verdict.why_not:
            code, detail = verdict.why_not
            raise InvalidInput(code, f"seat {seat}: {detail}", f"/wins/{at}", seat=seat, tile=str(win.tile))
        verdicts[seat] = verdict
    return verdicts
