// What is done to one seat's tiles: a photo read and corrected, or tiles entered. Actions on the store.

import * as api from "./api.js";
import { copies } from "./deal.js";
import { keepPhoto, newId, remember } from "./memory.js";
import { seatName } from "./names.js";
import { hiddenKong, patchOf } from "./reading.js";
import { concealed, need, newPlayer, open, winnersOf, withPlayer } from "./round.js";
import { book, wants } from "./rulebook.js";
import { get, say, set } from "./store.js";
import { forget, learn, taught } from "./teach.js";
import { compact, count, sorted, without } from "./tiles.js";
import { upright } from "./upload.js";
import { t } from "./words.js";

export function changeRound(patch) {
	set({ round: { ...get().round, ...patch }, dirty: true });
	previewAll();
	if ("rules" in patch || "options" in patch) for (const seat of Object.keys(get().photos)) priceAnew(seat);
}

export function previewAll() {
	// What a hand is worth hangs on the rule set, its copies left on what lies open.
	for (const seat of get().round.players.keys()) preview(seat);
}

export const changePlayer = (seat, patch) => changeRound({ players: withPlayer(get().round, seat, patch).players });

const photoOf = (seat) => get().photos[seat];
const setPhoto = (seat, patch) => set({ photos: { ...get().photos, [seat]: { ...photoOf(seat), ...patch } } });

/** @param {Blob} chosen */
export async function choosePhoto(seat, chosen) {
	clearSeat(seat);
	const id = newId();
	const mine = () => photoOf(seat)?.id === id;
	setPhoto(seat, { id, busy: true, corrections: [], noted: [], zoomed: true });
	say(t("reading_photo"));
	try {
		const kept = keepPhoto(id, chosen); // as it is: the tab may be gone before it is made smaller
		const file = await upright(chosen);
		if (!mine()) return;
		setPhoto(seat, { file, url: URL.createObjectURL(file) });
		if (file !== chosen) kept.then(() => mine() && keepPhoto(id, file));
		await readPhoto(seat);
	} catch (problem) {
		if (mine()) setPhoto(seat, { busy: false, problem, file: chosen });
	}
}

/** The photo of this seat, whole; it may have been chosen before the page was opened anew. */
export async function readPhoto(seat) {
	const { id, file } = photoOf(seat);
	const mine = () => photoOf(seat)?.id === id;
	setPhoto(seat, { busy: true, problem: null });
	try {
		const prices = pricesOf(get().round);
		const reading = await api.read(file, taught(), prices);
		if (!mine()) return;
		if (reading.problem?.code === "bad_set") forget();
		setPhoto(seat, { busy: false, original: reading, prices });
		if (reading.tiles.length) remember("photographed", true);
		take(seat, reading);
		say(reading.doubts.length ? t("read_with_doubts", { n: reading.doubts.length }) : t("read_well"));
		priceAnew(seat);
	} catch (problem) {
		if (mine()) setPhoto(seat, { busy: false, problem });
	}
}

function take(seat, reading) {
	setPhoto(seat, { reading, problem: null });
	const { round } = get();
	changePlayer(seat, patchOf(reading, round.players[seat], seat, round.players.length));
}

/** What doubts are priced by: the rule set that the round is played by. */
const pricesOf = ({ rules, options }) => ({ rules, options: played(options) });
const played = (options) => Object.fromEntries(Object.entries(options).filter(([, on]) => on));

/** The rules may be others by now; a photo that is at work comes back here when that is done. */
function priceAnew(seat) {
	const photo = photoOf(seat);
	if (!photo?.original || photo.busy || JSON.stringify(photo.prices) === JSON.stringify(pricesOf(get().round))) return;
	recorrect(seat, photo.corrections);
}

export const note = (seat, noted) => setPhoto(seat, { noted });

/** On top of the earlier ones; the photo stays where it is. */
export const correct = (seat, ...more) => recorrect(seat, [...(photoOf(seat)?.corrections ?? []), ...more]);
export const uncorrect = (seat) => recorrect(seat, photoOf(seat).corrections.slice(0, -1));

async function recorrect(seat, corrections) {
	const { original, id } = photoOf(seat);
	setPhoto(seat, { busy: true });
	try {
		const prices = pricesOf(get().round);
		const reading = await api.correct(original, corrections, prices);
		if (photoOf(seat)?.id !== id) return;
		setPhoto(seat, { busy: false, corrections, prices });
		learn(photoOf(seat).file, reading);
		take(seat, reading);
		say(reading.doubts.length ? t("corrected_with_doubts", { n: reading.doubts.length }) : t("corrected"));
		priceAnew(seat);
	} catch (problem) {
		setPhoto(seat, { busy: false, problem });
	}
}

/** Its won tile goes with the tiles that it was one of. */
export function clearSeat(seat) {
	const { round, photos: { [seat]: photo, ...photos } } = get();
	if (photo?.url) URL.revokeObjectURL(photo.url);
	const gone = player(seat).seen && winnersOf(round).includes(seat);
	const players = withPlayer(round, seat, { ...newPlayer(), declared: player(seat).declared }).players;
	set({ photos });
	changeRound(gone ? { players, tile: undefined } : { players });
}

const SHOWN = ["seen", "hand", "apart", "melds", "unread", "discards", "counted"];

