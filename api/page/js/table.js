// The evening at the table: begun, a round recorded, undone, edited, exported, imported. Actions on the store.

import { dealing, newEvening, undone, withRound, withoutRound } from "./evening.js";
import { fromDeal } from "./round.js";
import { startRound } from "./settling.js";
import { get, recall, remember, say, set } from "./store.js";
import { toFragment } from "./link.js";
import { t } from "./words.js";

export const recalled = () => recall("evening") ?? null;

function keep(evening) {
	const kept = remember("evening", evening ?? undefined);
	set({ evening, unkept: !kept });
}

export function begin(names) {
	const { rules, options, stake, dealer } = get().round;
	keep(newEvening({ names, rules, options, stake, dealer: dealer < names.length ? dealer : 0 }));
}

export function end() {
	keep(null);
	set({ place: undefined, openRound: undefined });
}

export const change = (patch) => keep({ ...get().evening, ...patch });

/** The next round, with what carries over: names, rule set, stake, dealer and streak. */
export function nextRound() {
	const { evening } = get();
	const { names, rules, options, stake } = evening;
	startRound({ names, rules, options, stake, seats: names.length, ...dealing(evening) }, evening.rounds.length);
	location.hash = "#hand";
}

/** A round again on the table; it goes back to its place. */
export function edit(at) {
	const { evening } = get();
	const { deal } = evening.rounds[at];
	startRound(fromDeal(deal, evening.names), at);
	location.hash = "#facts";
}

export function show(at) {
	const { evening } = get();
	const { deal, assumed } = evening.rounds[at];
	set({ place: at });
	location.hash = toFragment({ deal, names: evening.names, assumed });
}

/** A settled round goes to its place; rule set and stake stay for the next one. */
export function record(kept, settlement) {
	const { evening } = get();
	const place = get().place ?? evening.rounds.length;
	const { deal, assumed } = kept;
	const { balance, money, next_dealer, next_streak, winners } = settlement;
	const at = evening.rounds[place]?.at ?? new Date().toISOString();
	const won = winners.map(({ seat, pattern, label }) => ({ seat, pattern, label }));
	const round = { at, deal, assumed, winners: won, balance, money, next_dealer, next_streak };
	keep({ ...withRound(evening, round, place), rules: deal.rules, options: deal.options, stake: deal.stake });
	set({ place: undefined, openRound: undefined });
	say(t("recorded", { n: place + 1 }));
	location.hash = "#evening";
}

export const undo = () => {
	keep(undone(get().evening));
	say(t("undone"));
};
export const remove = (at) => keep(withoutRound(get().evening, at));

const files = () => import("./evening_files.js"); // few ask for them: not loaded before

export const exported = {
	json: async () => new Blob([(await files()).toJson(get().evening)], { type: "application/json" }),
	csv: async () => new Blob([(await files()).toCsv(get().evening)], { type: "text/csv" }),
};

/** A file of ours, JSON or CSV. */
export async function bringIn(file) {
	const text = await file.text();
	const { fromCsv, fromJson } = await files();
	try {
		keep(/^\s*\{/.test(text) ? fromJson(text) : fromCsv(text));
		set({ importProblem: null });
		say(t("imported"));
	} catch (error) {
		set({ importProblem: { code: "bad_file", detail: error.message } });
	}
}
