"""What the photo shows, and what somebody tells about the rest of the table, made into one deal.

Pointers of errors are JSON Pointers into `facts`, `""` for the whole of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from api.shown import PHOTO, Json, assumption, changed, check_named, discards, names_zh, resized, shown, waits_of
from scoring import wire
from scoring.decode import tiles_in
from scoring.errors import InvalidInput, counted, quoted
from scoring.json_reader import Object
from scoring.table import hand_size
from scoring.tiles import Tile, compact, parse_tile
from vision.types import Reading, ReadMeld, Role

SEATS = 4  # players, where the facts name none
_FED_BY = {"left": -1, "opposite": -2, "right": 1}  # the feeder's seat, from the player's own
FED = ("pong", "added", "exposed")  # kinds of meld that another's discard is always in
_OPEN_TO_DOUBT = ("not_complete", "miscounted")


@dataclass(frozen=True, slots=True)
class Told:
    """What the engine is to be asked, and everything that nobody told.

    `deals`: bodies of `/v1/settle`; one, or where the player won and nobody knows on which of his tiles, one for
    each that it may have been. `judged`: for each of them the body of `/v1/judge`; none where he claims no win.
    `hand`: the body of `/v1/waits`. `seat`: whose hand it is; `untold`: how many of his melds, the first ones, the
    photo alone tells.
    """

    deals: tuple[Json, ...]
    judged: tuple[Json, ...]
    hand: Json
    assumed: tuple[Json, ...]
    seat: int
    untold: int


def tell(reading: Reading, facts: object) -> Told:
    """Photo and facts -> deal. Raises InvalidInput: `bad_facts`, `bad_seat`, `bad_tile`, `bad_meld`, the engine's."""
    if not isinstance(facts, dict):
        raise InvalidInput("bad_facts", f"facts are a JSON object, not {quoted(facts)}")
    assumed: list[Json] = []
    deal = {key: value for key, value in facts.items() if key != "seat"}
    players = _players(facts)
    seat = _seat(facts, len(players), assumed)
    _default(deal, "dealer", 0, "庄家是0号位", "the dealer sits at seat 0", assumed)
    _default(deal, "streak", 1, "庄家头一回坐庄", "the dealer deals for the first time in a row", assumed)
    _default(deal, "stake", 1, "底注是1", "the stake is 1", assumed)
    _default(deal, "options", {}, "没有另外约定", "no house option is played", assumed)
    unseen = [
        i for i, other in enumerate(players) if i != seat and isinstance(other, dict) and other.get("hand") is None
    ]
    if unseen:
        names = ", ".join(map(str, unseen))
        zh, en = f"{names}号位的手牌没看到", f"the hands at seats {names} were not seen"
        assumed.append(assumption("unseen", unseen, zh, en))
    own = dict(_own(players, seat))
    wins = deal.get("wins")
    check_named(reading, Role.HAND, *((Role.WINNING,) if won_tile(wins, seat) is None else ()))
    melds = merge_melds(reading.melds, own.get("melds"), seat, len(players))
    own["melds"] = melds
    lying = discards(reading)
    zh = f"{seat}号位面前打出的是{names_zh(lying)}"
    en = f"seat {seat}: the discards in front are {' '.join(map(str, lying))}"
    if own.get("discards") is None and lying:
        own["discards"] = list(map(str, lying))
        assumed.append(assumption("discards", own["discards"], zh, en, seat))
    elif lying and sorted(told := tiles_in(Object(own, f"/players/{seat}")["discards"])) != sorted(lying):
        zh, en = f"照片里{zh}，按说的{names_zh(told) or '没有'}算", f"{en}: taken as {compact(told) or 'none'}, as told"
        assumed.append(assumption("discards", list(map(str, told)), zh, en, seat))
    assumed += [*changed(reading, seat), *resized(reading.melds, melds, seat)]
    tiles = shown(reading)
    if not tiles and not melds:
        raise InvalidInput("miscounted", "no tile of a hand was found in the photo", PHOTO)
    rest = hand_size(len(melds)) + 1
    hand: Json = {"rules": deal.get("rules"), "options": deal.get("options", {}), "melds": melds}
    untold = len(melds) - len(_own(players, seat).get("melds") or ())
    if wins is None:
        try:
            deal["wins"] = _supposed_wins(hand, tiles, reading.winning_tile, rest, seat, assumed)
        except InvalidInput as error:
            raise placed(error, seat, untold) from None
    wins = deal["wins"]
    mine = win_of(wins, seat)
    if mine is None:
        held: list[tuple[Sequence[Tile], Tile | None]] = [(reading.hand, reading.winning_tile)]
        if (apart := reading.winning_tile) is not None:
            zh, en = (
                f"照片里单放着{apart.name_zh}，可{seat}号位没胡：这张没算",
                f"{apart} lies apart, but seat {seat} did not win",
            )
            assumed.append(assumption("winning_tile", None, zh, f"{en}: it is left out", seat))
        if len(reading.hand) != rest - 1:
            zh = f"手牌{len(reading.hand)}张，应为{rest - 1}张，算相公"
            en = f"{counted(len(reading.hand), 'tile')} in hand, where {rest - 1} belong: taken as a miscount"
            assumed.append(assumption("miscounted", len(reading.hand), zh, en, seat))
    else:
        held = list(_splits(reading, tiles, wins, mine, rest))
        if len(held) > 1:
            zh, en = "不知道胡的是哪一张；哪一张都一样", "which tile was won on is not known; all settle alike"
            assumed.append(assumption("winning_tile", str(held[0][1]), zh, en, seat))
        elif (apart := reading.winning_tile) is not None and apart is not (won := held[0][1]) and won is not None:
            zh = f"照片里单放着{apart.name_zh}，按说的胡{won.name_zh}算"
            en = f"{apart} lies apart: taken as won on {won}, as told"
            assumed.append(assumption("winning_tile", str(won), zh, en, seat))
    deals, judged = [], []
    for concealed, won in held:
        seated: list[object] = [*players]
        seated[seat] = own | {"hand": compact(concealed)}
        deals.append(deal | {"players": seated, "wins": _with_tile(wins, won)})
        if (win := _judged_win(deals[-1], seat, concealed, won, rest)) is not None:
            whole = len(concealed) == rest
            split = _without(concealed, parse_tile(win["tile"])) if whole else concealed
            judged.append(hand | {"hand": compact(split), "win": win})
    waiting = hand | waits_of(reading, tiles if len(held) > 1 else held[0][0])
    return Told(tuple(deals), tuple(judged), waiting, tuple(assumed), seat, untold)


