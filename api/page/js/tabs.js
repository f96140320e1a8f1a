// Of several tabs of this browser one writes: the one that was opened, or taken up, last. The others are told and
// stand still, so that none overwrites what another has kept.

import { newId, recall, remember } from "./memory.js";
import { set } from "./store.js";

const KEY = "writer";
const tab = newId();

let alone = false; // nothing can be kept, so nothing can be overwritten

export function claim() {
	alone = !remember(KEY, tab);
}

/** Does this tab write? Where nothing is kept each tab is by itself. */
export function writes() {
	const writer = recall(KEY);
	return alone || writer === undefined || writer === tab;
}

export function takeOver() {
	claim();
	location.reload(); // with what the other tab has kept
}

export function watchTabs() {
	const look = () => set({ elsewhere: !writes() });
	addEventListener("storage", ({ key }) => key === `zhuoji.${KEY}` && look());
	addEventListener("pageshow", look);
}
