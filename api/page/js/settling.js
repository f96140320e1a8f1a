// From a round to its settlement, and where it is kept: the address bar. Actions on the store.

import * as api from "./api.js";
import { fromFragment, toFragment } from "./link.js";
import { newRound, toDeal, fromDeal } from "./round.js";
import { wants } from "./rulebook.js";
import { changeRound, complete } from "./seats.js";
import { get, say, set } from "./store.js";
import { t } from "./words.js";

/** The round as told is settled; its deal becomes the address. */
export function settleRound() {
	const state = get();
	const { deal, assumed } = toDeal(state.round, wants(state, complete(state)), complete(state));
	const kept = { deal, names: state.round.names, assumed };
	const fragment = toFragment(kept);
	settle(fragment, kept);
	if (location.hash !== fragment) location.hash = fragment;
}

async function settle(fragment, kept) {
	set({ answer: { fragment, kept, busy: true } });
	let found;
	try {
		found = { settlement: await api.settle(kept.deal) };
		say(t("settled"));
	} catch (problem) {
		found = { problem };
	}
	if (get().answer?.fragment === fragment) set({ answer: { fragment, kept, ...found } });
}

/** An address with a deal in it: the one that was just settled, or somebody's link. */
export function openLink(fragment) {
	if (get().answer?.fragment === fragment) return;
	const kept = fromFragment(fragment);
	if (!kept) return set({ answer: { fragment, problem: { code: "bad_link" } } });
	startRound(fromDeal(kept.deal, kept.names), get().place);
	settle(fragment, kept);
}

/** Another round on the table; `place`: where in the evening it goes, undefined for none. */
export function startRound(given, place) {
	Object.values(get().photos).forEach(({ url }) => URL.revokeObjectURL(url));
	set({ round: newRound(), photos: {}, looks: {}, seat: given.me ?? 0, typing: false, opened: [], answer: null, place });
	changeRound(newRound(given));
}