def placed(error: InvalidInput, seat: int, untold: int) -> InvalidInput:
    """A refusal about the player's melds, photographed and told, seen from the facts that told them; one about his hand
    is one about the photo.
    """
    if error.pointer in (f"/players/{seat}/hand", "/hand"):
        return InvalidInput(error.code, error.detail, PHOTO)
    found = re.fullmatch(rf"(?:/players/{seat})?/melds/(\d+)(/.*)?", error.pointer)
    if found is None:
        return error
    told, field = int(found[1]) - untold, found[2] or ""
    where = f"/players/{seat}/melds" + (f"/{told}{field}" if told >= 0 else "")
    return InvalidInput(error.code, error.detail, where)


def merge_melds(read: Sequence[ReadMeld], told: object, seat: int, players: int) -> list[Json]:
    """The melds that the photo shows, `kind` and `from` as told where a told meld has the same tile.

    A told pong, added or exposed kong without `from` keeps the feeder that the photo shows; a late or concealed one
    without `from` has none. Told melds come in the order in which they are told, after those that nobody told about.
    A told concealed kong also names one that lies wholly face down. Raises InvalidInput (`bad_meld`, `bad_tile`)
    for a told meld that the photo does not show and for a face-down kong that nobody names.
    """
    melds: list[Json] = []
    for meld in read:
        tile = None if meld.tile is None else str(meld.tile)
        plain: Json = {"kind": meld.kind, "tile": tile}
        if meld.fed_by is not None:
            plain["from"] = (seat + _FED_BY[meld.fed_by]) % players
        melds.append(plain)
    where, named = f"/players/{seat}/melds", list[Json]()
    if told is not None and not isinstance(told, list):
        raise InvalidInput("bad_meld", f"melds are a list, not {quoted(told)}", where)
    for index, meld in enumerate(told or ()):
        if not isinstance(meld, dict):
            raise InvalidInput("bad_meld", f"a meld is an object, not {quoted(meld)}", f"{where}/{index}")
        name = meld.get("tile")
        if not isinstance(name, str):
            raise InvalidInput("bad_tile", f"a meld's tile is a string, not {quoted(name)}", f"{where}/{index}/tile")
        tile = str(parse_tile(name, f"{where}/{index}/tile"))
        match = next((plain for plain in melds if plain["tile"] == tile), None)
        if match is None and meld.get("kind") == "concealed":
            match = next((plain for plain in melds if plain["tile"] is None), None)
        if match is None:
            raise InvalidInput("bad_meld", f"the photo shows no meld of {tile}", f"{where}/{index}/tile")
        melds.remove(match)
        if meld.get("kind", match["kind"]) not in FED:
            match.pop("from", None)
        named.append(match | meld | {"tile": tile})
    if any(meld["tile"] is None for meld in melds):
        raise InvalidInput("bad_meld", "a concealed kong lies wholly face down; say its tile", where)
    return melds + named


def _players(facts: Json) -> list[object]:
    players = facts.get("players")
    if players is None:
        return [{} for _ in range(SEATS)]
    if not isinstance(players, list) or not players:
        raise InvalidInput("bad_player_count", f"players are a list of 3 or 4, not {quoted(players)}", "/players")
    return list(players)


