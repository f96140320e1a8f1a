// From a round to its settlement, kept in the address bar. Actions on the store.

import * as api from "./api.js";
import { assumptions } from "./assumed.js";
import { fromDeal, toDeal } from "./deal.js";
import { openDoubts } from "./doubts.js";
import { openingOf, placeOf, sameDeal, seatsByName, turnedBy } from "./evening.js";
import { withExtra } from "./extra.js";
import { fromFragment, toFragment } from "./link.js";
import { deviceId } from "./memory.js";
import { sharedName } from "./names.js";
import { isBlank, newRound, rotated } from "./round.js";
import { wants } from "./rulebook.js";
import { previewAfresh, readPhoto } from "./seats.js";
import { bringPhotos } from "./session.js";
import { get, say, set } from "./store.js";
import { t } from "./words.js";

const MOST_ASIDE = 3;

/** @returns {Kept} the round as it stands */
function keptNow() {
	const state = get();
	const { round, evening } = state;
	const need = wants(state);
	const names = round.names ?? (evening?.names.length === round.players.length ? evening.names : null);
	const me = (evening ? evening.me : 0) % round.players.length;
	const view = (evening && seatsByName(names, evening)?.indexOf(me)) ?? me;
	return { deal: toDeal(round, need), names, assumed: assumptions(round, need), doubts: openDoubts(state), extra: round.extra, view, by: deviceId() };
}

export function settleRound() {
	const kept = keptNow();
	const fragment = toFragment(kept);
	set({ dirty: false, houseOpen: false });
	settle({ fragment, kept });
	if (location.hash !== fragment) location.hash = fragment;
}

async function settle(asked) {
	set({ answer: { ...asked, busy: true } });
	let found;
	try {
		const { deal, extra } = asked.kept;
		found = { settlement: withExtra(await api.settle(deal), extra, deal.stake) };
		say(t("settled"));
	} catch (problem) {
		found = { problem };
	}
	if (get().answer?.fragment === asked.fragment) set({ answer: { ...asked, ...found } });
}

/** What the net or the server prevented. */
export function settleAgain() {
	const { answer } = get();
	if (answer) settle({ fragment: answer.fragment, kept: answer.kept, opened: answer.opened });
}

/** A doubt that was answered after settling: what is kept, shared and recorded knows it. */
export function refreshDoubts() {
	const state = get();
	const { answer, dirty } = state;
	if (!answer?.settlement || answer.opened || dirty) return;
	const kept = { .../** @type {Kept} */ (answer.kept), doubts: openDoubts(state) };
	const fragment = toFragment(kept);
	if (fragment === answer.fragment) return;
	set({ answer: { ...answer, kept, fragment } });
	if (location.hash === answer.fragment) history.replaceState(history.state, "", fragment);
}

export function openLink(fragment) {
	const { answer } = get();
	const kept = fromFragment(fragment);
	if (answer && answer.fragment === fragment) {
		if (kept && !answer.settlement && !answer.busy && !answer.problem) settle({ fragment, kept, opened: answer.opened });
		return;
	}
	if (!kept) return set({ answer: { fragment, problem: { code: "bad_link" } } });
	const opened = kept.by !== deviceId();
	const { evening } = get();
	const known = evening && seatsByName(kept.names, evening);
	const turn = evening && (turnedBy(kept.names, evening) ?? (known ? 0 : opened ? null : evening.me - kept.view));
	if (opened && turn === null) {
		const { players, dealer } = kept.deal;
		const shared = { ...kept, dealer, players };
		const names = players.map((_, seat) => sharedName(shared, seat));
		startRound({ ...fromDeal(kept.deal, names, kept.assumed), extra: kept.extra ?? [] });
		return settle({ fragment, kept: { ...kept, names }, opened });
	}
	const place = evening?.rounds.find((one) => sameDeal(one, kept))?.at;
	const round = newRound({ ...fromDeal(kept.deal, kept.names, kept.assumed), extra: kept.extra ?? [] });
	if (!turn) {
		startRound(round, place);
		return settle({ fragment, kept, opened: false });
	}
	startRound({ ...rotated(round, turn), names: evening.names });
	settleShared(kept, turn);
}

/** Somebody else's round, now that it is known who is who; its open doubts come along. */
function settleShared(kept, turn) {
	const seats = kept.deal.players.length;
	const doubts = kept.doubts.map((one) => ({ ...one, seat: (one.seat + turn) % seats }));
	const own = { ...keptNow(), doubts };
	const fragment = toFragment(own);
	history.replaceState(history.state, "", fragment);
	settle({ fragment, kept: own, opened: false });
}

/** `seat`: where in this evening the one sits who sent the round. */
export function tellSender(seat) {
	const { answer, evening } = get();
	const kept = answer && fromFragment(answer.fragment);
	if (!kept || !evening) return;
	const seats = evening.names.length;
	const turn = (seat - kept.view + seats) % seats;
	startRound({ ...rotated(newRound({ ...fromDeal(kept.deal, null, kept.assumed), extra: kept.extra ?? [] }), turn), names: evening.names });
	settleShared(kept, turn);
}

/** Told and neither settled nor, while an evening runs, recorded. */
export function unfinished({ round, photos, dirty, answer, evening, place }) {
	if (isBlank(round) && !Object.keys(photos).length) return false;
	if (dirty || !answer?.settlement || answer.opened || !evening) return Boolean(dirty);
	return !sameDeal(evening.rounds[placeOf(evening, place)], answer.kept);
}

const KEPT = ["round", "photos", "seat", "typing", "answer", "place", "editing"];

function putAside(state) {
	if (unfinished(state)) return [...state.aside, Object.fromEntries(KEPT.map((key) => [key, state[key]]))].slice(-MOST_ASIDE);
	for (const { url } of Object.values(state.photos)) if (url) URL.revokeObjectURL(url);
	return state.aside;
}

/** `place`: the evening's round that it is (its `at`), undefined for none yet. */
export function startRound(given, place, editing = false) {
	const aside = putAside(get());
	const { seat = given.me ?? 0, ...told } = given;
	set({ round: newRound(told), photos: {}, seat, typing: false, opened: [], answer: null, place, editing, aside, dirty: false });
	previewAfresh();
	bringPhotos();
}

/** The next of the evening, whatever way leads to it. */
export function nextRound() {
	const { evening } = get();
	if (evening) startRound(openingOf(evening));
}

/** @param {State} state The round in hand is the next of the evening, not one of somebody else's and not one that was recorded. */
export const isNext = ({ round, evening, place, answer }) =>
	Boolean(evening && !place && !answer?.opened && JSON.stringify(round.names) === JSON.stringify(evening.names));

/** The round in hand was recorded, and is not being changed: whoever goes to the hand wants the next one. */
export function isBooked(state) {
	const { evening, place, editing, dirty } = state;
	return Boolean(evening && placeOf(evening, place) >= 0 && !editing && !dirty);
}

export function takeUp() {
	const { aside } = get();
	const one = aside.at(-1);
	set({ aside: aside.slice(0, -1) });
	const rest = putAside(get());
	set({ typing: false, opened: [], answer: null, ...one, dirty: true, aside: rest });
	for (const [seat, { url, original }] of Object.entries(get().photos)) if (url && !original) readPhoto(Number(seat));
	previewAfresh();
	bringPhotos();
	location.hash = "#hand";
}

export function letGo() {
	set({ aside: get().aside.slice(0, -1) });
	bringPhotos();
}
