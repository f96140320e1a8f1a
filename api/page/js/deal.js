// The round as the deal that the API settles, and back. Pure.

import { concealed, ending, fateOf, firstOf, isOpen, meldTiles, need, newPlayer, newRound, others, winnersOf, wonTile } from "./round.js";
import { weekdayIn } from "./rulebook.js";
import { compact, count, KINDS, parse, without } from "./tiles.js";

export function toDeal(round, wants) {
	const end = ending(round);
	const winners = winnersOf(round);
	const tile = wonTile(round);
	const players = followed(round, wants.firsts).map((player, seat) => told(player, winners.includes(seat) ? tile : null, wants));
	const deal = {
		rules: round.rules,
		options: Object.fromEntries(Object.entries(round.options).filter(([name, on]) => on && wants.options.includes(name))),
		stake: round.stake ?? 1,
		dealer: round.dealer ?? 0,
		streak: round.streak ?? 1,
		players,
		wins: winners.map((seat) => win(round, seat, end, tile, wants)),
		refused: (wants.refused && round.refused) || [],
	};
	if (wants.weekday && weekdayIn(round) !== null) deal.weekday = weekdayIn(round);
	const firsts = wants.firsts.filter((kind) => firstOf(round, kind));
	if (firsts.length) {
		deal.first_discarder = Object.fromEntries(firsts.map((kind) => [kind, firstOf(round, kind)?.seat]).filter(([, seat]) => Number.isInteger(seat)));
	}
	if (!winners.length) deal.turned = null;
	else if (round.turned !== undefined) deal.turned = round.turned;
	return deal;
}

/** What follows from the facts: the pong of the robbed, the first chicken where it was said to be. */
export function followed(round, firsts) {
	const tile = wonTile(round);
	const isRobbed = ending(round) === "robbed_kong" && round.from !== undefined && tile;
	const players = isRobbed ? robbed(round.players, round.from, tile) : round.players;
	return firsts
		.map((kind) => ({ kind, ...firstOf(round, kind) }))
		.filter(({ seat }) => Number.isInteger(seat))
		.reduce((all, { kind, seat, by }) => fated(all, kind, seat, fateOf(round, kind, seat), by), players);
}

/** Copies of a kind known to lie somewhere, the won tile once. There are four. */
export function copies(round, kind, firsts = []) {
	const won = wonTile(round);
	const winners = winnersOf(round);
	const lying = followed(round, firsts).flatMap((player, seat) => [
		...handOf(player, winners.includes(seat) ? won : null),
		...player.melds.flatMap(meldTiles),
		...player.discards,
		...(player.seen ? [] : Array(player.chickens[kind] ?? 0).fill(kind)),
	]);
	return count([...lying, round.turned, winners.length ? won : null], kind);
}

/** Of these kinds the ones that may be the won tile: who is robbed of one has ponged its other three. */
export const winnable = (round, kinds, firsts) => {
	const from = round.from ?? others(round, ...winnersOf(round))[0];
	return kinds.filter((tile) => copies({ ...round, from, tile }, tile, firsts) <= 4);
};

function win(round, seat, end, tile, wants) {
	const said = { seat, tile, by: end };
	if (end !== "self_draw") said.from = round.from;
	if (end !== "robbed_kong" && round.after_kong) said.after_kong = round.after_kong;
	if (wants.earthly && round.earthly?.includes(seat) && seat !== (round.dealer ?? 0)) said.earthly = true;
	if (end === "self_draw" && round.heavenly && wants.heavenly && seat === (round.dealer ?? 0)) said.heavenly = true;
	return said;
}

function handOf(player, won) {
	const all = concealed(player);
	if (won && all.length === need(player) + 1) return without(all, won);
	return won && player.apart === won ? player.hand : all;
}

function told(player, won, wants) {
	const melds = player.melds.map(({ kind, tile, from }) => ({ kind, tile, from: from ?? undefined }));
	const said = { melds, discards: compact(player.discards) };
	if (player.declared && wants.declared.length) said.declared = player.declared;
	if (player.side_bet && wants.sideBets) said.side_bet = player.side_bet;
	if (player.missing && wants.missing) said.missing = player.missing;
	if (player.seen) return { hand: compact(handOf(player, won)), ...said };
	if (Object.keys(player.chickens).length) said.chickens = player.chickens;
	if (player.ready !== undefined) said.ready = player.ready;
	if (player.ready_units !== undefined) said.ready_units = player.ready_units;
	return said;
}

