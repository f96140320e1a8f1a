// A round as the players tell it, and the deal that the API settles. Pure: no page, no network.
//
// Round (see newRound): undefined = not said, null = said that there is none. `end`: self_draw, discard, robbed_kong or drawn;
//   `supposed`: the end that a link took by default. `me`: the seat whose hand is asked for.
//   `first`: by chicken {seat, fate: "lying" | "claimed" | "won", by}, or {seat: null} if nobody discarded one; `first_untold`: of a
//   settled round, the chickens of which nobody told: nobody discarded one of the others.
// Player (see newPlayer): `apart` the tile lying apart, `counted` the kinds whose copies among their discards were told or seen,
//   `kongless`: said to have no meld, `unread`: the photo shows tiles of the hand that have no name. Meld: {kind, tile, from, confirmed}; `confirmed`: by a player, not by a photo alone.

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
	side_bet: undefined,
	missing: undefined,
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
	turned_unseen: false,
	first: {},
	refused: undefined,
	earthly: undefined,
	weekday: undefined,
	extra: [],
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
		earthly: round.earthly?.filter((seat) => seat < seats),
		extra: round.extra.filter(({ from, to }) => from < seats && to < seats),
		first: Object.fromEntries(Object.entries(round.first).filter(([, told]) => (told.seat ?? 0) < seats && (told.by ?? 0) < seats)),
		players: Array.from({ length: seats }, (_, seat) => round.players[seat] ?? newPlayer()),
	};
}

const turned = (seat, by, seats) => (Number.isInteger(seat) ? (seat + by) % seats : seat);

/** Everybody `by` seats further: the same round, told from another one's place. @param {Round} round @returns {Round} */
export function rotated(round, by) {
	const seats = round.players.length;
	const to = (seat) => turned(seat, by, seats);
	const players = round.players.map((player) => ({ ...player, melds: player.melds.map((meld) => ({ ...meld, from: to(meld.from) })) }));
	return {
		...round,
		me: to(round.me),
		dealer: to(round.dealer),
		from: to(round.from),
		winners: round.winners?.map(to).sort(),
		refused: round.refused?.map(to).sort(),
		earthly: round.earthly?.map(to).sort(),
		extra: round.extra.map((one) => ({ ...one, from: to(one.from), to: to(one.to) })),
		first: Object.fromEntries(Object.entries(round.first).map(([kind, told]) => [kind, { ...told, seat: to(told.seat), by: to(told.by) }])),
		players: players.map((_, seat) => players[(seat - by + seats) % seats]),
	};
}

export const withPlayer = (round, seat, patch) => ({
	...round,
	players: round.players.map((player, at) => (at === seat ? { ...player, ...patch } : player)),
});

/** Nothing was told of this round yet but by what rules it is played. @param {Round} round */
export const isBlank = ({ players, end, turned, first }) =>
	end === undefined && turned === undefined && !Object.keys(first).length &&
	players.every(({ seen, melds, discards, ready, declared, chickens }) =>
		!seen && !melds.length && !discards.length && ready === undefined && declared == null && !Object.keys(chickens).length);

export const seatsOf = (round) => round.players.map((_, seat) => seat);
export const others = (round, ...seats) => seatsOf(round).filter((seat) => !seats.includes(seat));

/** Concealed tiles before the winning one. */
export const need = (player) => 13 - 3 * player.melds.length;

export const concealed = (player) => [...player.hand, ...(player.apart ? [player.apart] : [])];

/** How the round ended: never by default, since every ending pays somebody. */
export const ending = (round) => round.end ?? round.supposed;

export const ENDS = ["self_draw", "discard", "robbed_kong", "drawn"];

/** What was told of another ending is not told of this one. */
export const ended = (round, end) => (end === ending(round) ? { end } : { end, from: undefined, after_kong: undefined, heavenly: undefined });

export function winnersOf(round) {
	const end = ending(round);
	if (!end || end === "drawn") return [];
	const said = round.winners?.length ? round.winners : [round.me];
	return end === "self_draw" ? said.slice(0, 1) : said;
}

