// The review page's keys: a thousand photos in an evening are looked at with one hand on the keyboard.

import { BACK, OTHER } from "./tiles.js";

const SUITS = "mps";
let rank = "";

/**
 * What a key means here; undefined: nothing. A tile takes two keys, its rank and its suit.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean }} event
 * @returns {{ does: string, kind?: string } | undefined}
 */
export function meaning({ key, ctrlKey, metaKey, altKey, shiftKey }) {
	const before = rank;
	rank = "";
	if (altKey) return undefined;
	if (ctrlKey || metaKey) return key === "z" ? { does: "undo" } : undefined;
	const letter = key.length === 1 ? key.toLowerCase() : key;
	if (letter >= "1" && letter <= "9") {
		rank = letter;
		return { does: "wait", kind: letter };
	}
	if (before && SUITS.includes(letter)) return { does: "name", kind: before + letter };
	if (key === "Enter" && shiftKey) return { does: "right" };
	return WORDS[letter];
}

/** @type {Record<string, { does: string, kind?: string }>} */
const WORDS = {
	Enter: { does: "accept" },
	" ": { does: "accept" },
	ArrowRight: { does: "on" },
	n: { does: "on" },
	ArrowLeft: { does: "back" },
	ArrowDown: { does: "next" },
	j: { does: "next" },
	ArrowUp: { does: "previous" },
	k: { does: "previous" },
	u: { does: "undo" },
	x: { does: "drop" },
	Delete: { does: "drop" },
	Backspace: { does: "drop" },
	b: { does: "name", kind: BACK },
	o: { does: "name", kind: OTHER },
	"+": { does: "nearer" },
	"=": { does: "nearer" },
	"-": { does: "farther" },
	f: { does: "whole" },
	Escape: { does: "leave" },
};

/**
 * Calls the action that a key means, unless a field or a dialog is to have it.
 * @param {Record<string, (kind: string) => void>} actions
 */
export function listen(actions) {
	addEventListener("keydown", (event) => {
		const target = /** @type {HTMLElement} */ (event.target);
		if (document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
		if (target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ") && target.matches(":focus-visible")) return;
		const found = meaning(event);
		const action = found && actions[found.does];
		if (!action) return;
		event.preventDefault();
		action(found.kind ?? "");
	});
}