/** They had ponged the tile, even if nobody entered it. */
function robbed(players, seat, tile) {
	if (players[seat].melds.some((meld) => meld.kind === "pong" && meld.tile === tile)) return players;
	return players.map((player, at) => (at === seat ? { ...player, melds: [...player.melds, { kind: "pong", tile }] } : player));
}

/** Among their discards, or in the meld of who claimed it. */
function fated(players, kind, seat, fate, by) {
	if (fate === "lying") {
		const lies = ({ discards }) => discards.includes(kind);
		return players.map((player, at) => (at === seat && !lies(player) ? { ...player, discards: [...player.discards, kind] } : player));
	}
	if (fate === "won") return players;
	const holder = players.findIndex((player, at) => at !== seat && player.melds.some(isOpen(kind)));
	const claimed = (meld) => (isOpen(kind)(meld) ? { ...meld, from: meld.from ?? seat } : meld);
	const melds = (player) => (holder < 0 ? [...player.melds, { kind: "pong", tile: kind, from: seat }] : player.melds.map(claimed));
	return players.map((player, at) => (at === (holder < 0 ? by : holder) ? { ...player, melds: melds(player) } : player));
}

/**
 * @param {Deal} deal
 * @param {string[] | null} names
 * @param {string[]} assumed
 */
export function fromDeal(deal, names = null, assumed = []) {
	const wins = deal.wins ?? [];
	const [win] = wins;
	const winners = wins.map((one) => one.seat);
	const end = win?.by ?? "drawn";
	const said = (code, value, none) => (assumed.some((one) => `${one}:`.startsWith(`${code}:`)) ? none : value);
	const firsts = deal.first_discarder ?? {};
	const lying = (player, seat) => (parse(player.discards ?? "") ?? []).filter((kind) => firsts[kind] !== seat || said(`fate:${kind}:lying`, true));
	return newRound({
		rules: deal.rules,
		options: deal.options ?? {},
		stake: said("stake", deal.stake ?? 1),
		names,
		me: winners[0] ?? Math.max(0, deal.players.findIndex((player) => player.hand != null)),
		dealer: said("dealer", deal.dealer),
		streak: said("streak", deal.streak ?? 1),
		end: said(end, end),
		supposed: said(end, undefined, end),
		winners: winners.length ? said("winner", winners) : undefined,
		tile: win?.tile,
		from: win?.from ?? undefined,
		after_kong: said("kong_bloom", said("hot_shot", win?.after_kong ?? null)),
		heavenly: said("heavenly", Boolean(win?.heavenly)),
		turned: win ? deal.turned : undefined,
		turned_unseen: Boolean(win) && deal.turned === undefined,
		first: Object.fromEntries(Object.entries(firsts).map(([kind, seat]) => [kind, { seat }])),
		first_untold: deal.first_discarder && assumed.filter((one) => one.startsWith("first_discarder:")).map((one) => one.split(":")[1]),
		refused: said("refused", deal.refused ?? []),
		earthly: said("earthly", wins.filter((one) => one.earthly).map((one) => one.seat)),
		weekday: deal.weekday ?? null,
		players: deal.players.map((player, seat) => ({
			...newPlayer(),
			seen: player.hand != null,
			hand: parse(player.hand ?? "") ?? [],
			apart: winners.includes(seat) ? win.tile : null,
			melds: (player.melds ?? []).map(({ kind, tile, from }) => ({
				kind,
				tile,
				from: from ?? said(`late:${seat}:${tile}`, null),
				confirmed: said(`meld:${seat}:${tile}`, true),
			})),
			kongless: said(`kongs:${seat}`, true),
			discards: lying(player, seat),
			counted: said(`discards:${seat}`, KINDS, []),
			declared: said(`declared:${seat}`, player.declared ?? null),
			ready: player.ready,
			ready_units: player.ready_units,
			chickens: player.chickens ?? {},
			side_bet: player.side_bet ?? undefined,
			missing: player.missing ?? undefined,
		})),
	});
}
