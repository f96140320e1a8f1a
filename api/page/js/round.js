// A round as the players tell it, and the deal that the API settles. Pure: no page, no network.
//
// Round: {rules, options, stake, names, me, dealer, streak, end, winners, tile, from, after_kong, heavenly, turned, first, refused, players}
//   undefined = not said. `end`: self_draw, discard, robbed_kong or drawn. `me`: the seat whose hand is asked for.
//   `first`: by chicken {seat, fate: "lying" | "claimed" | "won", by}, or {seat: null} if nobody discarded one.
// Player: {seen, hand, apart, melds, discards, declared, ready, ready_units, chickens}; tiles are lists, `apart` the tile lying apart.

import { compact, count, parse, without } from "./tiles.js";

export const KONGS = ["concealed", "added", "exposed", "late"];
const COUNTS = { pong: 3, concealed: 4, added: 4, exposed: 4, late: 4 };

export const newPlayer = () => ({
	seen: false,
	hand: [],
	apart: null,
	melds: [],
	discards: [],
	declared: null,
	ready: undefined,
	ready_units: undefined,
	chickens: {},
});

/** A fresh round; what carries over (rules, names, stake, dealer …) is given. */
export const newRound = (given = {}) => ({
	rules: "zhuoji",
	options: {},
	stake: 1,
	names: null,
	me: 0,
	dealer: undefined,
	streak: undefined,
	end: undefined,
	winners: undefined,
	tile: undefined,
	from: undefined,
	after_kong: null,
	heavenly: false,
	turned: undefined,
	first: {},
	refused: [],
	players: Array.from({ length: given.seats ?? 4 }, newPlayer),
	...given,
});

