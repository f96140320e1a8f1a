/** @type {State} */
let state;
/** @type {(state: State) => void} */
let draw = () => {};
let due = false;

export const get = () => state;

export function start(initial, drawWith) {
	state = initial;
	draw = drawWith;
	draw(state);
}

/** @param {Partial<State>} patch */
export function set(patch) {
	state = { ...state, ...patch };
	if (due) return;
	due = true;
	queueMicrotask(() => {
		due = false;
		draw(state);
	});
}

/** Something for those who don't see the page change. */
export function say(text) {
	/** @type {HTMLElement} */ (document.getElementById("live")).textContent = text;
}

/** In this browser (or this tab) only; one that keeps nothing (private mode, full) forgets: false. */
export function remember(key, value, storage = localStorage) {
	try {
		if (value === undefined) storage.removeItem(`zhuoji.${key}`);
		else storage.setItem(`zhuoji.${key}`, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

export function recall(key, storage = localStorage) {
	try {
		return JSON.parse(storage.getItem(`zhuoji.${key}`) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}
