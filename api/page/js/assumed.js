// What nobody said and the page takes by itself, wherever it can change what is paid. Pure.
// A code with what it is about: "chickens:2", of seat 2.

import { copies } from "./deal.js";
import { claimers, ending, fateOf, firstOf, KONGS, need, winnersOf } from "./round.js";
import { parse, tileName } from "./tiles.js";

/** 杠上花, 热炮: the winner (the discarder, if he was seen) has a kong. */
export function asksKong(round) {
	const end = ending(round);
	const eater = round.players[end === "self_draw" ? winnersOf(round)[0] : round.from];
	const kong = eater?.melds.some(({ kind }) => KONGS.includes(kind));
	return end === "self_draw" ? kong : end === "discard" && Boolean(eater && (kong || !eater.seen));
}

export function asksHeavenly(round, wants) {
	const [seat] = winnersOf(round);
	return ending(round) === "self_draw" && wants.heavenly && seat === (round.dealer ?? 0) && !round.players[seat].melds.length;
}

/** Winners who may have won before their first discard. */
export const mayBeEarthly = (round, wants) =>
	wants.earthly ? winnersOf(round).filter((seat) => seat !== (round.dealer ?? 0) && !round.players[seat].melds.length && !round.players[seat].discards.length) : [];

export const asksRefused = (round, wants) => wants.refused && ["discard", "robbed_kong"].includes(ending(round));

export const mayDeclare = ({ melds }, wants) => wants.declared.length > 0 && !melds.some((meld) => !wants.declaredMayKong || meld.kind === "pong");

/** Chickens nobody counted in an unseen hand, or before a player. */
const open = (round, wants) => wants.chickens.filter((kind) => copies(round, kind, wants.firsts) < 4);
export const untoldHeld = (player, round, wants) => (player.seen ? [] : open(round, wants).filter((kind) => !(kind in player.chickens)));
export const untoldLying = (player, round, wants) =>
	wants.lying.length ? open(round, wants).filter((kind) => wants.lying.includes(kind)).filter((kind) => !player.counted.includes(kind) && firstOf(round, kind)?.seat !== null) : [];

/** All that a round without gaps leaves to the page. */
export function assumptions(round, wants) {
	const end = ending(round);
	const winners = winnersOf(round);
	const found = [];
	const take = (holds, ...about) => holds && found.push(about.join(":"));
	take(round.stake === undefined, "stake");
	take(round.end === undefined && end, end);
	take(winners.length && !round.winners?.length, "winner", winners[0]);
	take(round.dealer === undefined, "dealer", 0);
	take(wants.streak && round.streak === undefined, "streak");
	const afterKong = end === "self_draw" ? wants.kongBloom && "kong_bloom" : wants.hotShot && "hot_shot";
	take(afterKong && asksKong(round) && round.after_kong === undefined, afterKong);
	take(asksHeavenly(round, wants) && round.heavenly === undefined, "heavenly");
	take(mayBeEarthly(round, wants).length && round.earthly === undefined, "earthly");
	take(asksRefused(round, wants) && wants.refusedPays && round.refused === undefined, "refused");
	take(wants.sideBets && round.players.every((player) => player.side_bet === undefined), "side_bets");
	for (const kind of wants.firsts) {
		const told = firstOf(round, kind);
		take(!told, "first_discarder", kind);
		if (told?.seat == null || told.fate) continue;
		const fate = fateOf(round, kind, told.seat);
		const plain = fate === "lying" ? round.players[told.seat].discards.includes(kind) : claimers(round, kind, told.seat, ({ from }) => from === told.seat).length;
		take(!plain, "fate", kind, fate);
	}
	round.players.forEach((player, seat) => {
		take(player.declared === undefined && mayDeclare(player, wants) && wants.declaredPays(seat), "declared", seat);
		if (end === "drawn" && !wants.chickens.length) return;
		for (const meld of player.melds) {
			take(meld.kind === "late" && meld.from === undefined && wants.feeder(meld), "late", seat, meld.tile);
			take(!meld.confirmed && (meld.kind === "pong" ? meld.from != null && wants.feeder(meld) : ["exposed", "added"].includes(meld.kind)),
				"meld", seat, meld.tile, meld.kind, meld.from ?? "");
		}
		const earns = wants.earns(seat);
		take(!player.seen && !player.melds.length && !player.kongless && (earns || wants.kongsOwe), "kongs", seat);
		take(earns && untoldHeld(player, round, wants).length, "chickens", seat);
		take((earns || wants.chickensOwe) && untoldLying(player, round, wants).length, "discards", seat);
	});
	return found;
}

/** What the API took by itself; `asked`: being ready decides something here. */
export const theirs = (settlement, asked) =>
	settlement.assumed
		.filter(({ code }) => code !== "ready" || asked)
		.map(({ code, seat, tile, value }) => ({ code, given: { value, tile: tile && tileName(tile) }, seats: seat === undefined ? [] : [seat] }));

/** Hands with a wrong number of tiles (相公). */
export const miscounted = (deal) =>
	deal.players.flatMap((player, seat) =>
		player.hand == null || parse(player.hand)?.length === need({ melds: player.melds ?? [] }) ? [] : [`miscounted:${seat}`],
	);
