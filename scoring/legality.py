"""Who may win, and who may have declared (RULES 2, HOUSE 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from scoring.choices import LetGo, MissingSuit
from scoring.deal import Deal
from scoring.errors import InvalidInput, counted
from scoring.inputs import Input
from scoring.patterns import HandValue, best, is_ready
from scoring.rules import Rules
from scoring.sentences import ZH
from scoring.table import AFTER_KONG, EARTHLY, HEAVENLY, Player, Win
from scoring.terms import By, MeldKind
from scoring.tiles import SUIT_NAMES, Tile

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


class WhyNot(NamedTuple):
    """The code of the rule that forbids a win, and a sentence in both languages."""

    code: str
    detail: str
    chinese: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the hand is worth (None: not complete), and the rule that forbids the win, if one does.

    `void`: the win may be claimed but is void and punished (包牌, RULES 7).
    """

    value: HandValue | None
    why_not: WhyNot | None
    void: bool = False


def judge(attempt: Attempt, rules: Rules) -> Verdict:
    """Test one win in the order of RULES 2; a hand that was not seen or counts wrong comes first."""
    player = attempt.player
    if player.hand is None:
        return Verdict(None, WhyNot("winner_unseen", "the winner's hand was not seen", ZH["winner_unseen"]))
    if player.miscounted:
        tiles, melds = counted(len(player.hand), "concealed tile"), counted(len(player.melds), "meld")
        chinese = f"手里{len(player.hand)}张，碰杠{len(player.melds)}副：张数不对，是相公"
        return Verdict(None, WhyNot("miscounted", f"{tiles} beside {melds}: a miscount (相公)", chinese))
    value = best(attempt.hand(), player.melds, None if attempt.heavenly else attempt.tile, rules, player.missing)
    if value is None:
        return Verdict(None, _why_not_complete(attempt, rules))
    if attempt.by is By.SELF_DRAW:
        return Verdict(value, _why_no_draw(attempt, rules))
    if value.is_plain and not _needs_no_pass(attempt, rules):
        detail = f"a plain win (平胡) on another's {attempt.tile} needs a kong of one's own"
        return Verdict(value, WhyNot("no_pass", detail, f"平胡接{attempt.tile}要有通行证：自己有杠才行"))
    if attempt.refused and rules.let_go in _VOID:
        return Verdict(value, None, void=True)
    return Verdict(value, _why_forbidden(attempt, rules))


def _why_not_complete(attempt: Attempt, rules: Rules) -> WhyNot:
    """A hand that would be complete but for 缺一门 or 定缺 is told so (HOUSE 4)."""
    if not _lacks_only_a_gap(attempt, rules):
        return WhyNot("not_complete", f"{attempt.tile} does not complete the hand", f"加上{attempt.tile}还没胡")
    missing = attempt.player.missing
    if rules.missing_suit is MissingSuit.DECLARED and missing is not None:
        detail = f"the hand still has tiles of {missing}, the suit that was declared to lack (定缺)"
        suit = SUIT_NAMES[missing]
        return WhyNot("not_complete", detail, f"定缺{suit}，手里还有{suit}，不能胡")
    detail = "the hand is complete but has all three suits: a winner must lack one (缺一门)"
    return WhyNot("not_complete", detail, "牌型齐了，可三门都有：要缺一门才能胡")


def _lacks_only_a_gap(attempt: Attempt, rules: Rules) -> bool:
    """Would this hand, which is not complete, be so if every suit might be in it?"""
    if rules.missing_suit is MissingSuit.NO:
        return False
    winning = None if attempt.heavenly else attempt.tile
    any_suits = replace(rules, missing_suit=MissingSuit.NO)
    return best(attempt.hand(), attempt.player.melds, winning, any_suits) is not None


def _why_no_draw(attempt: Attempt, rules: Rules) -> WhyNot | None:
    if not attempt.refused or rules.let_go_may_draw:
        return None
    detail = "this player is said to have let a win go and not to have drawn since"
    return WhyNot("refused_but_drew", detail, ZH["refused_but_drew"])


def _why_forbidden(attempt: Attempt, rules: Rules) -> WhyNot | None:
    """A win let go earlier forbids this one, but an undeclared player's robbed kong or hot shot where those stand."""
    hot = attempt.by is By.ROBBED_KONG or attempt.after_kong is not None
    stands = rules.let_go is LetGo.FORBIDDEN_BUT_HOT and hot and attempt.player.declared is None
    if not attempt.refused or stands:
        return None
    detail = f"this player let a win go and may not win on {attempt.tile} before drawing"
    return WhyNot("refused_earlier", detail, f"过了一张没胡，自己摸牌以前不能胡{attempt.tile}")


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


def declared_fault(player: Player, rules: Rules) -> WhyNot | None:
    """Why this player cannot have declared, or None (RULES 2)."""
    if player.declared is None:
        return None
    if any(not (meld.is_kong and rules.declared_kongs) for meld in player.melds):
        melds, only = len(player.melds), ("but kongs ", "杠以外的") if rules.declared_kongs else ("", "")
        detail = f"a declared hand has no melds {only[0]}beside it; this one has {melds}"
        return WhyNot("declared_with_melds", detail, f"报了听的人不能有{only[1]}碰杠，这里有{melds}副")
    if player.hand is None:
        ready = player.ready is not False
    else:
        ready = is_ready(player.hand, player.melds, rules, player.missing)
    detail = "this player declared (报听), but the hand waits for nothing"
    return None if ready else WhyNot("declared_not_ready", detail, ZH["declared_not_ready"])


def check_declared(deal: Deal) -> None:
    """Raises InvalidInput (`declared_with_melds`, `declared_not_ready`)."""
    for seat, player in enumerate(deal.players):
        fault = declared_fault(player, deal.rules)
        if fault:
            detail, chinese = f"seat {seat}: {fault.detail}", f"座位{seat}：{fault.chinese}"
            raise InvalidInput(fault.code, detail, f"/players/{seat}/declared", chinese, seat=seat)


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
            code, detail, chinese = verdict.why_not
            detail, chinese = f"seat {seat}: {detail}", f"座位{seat}：{chinese}"
            raise InvalidInput(code, detail, f"/wins/{at}", chinese, seat=seat, tile=str(win.tile))
        verdicts[seat] = verdict
    return verdicts
