/** @type {State} */
let state;
/** @type {((state: State, before: State) => void)[]} */
const watchers = [];
let due = false;

export const get = () => state;

/** @param {State} initial */
export function start(initial, ...watching) {
	state = initial;
	watchers.push(...watching);
	tell(state);
}

function tell(before) {
	for (const watch of watchers) watch(state, before);
}

/** @param {Partial<State>} patch */
export function set(patch) {
	const before = state;
	state = { ...state, ...patch };
	if (due) return;
	due = true;
	queueMicrotask(() => {
		due = false;
		tell(before);
	});
}

/** Something for those who don't see the page change. */
export function say(text) {
	/** @type {HTMLElement} */ (document.getElementById("live")).textContent = text;
}