const isWhole = (player) => concealed(player).length === need(player) + 1;

/** As it was told, unless tiles that were shown since are whole without it. */
export function wonTile(round) {
	const winners = winnersOf(round).map((seat) => round.players[seat]);
	const told = winners.every((player) => !isWhole(player) || concealed(player).includes(round.tile)) ? round.tile : undefined;
	return told ?? winners.map(({ apart }) => apart).find(Boolean);
}

/** The kinds that may be the won tile: all of a winner's fourteen; null where nothing limits it. */
export function candidates(round) {
	const player = round.players[winnersOf(round)[0]];
	return player && isWhole(player) ? [...new Set(concealed(player))] : null;
}

/** Who may have discarded the won tile, or was robbed of it. */
export function payers(round) {
	const tile = ending(round) === "robbed_kong" && wonTile(round);
	return others(round, ...winnersOf(round)).filter((seat) => !tile || mayHold(round, tile, seat));
}

export const meldTiles = (meld) => Array(COUNTS[meld.kind]).fill(meld.tile);

export const open = (round, seat) =>
	round.players.flatMap((player, at) => [...player.discards, ...(at === seat ? [] : player.melds.flatMap(meldTiles))]);

/** What was told of the table's first discarded chicken of a kind. @param {Round} round @returns {First | undefined} */
export const firstOf = (round, kind) => round.first[kind] ?? (round.first_untold?.includes(kind) === false ? { seat: null } : undefined);

/** Where nobody said, as the engine takes it: claimed off them, lying, won off them, claimed off nobody knows whom; else it is to lie there. */
export function fateOf(round, kind, seat) {
	const told = firstOf(round, kind)?.fate;
	if (told) return told;
	if (claimers(round, kind, seat, ({ from }) => from === seat).length) return "claimed";
	if (round.players[seat].discards.includes(kind)) return "lying";
	if (ending(round) === "discard" && round.from === seat && wonTile(round) === kind) return "won";
	return claimers(round, kind, seat, (meld) => meld.from == null && meld.kind !== "late").length ? "claimed" : "lying";
}

/** What only a player can tell and hasn't: `name` or `name:seat:index`. `wants`: what the rule set needs (rulebook.js). */
export function missing(round, wants) {
	const end = ending(round);
	const winners = winnersOf(round);
	const gaps = end ? [] : ["end"];
	gaps.push(...round.players.flatMap(({ seen, unread }, seat) => (unread || (winners.includes(seat) && !seen) ? [`hand:${seat}`] : [])));
	if (winners.length && !wonTile(round)) gaps.push("tile");
	if (["discard", "robbed_kong"].includes(end) && !payers(round).includes(round.from)) gaps.push("from");
	if (winners.length && round.turned === undefined && !round.turned_unseen) gaps.push("turned");
	const eater = end === "self_draw" ? winners[0] : round.from;
	if (round.after_kong && eater !== undefined && !round.players[eater].melds.some((meld) => meld.kind === round.after_kong)) {
		gaps.push("after_kong");
	}
	for (const [seat, { melds }] of round.players.entries()) {
		for (const [at, meld] of melds.entries()) if (meld.kind === "exposed" && meld.from == null) gaps.push(`meld:${seat}:${at}`);
	}
	for (const kind of wants.firsts) {
		const { seat, by } = firstOf(round, kind) ?? {};
		const claimed = Number.isInteger(seat) && fateOf(round, kind, seat) === "claimed";
		if (claimed && (by === undefined || !mayHold(round, kind, by)) && !claimers(round, kind, seat).length) gaps.push(`first:${kind}`);
	}
	return gaps;
}

export const isOpen = (kind) => (meld) => meld.tile === kind && meld.kind !== "concealed";

/** Who shows all that they have shows their melds, too. */
export const mayHold = (round, kind, seat) => !round.players[seat].seen || round.players[seat].melds.some(isOpen(kind));

export const claimers = (round, kind, seat, such = (_meld) => true) =>
	others(round, seat).filter((at) => round.players[at].melds.some((meld) => isOpen(kind)(meld) && such(meld)));

