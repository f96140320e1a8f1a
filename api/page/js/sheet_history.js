// A sheet is a step of the browser's history: Back closes it instead of leaving the page.

import { set } from "./store.js";

const MARK = "sheet";
let popping = false;

/** @type {(state: State, before: State) => void} */
export function sheetHistory({ sheet }) {
	const marked = history.state === MARK;
	if (sheet && !marked) history.pushState(MARK, "");
	else if (!sheet && marked && !popping) {
		popping = true;
		history.back();
	}
}

addEventListener("popstate", ({ state }) => {
	popping = false;
	if (state !== MARK) set({ sheet: null });
});
