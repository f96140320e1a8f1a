// A round as the players tell it, and the deal that the API settles. Pure: no page, no network.
//
// Round (see newRound): undefined = not said, null = said that there is none. `end`: self_draw, discard, robbed_kong or drawn;
//   `supposed`: the end that a link took by default. `me`: the seat whose hand is asked for.
//   `first`: by chicken {seat, fate: "lying" | "claimed" | "won", by}, or {seat: null} if nobody discarded one.
// Player (see newPlayer): `apart` the tile lying apart, `counted` the kinds whose copies among his discards were told or seen,
//   `kongless`: said to have no meld, `unread`: the photo shows tiles of the hand that have no name. Meld: {kind, tile, from, confirmed}; `confirmed`: by a player, not by a photo alone.

import { compact, count, KINDS, parse, without } from "./tiles.js";

export const KONGS = ["concealed", "added", "exposed", "late"];
const COUNTS = { pong: 3, concealed: 4, added: 4, exposed: 4, late: 4 };

/** @returns {Player} */
export const newPlayer = () => ({
	seen: false,
	hand: [],
	apart: null,
	melds: [],
	unread: false,
	discards: [],
	counted: [],
	declared: undefined,
	ready: undefined,
	ready_units: undefined,
	chickens: {},
});

export const newRound = (given = {}) => ({
	rules: "zhuoji",
	options: {},
	stake: undefined,
	names: null,
	me: 0,
	dealer: undefined,
	streak: undefined,
	end: undefined,
	winners: undefined,
	tile: undefined,
	from: undefined,
	after_kong: undefined,
	heavenly: undefined,
	turned: undefined,
	first: {},
	refused: undefined,
	players: Array.from({ length: given.seats ?? 4 }, newPlayer),
	...given,
});

/** What named a seat that is gone is forgotten. */
export function withSeats(round, seats) {
	const stays = (seat) => (seat === undefined || seat < seats ? seat : undefined);
	return {
		...round,
		me: Math.min(round.me, seats - 1),
		dealer: stays(round.dealer),
		from: stays(round.from),
		winners: round.winners?.filter((seat) => seat < seats),
		refused: round.refused?.filter((seat) => seat < seats),
		first: Object.fromEntries(Object.entries(round.first).filter(([, told]) => (told.seat ?? 0) < seats && (told.by ?? 0) < seats)),
		players: Array.from({ length: seats }, (_, seat) => round.players[seat] ?? newPlayer()),
	};
}

export const withPlayer = (round, seat, patch) => ({
	...round,
	players: round.players.map((player, at) => (at === seat ? { ...player, ...patch } : player)),
});

export const seatsOf = (round) => round.players.map((_, seat) => seat);
export const others = (round, ...seats) => seatsOf(round).filter((seat) => !seats.includes(seat));

/** Concealed tiles before the winning one. */
export const need = (player) => 13 - 3 * player.melds.length;

export const concealed = (player) => [...player.hand, ...(player.apart ? [player.apart] : [])];

/** How the round ended; unsaid: a complete hand won by self-draw, else nobody did. */
export const ending = (round, complete) => round.end ?? round.supposed ?? (complete ? "self_draw" : "drawn");

export function winnersOf(round, complete) {
	if (ending(round, complete) === "drawn") return [];
	const said = round.winners?.length ? round.winners : [round.me];
	return ending(round, complete) === "self_draw" ? said.slice(0, 1) : said;
}

export function wonTile(round, complete) {
	const winners = winnersOf(round, complete);
	const apart = winners.map((seat) => round.players[seat].apart).filter(Boolean);
	return round.tile ?? apart[0];
}

/** The kinds that may be the won tile: all of a winner's fourteen; null where nothing limits it. */
export function candidates(round, complete) {
	const player = round.players[winnersOf(round, complete)[0]];
	return player && !player.apart && player.hand.length === need(player) + 1 ? [...new Set(player.hand)] : null;
}

export const meldTiles = (meld) => Array(COUNTS[meld.kind]).fill(meld.tile);

export const open = (round, seat) =>
	round.players.flatMap((player, at) => [...player.discards, ...(at === seat ? [] : player.melds.flatMap(meldTiles))]);

/** Where nobody said: claimed off him, won off him, else lying. */
export function fateOf(round, kind, seat, complete) {
	const told = round.first[kind]?.fate;
	if (told) return told;
	if (claimers(round, kind, seat, (meld) => (meld.from ?? seat) === seat).length) return "claimed";
	const off = ending(round, complete) === "discard" && round.from === seat && wonTile(round, complete) === kind;
	return off ? "won" : "lying";
}