/** Tiles that were shown under one player's name are another's, and the other way round, with their photos. */
export function handOver(one, other) {
	const { round, photos: { [one]: photo, [other]: theirs, ...photos } } = get();
	const shown = (from, to, reading) => {
		const told = Object.fromEntries(SHOWN.map((key) => [key, round.players[from][key]]));
		const moved = reading ? { ...told, ...patchOf(reading, told, to, round.players.length) } : told;
		return { ...moved, melds: moved.melds.map((meld) => (meld.from === to ? { ...meld, from: undefined } : meld)) };
	};
	const changed = withPlayer(withPlayer(round, other, shown(one, other, photo?.reading)), one, shown(other, one, theirs?.reading));
	set({ photos: { ...photos, ...(photo && { [other]: photo }), ...(theirs && { [one]: theirs }) }, seat: other });
	changeRound({ players: changed.players, me: other });
	say(t("handed_over", { who: seatName(get().round, other) }));
}

// Tiles entered without a photo. The hand is kept sorted.

/** None of a suit that is not in the set. */
export function left(kind) {
	const state = get();
	const one = book(state);
	return one && !one.values.suits.includes(kind[1]) ? 0 : 4 - copies(state.round, kind, one ? wants(state).firsts : []);
}

const player = (seat) => get().round.players[seat];

/** The one after a whole hand is the one that was won (or drawn), and lies apart. */
export function addTile(seat, kind) {
	const one = player(seat);
	const full = !one.apart && one.hand.length === need(one);
	changePlayer(seat, full ? { apart: kind } : { seen: true, hand: sorted([...one.hand, kind]) });
}

export function replaceTile(seat, from, to) {
	changePlayer(seat, { hand: sorted([...without(player(seat).hand, from), to]) });
}

export function dropTile(seat, kind, isApart) {
	const one = player(seat);
	const hand = isApart ? one.hand : without(one.hand, kind);
	const apart = isApart ? null : one.apart;
	changePlayer(seat, { hand, apart, seen: hand.length > 0 || apart !== null });
}

export function setApart(seat, kind) {
	const { hand, apart } = player(seat);
	changePlayer(seat, { apart: kind, hand: sorted([...without(hand, ...(kind ? [kind] : [])), ...(apart ? [apart] : [])]) });
}

/** `at` given: changed; else tiles of it that were entered into the hand leave it. */
export function layMeld(seat, meld, at) {
	const { melds, hand } = player(seat);
	const laid = { ...meld, confirmed: true };
	if (at !== undefined) return changePlayer(seat, { melds: melds.map((old, place) => (place === at ? laid : old)) });
	const room = 13 - 3 * (melds.length + 1) + 1;
	const copies = Array(meld.kind === "pong" ? 3 : 4).fill(meld.tile);
	const rest = hand.length > room && count(hand, meld.tile) === copies.length ? without(hand, ...copies) : hand;
	return changePlayer(seat, { melds: [...melds, laid], hand: rest });
}

export const dropMeld = (seat, at) => changePlayer(seat, { melds: player(seat).melds.filter((_, place) => place !== at) });

// What a hand is, shown while it is being entered: a win, waits, throws, or how many tiles it lacks.

let asked = {};

export function previewAfresh() {
	asked = {};
	set({ previews: {} });
	previewAll();
}

async function preview(seat) {
	const { round, photos } = get();
	const one = round.players[seat];
	const question = questionOf(round, seat, photos[seat]?.reading);
	const key = JSON.stringify(question);
	if (asked[seat] === key) return;
	asked[seat] = key;
	if (!question || question.kind) return set({ previews: { ...get().previews, [seat]: question } });
	let found;
	try {
		found = await answerOf(question, one);
	} catch (problem) {
		found = { kind: "problem", problem };
		asked[seat] = null;
	}
	if (asked[seat] !== key && asked[seat] !== null) return;
	set({ previews: { ...get().previews, [seat]: found } });
	follow(seat, found);
}

function follow(seat, found) {
	const { round, previews } = get();
	const better = found.kind === "win" && previews[round.me]?.kind !== "win";
	if (seat !== round.me && (better || !round.players[round.me].seen)) set({ round: { ...round, me: seat } });
}

/** @returns {any} the body of /v1/waits and the tile that was won, or a preview that needs no answer */
function questionOf(round, seat, reading) {
	const one = round.players[seat];
	if (!one.seen) return null;
	if (reading && hiddenKong(reading)) return { kind: "hidden_kong" };
	const tiles = concealed(one);
	const more = tiles.length - need(one);
	if (more < 0 || more > 1) return { kind: "count", more };
	const melds = one.melds.map(({ kind, tile }) => ({ kind, tile }));
	const won = more ? (one.apart ?? tiles.at(-1)) : null;
	const missing = one.missing ?? undefined;
	return { ...pricesOf(round), missing, melds, tiles: compact(tiles), won, seen: compact(open(round, seat)) };
}

async function answerOf({ rules, options, missing, melds, tiles, won, seen }, one) {
	if (won) {
		const hand = compact(without(concealed(one), won));
		const found = await api.judge({ rules, options, hand, melds, win: { tile: won, by: "self_draw", missing } });
		if (found.wins) return { kind: "win", ...found };
	}
	const found = await api.waits({ rules, options, hand: tiles, melds, seen, missing });
	return won ? { kind: "throws", ...found } : { kind: "waits", ...found };
}
