// The round in hand outlives the tab: kept at every change, with what was read of each photo; the photos themselves
// lie in the browser's database until the round is recorded or let go.

import { openingOf } from "./evening.js";
import { dropPhotos, keptPhoto, recall, remember } from "./memory.js";
import { newRound } from "./round.js";
import { readPhoto } from "./seats.js";
import { get, set } from "./store.js";
import { writes } from "./tabs.js";

const KEPT = ["round", "place", "editing", "seat", "dirty", "typing", "photos", "aside", "answer"];

/** Without what only this page's life has: the file, its address, a question that is being answered. */
const bare = ({ file, url, problem, ...photo }) => photo;
const barePhotos = (photos) => Object.fromEntries(Object.entries(photos).map(([seat, photo]) => [seat, bare(photo)]));
const bareRound = ({ photos, answer, ...round }) => ({
	...round,
	photos: barePhotos(photos),
	answer: answer && !answer.opened && answer.kept ? { fragment: answer.fragment, kept: answer.kept } : null,
});

/** @type {(state: State, before: State) => void} */
export function keepSession(state, before) {
	if (state !== before && KEPT.every((key) => state[key] === before[key])) return;
	if (!writes()) return;
	const { round, place, editing, seat, dirty, typing, photos, aside, answer } = state;
	const kept = { ...bareRound({ round, place, editing, seat, dirty, typing, photos, answer }), aside: aside.map(bareRound) };
	const well = remember("round", kept);
	remember("rules", { rules: round.rules, options: round.options, stake: round.stake });
	if (state.unkept !== !well) set({ unkept: !well });
}

/**
 * The round in hand as it was kept; without one the next of the evening, or a new one under the rules of the last.
 * @param {Evening | null} evening
 */
export function keptSession(evening) {
	const kept = recall("round");
	const opening = evening ? openingOf(evening) : recall("rules");
	const stays = kept && (kept.dirty || kept.place || kept.answer || !evening || kept.round.names);
	return {
		place: undefined, editing: false, dirty: false, typing: false, aside: [], answer: null, photos: {},
		...(stays ? kept : { seat: evening?.me ?? 0, aside: kept?.aside ?? [] }),
		round: newRound(stays ? kept.round : opening),
	};
}

/** The photos' own pixels come back; what was not yet read is read. */
export async function bringPhotos() {
	const { photos, aside } = get();
	const ids = [photos, ...aside.map((one) => one.photos)].flatMap((some) => Object.values(some).map(({ id }) => id));
	for (const [seat, photo] of Object.entries(photos)) {
		if (photo.url) continue;
		const file = await keptPhoto(photo.id);
		const still = get().photos[seat];
		if (still?.id !== photo.id || still.url) continue;
		set({ photos: { ...get().photos, [seat]: { ...still, file, url: file && URL.createObjectURL(file), gone: !file, busy: false } } });
		if (file && !photo.original) readPhoto(Number(seat));
	}
	dropPhotos(ids);
}