/** A table of so many: players come and go at the end, what named a seat that is gone is forgotten. */
export function withSeats(round, seats) {
	const stays = (seat) => (seat === undefined || seat < seats ? seat : undefined);
	return {
		...round,
		me: Math.min(round.me, seats - 1),
		dealer: stays(round.dealer),
		from: stays(round.from),
		winners: round.winners?.filter((seat) => seat < seats),
		refused: round.refused.filter((seat) => seat < seats),
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

/** How many concealed tiles he holds before the winning one: 13 − 3·melds. */
export const need = (player) => 13 - 3 * player.melds.length;

/** Every concealed tile that lies there, the one apart included. */
export const concealed = (player) => [...player.hand, ...(player.apart ? [player.apart] : [])];

/** How the round ended; unsaid: a complete hand won by self-draw, else nobody did. */
export const ending = (round, complete) => round.end ?? (complete ? "self_draw" : "drawn");

export function winnersOf(round, complete) {
	if (ending(round, complete) === "drawn") return [];
	const said = round.winners?.length ? round.winners : [round.me];
	return ending(round, complete) === "self_draw" ? said.slice(0, 1) : said;
}

/** The tile that was won: as said, else the one lying apart; undefined if neither tells. */
export function wonTile(round, complete) {
	const winners = winnersOf(round, complete);
	const apart = winners.map((seat) => round.players[seat].apart).filter(Boolean);
	return round.tile ?? apart[0];
}

/** The kinds that may be the won tile where none lies apart: all of a winner's fourteen; null where nothing limits it. */
export function candidates(round, complete) {
	const player = round.players[winnersOf(round, complete)[0]];
	return player && !player.apart && player.hand.length === need(player) + 1 ? [...new Set(player.hand)] : null;
}

/** All tiles that are known to lie anywhere, the won one once. */
export function known(round, ...except) {
	return round.players.flatMap((player, seat) =>
		except.includes(seat) ? [] : [...concealed(player), ...player.melds.flatMap(meldTiles), ...player.discards],
	);
}

export const meldTiles = (meld) => Array(COUNTS[meld.kind]).fill(meld.tile);

/** What is lying open, not in this seat's concealed hand: for the copies left of a wait. */
export const open = (round, seat) =>
	round.players.flatMap((player, at) => [...player.discards, ...(at === seat ? [] : player.melds.flatMap(meldTiles))]);

/** The fate of a first chicken that a round tells by itself: claimed off him, won off him, else lying. */
export function fateOf(round, kind, seat, complete) {
	const told = round.first[kind]?.fate;
	if (told) return told;
	if (claimers(round, kind, seat, (meld) => (meld.from ?? seat) === seat).length) return "claimed";
	const off = ending(round, complete) === "discard" && round.from === seat && wonTile(round, complete) === kind;
	return off ? "won" : "lying";
}

/**
 * What only a player can tell and hasn't: ids of questions, `name` or `name:seat:index`.
 * @param wants what the rule set needs (see needs.js)
 */
export function missing(round, wants, complete) {
	const end = ending(round, complete);
	const winners = winnersOf(round, complete);
	const gaps = winners.filter((seat) => !round.players[seat].seen).map((seat) => `hand:${seat}`);
	if (winners.length && !wonTile(round, complete)) gaps.push("tile");
	if (["discard", "robbed_kong"].includes(end) && (round.from === undefined || winners.includes(round.from))) gaps.push("from");
	const eater = end === "self_draw" ? winners[0] : round.from;
	if (round.after_kong && eater !== undefined && !round.players[eater].melds.some((meld) => meld.kind === round.after_kong)) {
		gaps.push("after_kong");
	}
	round.players.forEach((player, seat) =>
		player.melds.forEach((meld, at) => meld.kind === "exposed" && meld.from === undefined && gaps.push(`meld:${seat}:${at}`)),
	);
	for (const kind of wants.firsts) {
		const { seat, by } = round.first[kind] ?? {};
		const claimed = Number.isInteger(seat) && fateOf(round, kind, seat, complete) === "claimed";
		if (claimed && by === undefined && !claimers(round, kind, seat).length) gaps.push(`first:${kind}`);
	}
	return gaps;
}

const isOpen = (kind) => (meld) => meld.tile === kind && meld.kind !== "concealed";

/** Who claimed a tile of a kind that this seat discarded, as far as the melds tell. */
export const claimers = (round, kind, seat, such = () => true) =>
	others(round, seat).filter((at) => round.players[at].melds.some((meld) => isOpen(kind)(meld) && such(meld)));

/**
 * A round in which nothing is missing -> {deal, assumed}. `assumed`: codes of what was taken by default and matters.
 */
export function toDeal(round, wants, complete) {
	const end = ending(round, complete);
	const winners = winnersOf(round, complete);
	const tile = wonTile(round, complete);
	const assumed = [];
	if (round.end === undefined) assumed.push(end);
	if (winners.length && !round.winners?.length) assumed.push("winner");
	if (round.dealer === undefined) assumed.push("dealer");
	if (round.streak === undefined && wants.streak) assumed.push("streak");
	let players = round.players.map((player, seat) => told(player, winners.includes(seat) ? tile : null, wants));
	if (end === "robbed_kong") players = robbed(players, round.from, tile);
	const first = {};
	for (const kind of wants.firsts) {
		const seat = round.first[kind]?.seat;
		if (!Number.isInteger(seat)) continue;
		first[kind] = seat;
		players = fated(players, kind, seat, fateOf(round, kind, seat, complete), round.first[kind].by);
	}
	const deal = {
		rules: round.rules,
		options: Object.fromEntries(Object.entries(round.options).filter(([name, on]) => on && wants.options.includes(name))),
		stake: round.stake,
		dealer: round.dealer ?? 0,
		streak: round.streak ?? 1,
		players,
		wins: winners.map((seat) => win(round, seat, end, tile, wants)),
		refused: wants.refused ? round.refused : [],
	};
	if (wants.firsts.some((kind) => round.first[kind])) deal.first_discarder = first;
	if (!winners.length) deal.turned = null;
	else if (round.turned !== undefined) deal.turned = round.turned;
	return { deal, assumed };
}

function win(round, seat, end, tile, wants) {
	const said = { seat, tile, by: end };
	if (end !== "self_draw") said.from = round.from;
	if (end !== "robbed_kong" && round.after_kong) said.after_kong = round.after_kong;
	if (end === "self_draw" && round.heavenly && wants.heavenly && seat === (round.dealer ?? 0)) said.heavenly = true;
	return said;
}

/** A player as the API wants him; `won`: the tile that he won with, which is not in his hand. */
function told(player, won, wants) {
	const all = concealed(player);
	const hand = won && all.length === need(player) + 1 ? without(all, won) : won && player.apart === won ? player.hand : all;
	const melds = player.melds.map(({ kind, tile, from }) => (from === undefined ? { kind, tile } : { kind, tile, from }));
	const said = { melds, discards: compact(player.discards) };
	if (player.declared && wants.declared.length) said.declared = player.declared;
	if (player.seen) return { hand: compact(hand), ...said };
	const chickens = Object.fromEntries(Object.entries(player.chickens).filter(([, copies]) => copies > 0));
	if (Object.keys(chickens).length) said.chickens = chickens;
	if (player.ready !== undefined) said.ready = player.ready;
	if (player.ready_units !== undefined) said.ready_units = player.ready_units;
	return said;
}

/** The robbed had ponged the tile: that much is certain even if nobody entered it. */
function robbed(players, seat, tile) {
	if (players[seat].melds.some((meld) => meld.kind === "pong" && meld.tile === tile)) return players;
	return players.map((player, at) => (at === seat ? { ...player, melds: [...player.melds, { kind: "pong", tile }] } : player));
}

/** The first chicken where it was said to be: among his discards, or in the meld of who claimed it. */
function fated(players, kind, seat, fate, by) {
	if (fate === "lying") {
		return players.map((player, at) => {
			const lying = parse(player.discards);
			return at === seat && !count(lying, kind) ? { ...player, discards: compact([...lying, kind]) } : player;
		});
	}
	if (fate === "won") return players;
	const holder = players.findIndex((player, at) => at !== seat && player.melds.some(isOpen(kind)));
	const claimed = (meld) => (isOpen(kind)(meld) && meld.from === undefined ? { ...meld, from: seat } : meld);
	const melds = (player) => (holder < 0 ? [...player.melds, { kind: "pong", tile: kind, from: seat }] : player.melds.map(claimed));
	return players.map((player, at) => (at === (holder < 0 ? by : holder) ? { ...player, melds: melds(player) } : player));
}

/** A deal (from a link or an evening) -> the round that it tells, to be changed. */
export function fromDeal(deal, names = null) {
	const wins = deal.wins ?? [];
	const tile = wins[0]?.tile;
	const winners = wins.map((one) => one.seat);
	return newRound({
		rules: deal.rules,
		options: deal.options ?? {},
		stake: deal.stake ?? 1,
		names,
		me: winners[0] ?? Math.max(0, deal.players.findIndex((player) => player.hand != null)),
		dealer: deal.dealer,
		streak: deal.streak ?? 1,
		end: wins[0]?.by ?? "drawn",
		winners: winners.length ? winners : undefined,
		tile,
		from: wins[0]?.from ?? undefined,
		after_kong: wins[0]?.after_kong ?? null,
		heavenly: Boolean(wins[0]?.heavenly),
		turned: wins.length ? deal.turned : undefined,
		first: Object.fromEntries(Object.entries(deal.first_discarder ?? {}).map(([kind, seat]) => [kind, { seat }])),
		refused: deal.refused ?? [],
		players: deal.players.map((player, seat) => ({
			...newPlayer(),
			seen: player.hand != null,
			hand: parse(player.hand ?? "") ?? [],
			apart: winners.includes(seat) ? tile : null,
			melds: (player.melds ?? []).map((meld) => ({ ...meld, from: meld.from ?? undefined })),
			discards: parse(player.discards ?? "") ?? [],
			declared: player.declared ?? null,
			ready: player.ready,
			ready_units: player.ready_units,
			chickens: player.chickens ?? {},
		})),
	});
}