def _seat(facts: Json, players: int, assumed: list[Json]) -> int:
    _default(facts := dict(facts), "seat", 0, "照片是0号位的牌", "the photo shows the hand at seat 0", assumed)
    seat = facts["seat"]
    if isinstance(seat, float) and seat.is_integer():
        seat = int(seat)
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < players:
        raise InvalidInput("bad_seat", f"seat {quoted(seat)} is none of 0-{players - 1}", "/seat")
    return seat


def _own(players: list[object], seat: int) -> Json:
    own = players[seat]
    if not isinstance(own, dict):
        raise InvalidInput("bad_facts", f"a player is an object, not {quoted(own)}", f"/players/{seat}")
    if own.get("hand") is not None:
        raise InvalidInput(
            "bad_facts", f"the photo shows the hand at seat {seat}; leave it out", f"/players/{seat}/hand"
        )
    return own


def _default(deal: Json, key: str, value: object, zh: str, en: str, assumed: list[Json]) -> None:
    if deal.get(key) is None:
        deal[key] = value
        assumed.append(assumption(key, value, zh, en))


def _supposed_wins(
    hand: Json, tiles: Sequence[Tile], winning: Tile | None, rest: int, seat: int, assumed: list[Json]
) -> list[Json]:
    """Nobody told who won: the player by self-draw if his hand is complete, else nobody."""
    complete = False
    if len(tiles) == rest:
        last = tiles[-1] if winning is None else winning
        win = {"tile": str(last), "by": "self_draw"}
        verdict = wire.judge(hand | {"hand": compact(_without(tiles, last)), "win": win})
        complete = verdict["why_not"] not in _OPEN_TO_DOUBT
    if complete:
        en = f"seat {seat} won by self-draw"
        assumed.append(assumption("wins", "self_draw", f"{seat}号位自摸", en, seat))
        return [{"seat": seat, "by": "self_draw"}]
    zh, en = "手牌没胡，算没有人胡", "the hand is not complete, so nobody won"
    assumed.append(assumption("wins", None, zh, en))
    return []


def win_of(wins: object, seat: object) -> Json | None:
    """The entry of `wins` about this seat, if there is one; `wins` as it was told."""
    if not isinstance(wins, list):
        return None
    return next((win for win in wins if isinstance(win, dict) and win.get("seat") == seat), None)


def won_tile(wins: object, seat: object) -> object:
    """The tile that this seat is said to have won on; all winners won on the same, so any of them tells it."""
    told = wins if isinstance(wins, list) and win_of(wins, seat) else []
    return next((win["tile"] for win in told if isinstance(win, dict) and win.get("tile") is not None), None)


def _splits(
    reading: Reading, tiles: Sequence[Tile], wins: object, mine: Json, rest: int
) -> Iterator[tuple[Sequence[Tile], Tile]]:
    """The winner's tiles divided into hand and winning tile, in every way that may be."""
    assert isinstance(wins, list)
    at = f"/wins/{wins.index(mine)}/tile"
    name = won_tile(wins, mine["seat"])
    if name is not None:
        if not isinstance(name, str):
            raise InvalidInput("bad_tile", f"a won tile is a string, not {quoted(name)}", at)
        won = parse_tile(name, at)
        if len(tiles) == rest and won not in tiles:
            raise InvalidInput("bad_facts", f"the photo shows {compact(tiles)}, and no {won} that it was won on", at)
        if len(tiles) == rest - 1 and reading.winning_tile != won:
            yield tiles, won
        else:
            yield _without(tiles, won), won
    elif reading.winning_tile is not None:
        yield reading.hand, reading.winning_tile
    elif len(tiles) == rest:
        for won in sorted(set(tiles)):
            yield _without(tiles, won), won
    else:
        raise InvalidInput("bad_facts", f"the photo shows {compact(tiles) or 'no tile'}; say which tile was won on", at)


def _without(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    rest = list(tiles)
    if tile in rest:
        rest.remove(tile)
    return tuple(rest)


def _with_tile(wins: object, won: Tile | None) -> object:
    if won is None or not isinstance(wins, list):
        return wins
    return [win | {"tile": str(won)} if isinstance(win, dict) and win.get("tile") is None else win for win in wins]


def _judged_win(deal: Json, seat: int, concealed: Sequence[Tile], won: Tile | None, rest: int) -> Json | None:
    """The win that `/v1/judge` is asked about: the player's, or that of a full hand that nobody calls a win."""
    mine = win_of(deal["wins"], seat)
    if mine is None:
        if deal["wins"] or len(concealed) + (won is not None) != rest:
            return None
        return {"tile": str(concealed[-1] if won is None else won), "by": "self_draw"}
    win: Json = {key: value for key, value in mine.items() if key in ("by", "after_kong", "heavenly", "tile")}
    players = deal["players"]
    win["declared"] = players[seat].get("declared")
    feeder = mine.get("from")
    if isinstance(feeder, int) and 0 <= feeder < len(players) and isinstance(players[feeder], dict):
        win["from_declared"] = players[feeder].get("declared") is not None
    win["refused"] = isinstance(deal.get("refused"), list) and seat in deal["refused"]
    return win
