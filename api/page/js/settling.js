// From a round to its settlement, kept in the address bar. Actions on the store.

import * as api from "./api.js";
import { assumptions } from "./assumed.js";
import { placeOf, sameDeal } from "./evening.js";
import { fromFragment, toFragment } from "./link.js";
import { fromDeal, newRound, toDeal } from "./round.js";
import { wants } from "./rulebook.js";
import { choosePhoto, complete, previewAfresh } from "./seats.js";
import { get, say, set } from "./store.js";
import { t } from "./words.js";

const MOST_ASIDE = 3;

export function settleRound() {
	const state = get();
	const { round, evening } = state;
	const done = complete(state);
	const need = wants(state, done);
	const names = round.names ?? (evening?.names.length === round.players.length ? evening.names : null);
	const kept = { deal: toDeal(round, need, done), names, assumed: assumptions(round, need, done) };
	const fragment = toFragment(kept);
	set({ dirty: false, houseOpen: false });
	settle({ fragment, kept });
	if (location.hash !== fragment) location.hash = fragment;
}

async function settle(asked) {
	set({ answer: { ...asked, busy: true } });
	let found;
	try {
		found = { settlement: await api.settle(asked.kept.deal) };
		say(t("settled"));
	} catch (problem) {
		found = { problem };
	}
	if (get().answer?.fragment === asked.fragment) set({ answer: { ...asked, ...found } });
}

export function openLink(fragment) {
	const { answer, evening } = get();
	const kept = fromFragment(fragment);
	if (answer && answer.fragment === fragment) {
		if (kept && !answer.settlement && !answer.busy && !answer.problem) settle({ fragment, kept });
		return;
	}
	if (!kept) return set({ answer: { fragment, problem: { code: "bad_link" } } });
	startRound(fromDeal(kept.deal, kept.names, kept.assumed), evening?.rounds.find(({ deal }) => sameDeal(deal, kept.deal))?.at);
	settle({ fragment, kept, opened: true });
}

/** Told and neither settled nor, while an evening runs, recorded. */
export function unfinished({ dirty, answer, evening, place }) {
	if (dirty || !answer?.settlement || answer.opened || !evening) return Boolean(dirty);
	return !sameDeal(evening.rounds[placeOf(evening, place)]?.deal, answer.kept?.deal);
}

const KEPT = ["round", "photos", "seat", "typing", "answer", "place"];

function putAside(state) {
	if (unfinished(state)) return [...state.aside, Object.fromEntries(KEPT.map((key) => [key, state[key]]))].slice(-MOST_ASIDE);
	for (const { url } of Object.values(state.photos)) URL.revokeObjectURL(url);
	return state.aside;
}

/** `place`: the evening's round that it is (its `at`), undefined for none yet. */
export function startRound(given, place) {
	const aside = putAside(get());
	const { seat = given.me ?? 0, ...told } = given;
	set({ round: newRound(told), photos: {}, seat, typing: false, opened: [], answer: null, place, aside, dirty: false });
	previewAfresh();
}

export function takeUp() {
	const { aside } = get();
	const one = aside.at(-1);
	set({ aside: aside.slice(0, -1) });
	const rest = putAside(get());
	set({ typing: false, opened: [], answer: null, ...one, dirty: true, aside: rest });
	for (const [seat, { busy, reading, file }] of Object.entries(get().photos)) if (busy && !reading) choosePhoto(Number(seat), file);
	previewAfresh();
	location.hash = "#hand";
}
