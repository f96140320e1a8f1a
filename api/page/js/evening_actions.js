// The evening at the table: begun, a round recorded, undone, edited, exported, imported. Actions on the store.

import { dealing, newEvening, placeOf, undone, withoutRound, withRound } from "./evening.js";
import { toFragment } from "./link.js";
import { fromDeal } from "./round.js";
import { startRound } from "./settling.js";
import { get, recall, remember, say, set } from "./store.js";
import { t } from "./words.js";

export const recalled = () => recall("evening") ?? null;

/** The evening that runs: only asked for where one does. */
const running = () => /** @type {Evening} */ (get().evening);

/** @param {Evening | null} evening */
function keep(evening) {
	const kept = remember("evening", evening ?? undefined);
	set({ evening, unkept: !kept });
}

export function begin(names, me) {
	const { rules, options, stake, dealer, players } = get().round;
	keep(newEvening({ names, me, rules, options, stake, dealer: dealer !== undefined && dealer < names.length ? dealer : 0 }));
	if (players.length === names.length) set({ round: { ...get().round, names } });
}

export function end() {
	keep(null);
	set({ place: undefined, openRound: undefined });
}

export function change(patch) {
	const { round } = get();
	keep({ ...running(), ...patch });
	if (patch.names && round.names) set({ round: { ...round, names: patch.names } });
}

export function nextRound() {
	const evening = running();
	const { names, me, rules, options, stake } = evening;
	startRound({ names, seat: me, rules, options, stake, seats: names.length, ...dealing(evening) });
	location.hash = "#hand";
}

export function edit(place) {
	const evening = running();
	const { at, deal, assumed } = evening.rounds[place];
	startRound(fromDeal(/** @type {Deal} */ (deal), evening.names, assumed), at);
	location.hash = "#facts";
}

export function show(place) {
	const evening = running();
	const { deal, assumed } = evening.rounds[place];
	location.hash = toFragment({ deal, names: evening.names, assumed });
}

/** Rule set and stake stay for the next one. `anew`: as one more round. */
export function record({ deal, assumed }, settlement, anew) {
	const { place } = get();
	const evening = running();
	const before = anew ? -1 : placeOf(evening, place);
	const to = before < 0 ? evening.rounds.length : before;
	const { balance, money, next_dealer, next_streak, winners } = settlement;
	const at = evening.rounds[to]?.at ?? new Date().toISOString();
	const won = winners.map(({ seat, pattern, label }) => ({ seat, pattern, label }));
	const round = { at, deal, assumed, winners: won, balance, money, next_dealer, next_streak };
	keep({ ...withRound(evening, round, to), rules: deal.rules, options: deal.options, stake: deal.stake });
	set({ place: at, dirty: false, openRound: undefined });
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

export async function bringIn(file) {
	const text = await file.text();
	const { fromCsv, fromJson } = await files();
	try {
		keep(/^\s*\{/.test(text) ? fromJson(text) : fromCsv(text));
		set({ importProblem: null });
		say(t("imported"));
	} catch (error) {
		set({ importProblem: { code: "bad_file", detail: String(error) } });
	}
}
