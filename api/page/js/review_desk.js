// What is done to the photos that are looked at: asked for, corrected, confirmed, one thing after the other. Actions on the store.

import { Problem as Refusal } from "./api.js";
import { doubtsOf, groupsOf, keyOf } from "./reading.js";
import { get, say, set } from "./store.js";
import { t } from "./words.js";

/** The page lies under the token that the command printed; so does all that it asks for. */
const ROOT = location.pathname.replace(/\/$/, "");
const place = (name) => `${ROOT}/v1/review/${encodeURIComponent(name)}`;

async function ask(path, value) {
	const options = value && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
	const answer = await fetch(path, options).catch(() => {
		throw new Refusal({ code: "offline" });
	});
	const body = await answer.json().catch(() => null);
	if (answer.ok && body) return body;
	if (answer.status === 409 && body?.theirs) throw new Clash(body);
	throw new Refusal(body?.code ? body : { code: "odd_answer", detail: `HTTP ${answer.status}` });
}

/** Somebody else corrected the photo meanwhile. */
class Clash extends Error {
	constructor(sides) {
		super("both");
		this.sides = sides;
	}
}

let line = Promise.resolve();

/** All that was asked before. */
export const answered = () => line;

/** Something asked of the server, one after the other however fast the keys are; what it refuses is shown. */
function attempt(work) {
	line = line.then(async () => {
		set({ busy: true });
		try {
			set({ problem: null, ...(await work()) });
		} catch (problem) {
			set(problem instanceof Clash ? { clash: problem.sides } : { problem });
		}
		set({ busy: false });
	});
	return line;
}

export const open = (at) =>
	attempt(async () => {
		const { name } = get().photos[at];
		const current = await ask(place(name));
		scrollTo(0, 0);
		return { at, current, passed: [], before: [], sheet: null, clash: null, chosen: undefined, order: inGroups(current) };
	}).then(ahead);

/** The next photo's picture is fetched while this one is looked at. */
function ahead() {
	const { photos, at } = get();
	if (photos[at + 1]) new Image().src = pictureOf(photos[at + 1]);
}

const keep = (current, corrections, more = {}) => ask(place(current.name), { corrections, version: current.version, ...more });

/** One tap: more corrections, kept by the server, and perhaps the doubt that they answer. */
export function tell(ops, doubt) {
	set({ sheet: null });
	return attempt(async () => {
		const { current, passed, before } = get();
		const answered = doubt ? [...passed, keyOf(doubt)] : passed;
		if (!ops.length) return { passed: answered };
		const now = await keep(current, [...current.corrections, ...ops]);
		return { current: now, before: [...before, current.corrections], passed: answered };
	});
}

export const undo = () =>
	attempt(async () => {
		const { current, before } = get();
		if (!before.length) return {};
		return { current: await keep(current, before.at(-1)), before: before.slice(0, -1), passed: [] };
	});

export const takeTheirs = () => set({ current: get().clash.theirs, clash: null, before: [], passed: [], chosen: undefined });

export const takeMine = () =>
	attempt(async () => {
		const { mine, theirs } = get().clash;
		return { current: await keep(theirs, mine.corrections), clash: null, before: [theirs.corrections], passed: [], chosen: undefined };
	});

export async function confirm() {
	const { at } = get();
	await attempt(async () => {
		const { current, photos } = get();
		await keep(current, current.corrections, { checked: true });
		return { photos: photos.map((photo, k) => (k === at ? { ...photo, checked: true } : photo)) };
	});
	if (get().problem || get().clash) return;
	say(t("review_left", { n: unseen().length }));
	const next = unseen().find(({ k }) => k > at) ?? unseen()[0];
	if (next) await open(next.k);
	else set({ current: null });
}

const unseen = () => get().photos.map((photo, k) => ({ ...photo, k })).filter(({ checked }) => !checked);

/** After the last photo: it comes back. */
export const again = () => open(get().at);

export const pictureOf = ({ name }) => `${place(name)}/picture`;

/** Doubts that nobody has answered yet. */
export function openDoubts() {
	const { current, passed } = get();
	return doubtsOf(current.reading).filter((doubt) => !passed.includes(keyOf(doubt)));
}

/** The tile that a key names: the one that was chosen, else the one that is asked about. */
export function target() {
	const [doubt] = openDoubts();
	const { chosen, current } = get();
	if (current.reading.tiles[chosen]) return chosen; // an added one is gone once it is taken back
	return doubt?.tiles.length === 1 ? doubt.tiles[0] : undefined;
}

/** A tile gets its name; where it is the one that is asked about, that is answered. */
export function name(tile, kind) {
	const [doubt] = openDoubts();
	return tell([{ op: "set", tile, kind }], doubt?.tiles.length === 1 && doubt.tiles[0] === tile ? doubt : undefined);
}

/** A tile is taken away, once. */
export function drop(tile) {
	return get().current.reading.tiles[tile].dropped ? undefined : tell([{ op: "drop", tile }]);
}

/** Enter: what is asked about is right; where nothing is, the whole photo is. A doubt behind a chosen tile is shown. */
export function accept() {
	const [doubt] = openDoubts();
	const { current, chosen } = get();
	const tiles = current.reading.tiles;
	if (!doubt) return confirm();
	if (tiles[chosen] && !(doubt.tiles.length === 1 && doubt.tiles[0] === chosen)) return set({ chosen: undefined });
	set({ chosen: undefined });
	return tell(doubt.tiles.length === 1 ? [{ op: "set", tile: doubt.tiles[0], kind: tiles[doubt.tiles[0]].tile }] : [], doubt);
}

const inGroups = ({ reading }) => groupsOf(reading).flatMap(({ tiles }) => tiles);

/** The next tile, or the one before, in the order in which the photo was opened: a name moves no tile's neighbours. */
export function choose(step) {
	const { current, order: first } = get();
	const from = target() ?? -1;
	const all = [...new Set([...first, ...inGroups(current)])];
	const order = all.filter((tile) => tile === from || current.reading.tiles[tile]?.dropped === undefined);
	const at = order.indexOf(from);
	set({ chosen: order[(at + step + order.length) % order.length] });
	queueMicrotask(() => document.querySelector(".overlay .chosen")?.scrollIntoView({ block: "nearest", inline: "center" }));
}

export const scaled = (by) => set({ scale: Math.min(4, Math.max(1, get().scale * by)) });

/** All photos, and of them the first that nobody has looked at. */
export const begin = () =>
	attempt(async () => ask(`${ROOT}/v1/review`)).then(() => {
		const [first] = get().photos ? unseen() : [];
		if (first) open(first.k);
		else if (get().photos) set({ at: Math.max(0, get().photos.length - 1) });
	});