/** What only a player can tell and hasn't: `name` or `name:seat:index`. `wants`: what the rule set needs (rulebook.js). */
export function missing(round, wants, complete) {
	const end = ending(round, complete);
	const winners = winnersOf(round, complete);
	const gaps = round.players.flatMap(({ seen, unread }, seat) => (unread || (winners.includes(seat) && !seen) ? [`hand:${seat}`] : []));
	if (winners.length && !wonTile(round, complete)) gaps.push("tile");
	if (["discard", "robbed_kong"].includes(end) && (round.from === undefined || winners.includes(round.from))) gaps.push("from");
	const eater = end === "self_draw" ? winners[0] : round.from;
	if (round.after_kong && eater !== undefined && !round.players[eater].melds.some((meld) => meld.kind === round.after_kong)) {
		gaps.push("after_kong");
	}
	for (const [seat, { melds }] of round.players.entries()) {
		for (const [at, meld] of melds.entries()) if (meld.kind === "exposed" && meld.from == null) gaps.push(`meld:${seat}:${at}`);
	}
	for (const kind of wants.firsts) {
		const { seat, by } = round.first[kind] ?? {};
		const claimed = Number.isInteger(seat) && fateOf(round, kind, seat, complete) === "claimed";
		if (claimed && by === undefined && !claimers(round, kind, seat).length) gaps.push(`first:${kind}`);
	}
	return gaps;
}

const isOpen = (kind) => (meld) => meld.tile === kind && meld.kind !== "concealed";

export const claimers = (round, kind, seat, such = (_meld) => true) =>
	others(round, seat).filter((at) => round.players[at].melds.some((meld) => isOpen(kind)(meld) && such(meld)));

export function toDeal(round, wants, complete) {
	const end = ending(round, complete);
	const winners = winnersOf(round, complete);
	const tile = wonTile(round, complete);
	const players = followed(round, wants.firsts, complete).map((player, seat) => told(player, winners.includes(seat) ? tile : null, wants));
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
	const firsts = wants.firsts.filter((kind) => round.first[kind]);
	if (firsts.length) {
		deal.first_discarder = Object.fromEntries(firsts.map((kind) => [kind, round.first[kind].seat]).filter(([, seat]) => Number.isInteger(seat)));
	}
	if (!winners.length) deal.turned = null;
	else if (round.turned !== undefined) deal.turned = round.turned;
	return deal;
}

/** What follows from the facts: the pong of the robbed, the first chicken where it was said to be. */
function followed(round, firsts, complete) {
	const tile = wonTile(round, complete);
	const isRobbed = ending(round, complete) === "robbed_kong" && round.from !== undefined && tile;
	const players = isRobbed ? robbed(round.players, round.from, tile) : round.players;
	return firsts
		.filter((kind) => Number.isInteger(round.first[kind]?.seat))
		.reduce((all, kind) => fated(all, kind, round.first[kind].seat, fateOf(round, kind, round.first[kind].seat, complete), round.first[kind].by), players);
}

/** Copies of a kind known to lie somewhere, the won tile once. There are four. */
export function copies(round, kind, firsts = [], complete = false) {
	const won = wonTile(round, complete);
	const winners = winnersOf(round, complete);
	const lying = followed(round, firsts, complete).flatMap((player, seat) => [
		...handOf(player, winners.includes(seat) ? won : null),
		...player.melds.flatMap(meldTiles),
		...player.discards,
		...(player.seen ? [] : Array(player.chickens[kind] ?? 0).fill(kind)),
	]);
	return count([...lying, round.turned, winners.length ? won : null], kind);
}

function win(round, seat, end, tile, wants) {
	const said = { seat, tile, by: end };
	if (end !== "self_draw") said.from = round.from;
	if (end !== "robbed_kong" && round.after_kong) said.after_kong = round.after_kong;
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
	if (player.seen) return { hand: compact(handOf(player, won)), ...said };
	if (Object.keys(player.chickens).length) said.chickens = player.chickens;
	if (player.ready !== undefined) said.ready = player.ready;
	if (player.ready_units !== undefined) said.ready_units = player.ready_units;
	return said;
}

/** He had ponged the tile, even if nobody entered it. */
function robbed(players, seat, tile) {
	if (players[seat].melds.some((meld) => meld.kind === "pong" && meld.tile === tile)) return players;
	return players.map((player, at) => (at === seat ? { ...player, melds: [...player.melds, { kind: "pong", tile }] } : player));
}

/** Among his discards, or in the meld of who claimed it. */
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
		first: Object.fromEntries(
			["1s", "8p"].filter((kind) => kind in firsts || (deal.first_discarder && said(`first_discarder:${kind}`, true))).map((kind) => [kind, { seat: firsts[kind] ?? null }]),
		),
		refused: said("refused", deal.refused ?? []),
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
		})),
	});
}
