"""Who may win, and who may have declared (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import InvalidInput, counted
from scoring.patterns import HandValue, best, is_ready
from scoring.rules import RefusedWin, Rules
from scoring.table import Deal, Player
from scoring.terms import By, MeldKind, Pattern
from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Attempt:
    """A win as one player claims it."""

    player: Player
    tile: Tile
    by: By
    after_kong: MeldKind | None = None
    heavenly: bool = False
    from_declared: bool = False
    refused: bool = False

    def hand(self) -> tuple[Tile, ...]:
        """The concealed tiles with the winning one."""
        return (*(self.player.hand or ()), self.tile)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The worth of the shape (None: not complete), and the rule that forbids the win, if one does.

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
        detail = f"{tiles} beside {melds}: a miscount (相公)"
        return Verdict(None, ("miscounted", detail))
    value = best(attempt.hand(), player.melds, None if attempt.heavenly else attempt.tile, rules)
    if value is None:
        return Verdict(None, ("not_complete", f"{attempt.tile} does not complete the hand"))
    if attempt.by is By.SELF_DRAW:
        if attempt.refused and rules.refused_may_not_draw:
            return Verdict(value, ("refused_but_drew", "he is said to have let a win go and not to have drawn since"))
        return Verdict(value, None)
    if value.pattern is Pattern.PING_HU and not _needs_no_pass(attempt, rules):
        return Verdict(value, ("no_pass", f"a plain win (平胡) on another's {attempt.tile} needs a kong of one's own"))
    if attempt.refused and _refusal_binds(player, rules):
        if rules.refused_win is RefusedWin.VOID:
            return Verdict(value, None, void=True)
        return Verdict(value, ("refused_earlier", f"he let a win go and may not win on {attempt.tile} before he draws"))
    return Verdict(value, None)


def _needs_no_pass(attempt: Attempt, rules: Rules) -> bool:
    """A pass is a kong; a hot shot, a robbed kong and some declarations need none (RULES 2)."""
    return (
        attempt.player.has_pass
        or attempt.by is By.ROBBED_KONG
        or attempt.after_kong is not None
        or (rules.declared_is_pass and attempt.player.declared is not None)
        or (rules.pass_on_declared_discard and attempt.from_declared)
    )


def _refusal_binds(player: Player, rules: Rules) -> bool:
    return rules.refused_win is not RefusedWin.FORBIDDEN_TO_DECLARED or player.declared is not None


def declared_fault(player: Player, rules: Rules) -> tuple[str, str] | None:
    """Why this player cannot have declared: (code, sentence), or None (RULES 2)."""
    if player.declared is None:
        return None
    if any(not (meld.is_kong and rules.declared_may_kong) for meld in player.melds):
        return "declared_with_melds", f"a declared hand has no melds, this one has {len(player.melds)}"
    ready = player.ready is not False if player.hand is None else is_ready(player.hand, player.melds)
    return None if ready else ("declared_not_ready", "he declared (报听), but his hand waits for nothing")


def check_declared(deal: Deal) -> None:
    """Raises InvalidInput (`declared_with_melds`, `declared_not_ready`)."""
    for seat, player in enumerate(deal.players):
        fault = declared_fault(player, deal.rules)
        if fault:
            raise InvalidInput(fault[0], f"seat {seat}: {fault[1]}", f"/players/{seat}/declared")


def judge_wins(deal: Deal) -> dict[int, Verdict]:
    """Seat -> verdict for every winner, void ones too. Raises InvalidInput for the first win that is none."""
    win = deal.win
    if win is None:
        return {}
    verdicts = {}
    for at, seat in enumerate(win.seats):
        from_declared = win.source is not None and deal.players[win.source].declared is not None
        attempt = Attempt(
            deal.players[seat],
            win.tile,
            win.by,
            win.after_kong,
            win.heavenly,
            from_declared and win.by is By.DISCARD,
            seat in deal.refused,
        )
        verdict = judge(attempt, deal.rules)
        if verdict.why_not:
            code, detail = verdict.why_not
            raise InvalidInput(code, f"seat {seat}: {detail}", f"/wins/{at}")
        verdicts[seat] = verdict
    return verdicts
