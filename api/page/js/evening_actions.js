// The evening at the table: begun, a round recorded, undone, edited, put away, exported, imported. Actions on the store.

import { fromDeal } from "./deal.js";
import { merged, namesOf, newEvening, placeOf, seatsByName, seatsOfRound, swapped, undone, withoutRound, withRound } from "./evening.js";
import { toFragment } from "./link.js";
import { recall, remember } from "./memory.js";
import { isBlank, rotated } from "./round.js";
import { previewAfresh } from "./seats.js";
import { isNext, nextRound, startRound } from "./settling.js";
import { get, say, set } from "./store.js";
import { writes } from "./tabs.js";
import { t } from "./words.js";

const MOST_ARCHIVED = 50;

export const recalled = () => ({ evening: recall("evening") ?? null, archive: recall("evenings") ?? [] });

/** The evening that runs: only asked for where one does. */
const running = () => /** @type {Evening} */ (get().evening);

/** @param {Evening | null} evening @param {Evening[]} archive */
function keep(evening, archive = get().archive) {
	if (!writes()) return set({ elsewhere: true });
	const kept = [remember("evening", evening ?? undefined), remember("evenings", archive)];
	set({ evening, archive, unkept: kept.includes(false) });
}

/** The archive with the evening that runs, if any, on top. @returns {Evening[]} */
function putAway() {
	const { evening, archive } = get();
	if (!evening?.rounds.length) return archive;
	return [{ ...evening, past: [], ended: new Date().toISOString() }, ...archive].slice(0, MOST_ARCHIVED);
}

export function begin(names, me, dealer) {
	const { round, dirty, photos, seat } = get();
	const { rules, options, stake } = round;
	remember("names", { names, me });
	keep(newEvening({ begun: new Date().toISOString(), names, me, rules, options, stake, dealer }));
	if (!dirty || isBlank(round) || round.names || round.players.length !== names.length) return nextRound();
	// what was told of me was told of seat 0
	const to = (one) => (Number(one) + me) % names.length;
	const moved = Object.fromEntries(Object.entries(photos).map(([one, photo]) => [to(one), photo]));
	const turned = rotated(round, me);
	set({ round: { ...turned, names, dealer: turned.dealer ?? dealer }, photos: moved, seat: to(seat), answer: null });
	previewAfresh();
}

export function end() {
	keep(null, putAway());
	set({ place: undefined, openRound: undefined });
	startRound({ rules: get().round.rules, options: get().round.options, stake: get().round.stake });
	say(t("put_away"));
}

/** An evening of the archive runs again; the one that ran is put away. */
export function resume(place) {
	const { ended, ...evening } = get().archive[place];
	const rest = putAway().filter((one) => one !== get().archive[place]);
	keep(newEvening(evening), rest);
	nextRound();
}

export const forget = (place) => keep(get().evening, get().archive.filter((_, at) => at !== place));

export function change(patch) {
	const { round } = get();
	keep({ ...running(), ...patch });
	if (patch.names && round.names) set({ round: { ...round, names: patch.names } });
}

/** Two players change places; a round that nothing was told of yet is played in the new order. */
export function swap(one, other) {
	const { round, place } = get();
	keep(swapped(running(), one, other));
	if (!place && isBlank(round)) nextRound();
	say(t("swapped", { who: running().names.join(t("and")) }));
}

/** What was begun of the next round goes on. */
export const isBegun = (state) => isNext(state) && !isBlank(state.round);

export function toNext() {
	if (!isBegun(get())) nextRound();
	location.hash = "#hand";
}

/** … and there the viewfinder, as soon as the hand is there. */
export function photographNext() {
	addEventListener("hashchange", () => set({ sheet: { kind: "viewfinder", seat: running().me } }), { once: true });
	toNext();
}

export function edit(place) {
	const evening = running();
	const { at, deal, assumed, extra = [] } = evening.rounds[place];
	startRound({ ...fromDeal(/** @type {Deal} */ (deal), namesOf(evening, evening.rounds[place]), assumed), extra }, at, true);
	location.hash = "#facts";
}

export function show(place) {
	const evening = running();
	const { deal, assumed, doubts, extra, by } = evening.rounds[place];
	const view = seatsOfRound(evening, evening.rounds[place]).indexOf(evening.me);
	location.hash = toFragment({ deal, names: namesOf(evening, evening.rounds[place]), assumed, doubts, extra, view, by });
}

/** Rule set and stake stay for the next one; each sum goes to whom it names. `anew`: as one more round. @param {Kept} kept */
export function record({ deal, names, assumed, doubts, extra, by }, settlement, anew = false) {
	const { place } = get();
	const evening = running();
	const before = anew ? -1 : placeOf(evening, place);
	const to = before < 0 ? evening.rounds.length : before;
	const { next_streak } = settlement;
	const sat = seatsByName(names, evening) ?? evening.names.map((_, seat) => seat);
	const moved = sat.some((seat, own) => seat !== own);
	const theirs = (list) => evening.names.map((_, seat) => list[sat.indexOf(seat)]);
	const at = evening.rounds[to]?.at ?? new Date().toISOString();
	const winners = settlement.winners.map(({ seat, pattern, label }) => ({ seat: sat[seat], pattern, label }));
	const sums = { balance: theirs(settlement.balance), money: theirs(settlement.money), next_dealer: sat[settlement.next_dealer], next_streak };
	const round = { at, deal, assumed, doubts, extra, by, winners, ...sums, ...(moved ? { seats: sat } : {}) };
	keep({ ...withRound(evening, round, to), rules: deal.rules, options: deal.options, stake: deal.stake });
	set({ place: at, editing: false, dirty: false, openRound: undefined });
	say(t("recorded", { n: to + 1 }));
	location.hash = "#evening";
}

export const undo = () => {
	keep(undone(running()));
	say(t("undone"));
};
export const remove = (at) => keep(withoutRound(running(), at));

const files = () => import("./evening_files.js"); // few ask for them: not loaded before

export const exported = {
	json: async () => new Blob([(await files()).toJson(running())], { type: "application/json" }),
	csv: async () => new Blob([(await files()).toCsv(running())], { type: "text/csv" }),
};

/** An evening of the same people is merged into the one that runs; any other takes its place, and that one is put away. */
export async function bringIn(file) {
	const text = await file.text();
	const { fromCsv, fromJson } = await files();
	try {
		const read = /^\s*\{/.test(text) ? fromJson(text) : fromCsv(text);
		const { evening } = get();
		const same = evening && JSON.stringify(evening.names) === JSON.stringify(read.names);
		keep(same ? merged(evening, read) : read, same ? get().archive : putAway());
		set({ importProblem: null });
		if (!same) nextRound();
		say(t(same ? "imported_merged" : "imported"));
	} catch (error) {
		set({ importProblem: { code: "bad_file", detail: String(error) } });
	}
}
