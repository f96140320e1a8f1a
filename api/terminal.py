"""Answers as plain text for a terminal: Chinese with English beside it, aligned, no colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.table import hand_size
from scoring.terms import Fan, WaiveReason, seat_zh
from scoring.tiles import compact
from vision.table.pricing import MELD_KINDS
from vision.types import BACK, OTHER, Owner, PlayerReading, Reading, ReadMeld

Json = Mapping[str, Any]
_WIDE = "WF"


def width(text: str) -> int:
    """Columns that a text takes; a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(letter) in _WIDE) for letter in text)


def table(rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> list[str]:
    """Rows of cells -> aligned lines; the columns in `numbers` to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    right = set(numbers)
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = []
        for at, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (wide - width(cell))
            padded.append(gap + cell if at in right else cell + gap)
        lines.append("  " + "  ".join(padded).rstrip())
    return lines


def reading_lines(reading: Reading) -> Iterator[str]:
    """Tiles found, hand, melds, winning tile, and every doubt."""
    seen = [tile.kind for tile in reading.tiles if not tile.dropped]
    known = (*reading.hand, *(() if reading.winning_tile is None else (reading.winning_tile,)))
    extra = [
        f"{seen.count(kind)} {word}"
        for kind, word in ((BACK, "扣着 face down"), (OTHER, "别的牌 other"))
        if kind in seen
    ]
    yield from table(
        [
            ("牌 tiles", ", ".join([f"{len(seen)} 张", *extra])),
            ("手牌 hand", f"{compact(reading.hand) or '–'}  ({len(reading.hand)})"),
            ("副露 melds", "  ".join(map(_meld, reading.melds)) or "–"),
            ("胡牌 winning tile", _winning(reading, len(known))),
        ]
    )
    yield from table(
        (_OWNERS[other.owner], " ".join(filter(None, _theirs(other))))
        for other in reading.others
        if any(_theirs(other))
    )
    if reading.turned is not None:
        yield f"  墙上翻开 turned on the wall  {reading.turned} {reading.turned.name_zh}"
    if reading.doubts:
        yield ""
        yield f"!! 拿不准 {len(reading.doubts)} doubts – 先看照片再算账 look before you pay"
        for doubt in reading.doubts:
            yield f"  !  [{doubt.code}] {doubt.message}"
            if doubt.message_en:
                yield f"     {doubt.message_en}"


_OWNERS = {Owner.RIGHT: "下家 right", Owner.OPPOSITE: "对家 opposite", Owner.LEFT: "上家 left"}


def _theirs(player: PlayerReading) -> tuple[str, ...]:
    """What lies open of another player."""
    hand = f"{compact(player.hand)} ({len(player.hand)})" if player.hand else ""
    won = f"胡 won {player.winning_tile}" if player.winning_tile is not None else ""
    return hand, *map(_meld, player.melds), won


def _winning(reading: Reading, tiles: int) -> str:
    if reading.winning_tile is not None:
        return f"{reading.winning_tile} {reading.winning_tile.name_zh}"
    full = tiles == hand_size(len(reading.melds)) + 1
    return "没单放 not laid apart" if full else "–"


_FED_BY = {"left": "上家 left", "opposite": "对家 opposite", "right": "下家 right"}


def _meld(meld: ReadMeld) -> str:
    fed = f", {_FED_BY[meld.fed_by]}" if meld.fed_by else ""
    kind = MELD_KINDS[meld.kind]
    return f"{'?' if meld.tile is None else meld.tile} ({kind.zh} {kind.en}{fed})"


def judge_lines(judge: Json) -> Iterator[str]:
    """An answer of `/v1/judge`."""
    if judge["pattern"]:
        yield f"  {judge['label']} {judge['label_en']}, {judge['units']} 个 units"
        yield f"  {' '.join(judge['sets'])}"
    if not judge["wins"]:
        yield f"  胡不了 no win: [{judge['why_not']}] {judge['why_not_detail_zh']} / {judge['why_not_detail']}"


def waits_lines(waits: Json) -> Iterator[str]:
    """An answer of `/v1/waits`."""
    if waits.get("miscounted"):
        yield "  张数不对，听不了（13张，每副碰杠少3张） wrong number of tiles (13, 3 fewer a meld), no waits"
    elif waits.get("won"):
        won = waits["won"]
        yield f"  已经胡了 it has won: {won['label']} {won['label_en']}, {won['units']} 个 units"
        yield f"  {' '.join(won['sets'])}"
    elif waits.get("discards"):
        for discard in waits["discards"]:
            yield f"  打 throw {discard['tile']}"
            yield from _waits(discard["waits"], "    ")
    elif waits["waits"]:
        yield from _waits(waits["waits"])
    else:
        yield "  没叫 not ready"


def _waits(waits: Sequence[Json], indent: str = "") -> Iterator[str]:
    rows = [
        (
            wait["tile"],
            wait["label"],
            wait["label_en"],
            f"{wait['units']} 个",
            f"剩 left {wait['left']}",
            "要通行证 needs a pass" if wait["needs_pass"] else "",
        )
        for wait in waits
    ]
    yield from (indent + line for line in table(rows, numbers=(3,)))


def settlement_lines(settlement: Json) -> Iterator[str]:
    """Winners, the ledger line by line, what was waived, totals, and what was assumed."""
    names = _seats(settlement)
    for winner in settlement["winners"]:
        fans = "".join(f" · {_FANS[fan]}" for fan in winner.get("fans") or ())
        won = f"{winner['label']} {winner['label_en']}, {winner['units']} 个 units"
        yield f"  {names[winner['seat']]} seat {winner['seat']}: {won}{fans}  {' '.join(winner['sets'])}"
    if not settlement["winners"]:
        yield "  没人胡 nobody won"
    for title, lines in (("账 ledger", settlement["transfers"]), ("不算 waived", settlement["waived"])):
        if lines:
            yield f"{title}"
            yield from table([_line(line, names) for line in lines], numbers=(2,))
    yield "合计 totals"
    rows = [
        (f"{names[seat]} seat {seat}", f"{units:+g} 个 units", f"{money:+g} 元 money")
        for seat, (units, money) in enumerate(zip(settlement["balance"], settlement["money"], strict=True))
    ]
    yield from table(rows, numbers=(1, 2))
    after = settlement["next_dealer"]
    yield f"  下局庄家 next dealer: {names[after]} seat {after}, 连庄 streak {settlement['next_streak']}"
    if settlement["assumed"]:
        yield "没说的就这么算 assumed, since nobody told"
        for entry in settlement["assumed"]:
            yield f"  ?  [{entry['code']}] {entry['message']} / {entry['message_en']}"


_BECAUSE: Mapping[object, str] = {str(one): f"{one.zh} {one.en}" for one in WaiveReason}
_FANS: Mapping[str, str] = {str(one): f"{one.zh} {one.en}" for one in Fan}


def _seats(settlement: Json) -> list[str]:
    """东家 is the dealer, 南家 the next in turn order, and so on."""
    seats = len(settlement["balance"])
    return [seat_zh(seat, settlement["dealer"], seats) for seat in range(seats)]


def _line(line: Json, names: Sequence[str]) -> tuple[str, ...]:
    amount = f"{line['units']}×{line['count']} = {line['amount']}" if line["count"] != 1 else str(line["amount"])
    return (
        f"{names[line['payer']]} {line['payer']} → {names[line['payee']]} {line['payee']}",
        f"{line['label']} {line['label_en']}",
        amount,
        line["tile"] or "",
        _BECAUSE.get(line.get("because"), ""),
    )


def problem_lines(problem: Json) -> Iterator[str]:
    """Why something could not be computed."""
    where = f" ({problem['pointer']})" if problem["pointer"] else ""
    yield f"!! 算不了 cannot be computed: [{problem['code']}]{where}"
    yield f"   {problem['detail']}"
    if "detail_zh" in problem:
        yield f"   {problem['detail_zh']}"
