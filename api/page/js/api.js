// The doors of the server.

import { language } from "./words.js";

/** RFC 9457 problem+json; `code` "offline", "slow" or "odd_answer" where no such answer came. */
export class Problem extends Error {
	/** @param {ApiProblem} told */
	constructor({ code, detail = "", pointer = "", status = 0, seat, tile }) {
		super(detail || code);
		Object.assign(this, { code, detail, pointer, status, seat, tile });
	}
}

const PATIENCE = 90_000; // ms; a large photo over a slow wireless network
/** What is refused is told in the language that the page speaks. */
export const heads = () => ({ Accept: "application/json", "Accept-Language": language() });

/** @type {(reached: boolean) => void} */
let tellReached = () => {};

/** @param {(reached: boolean) => void} told after each question: did the net carry it? */
export function reaches(told) {
	tellReached = told;
}

const KEPT = "x-kept"; // the service worker had it from before (sw.js)

async function ask(path, options = {}, decode = (answer) => answer.json()) {
	const timer = new AbortController();
	const alarm = setTimeout(() => timer.abort(), PATIENCE);
	try {
		const answer = await fetch(path, { ...options, signal: timer.signal, headers: { ...heads(), ...options.headers } });
		tellReached(!answer.headers.has(KEPT));
		const body = await (answer.ok ? decode(answer) : answer.json()).catch(() => null);
		if (answer.ok && body !== null) return body;
		throw new Problem({ status: answer.status, ...(body?.code ? body : { code: "odd_answer", detail: `HTTP ${answer.status}` }) });
	} catch (error) {
		if (error instanceof Problem) throw error;
		tellReached(false);
		throw new Problem({ code: timer.signal.aborted ? "slow" : "offline" });
	} finally {
		clearTimeout(alarm);
	}
}

const post = (path, value) => ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

/** Tells `reaches` whether the server is there. */
export const alive = () => ask("healthz").catch(() => {});

export const rules = () => ask("v1/rules");
export const checkRules = (sheet) => post("v1/rules/check", sheet);
export const settle = (deal) => post("v1/settle", deal);
export const waits = (hand) => post("v1/waits", hand);
export const judge = (hand) => post("v1/judge", hand);
export const correct = (reading, corrections, prices) => post("v1/readings", { reading, corrections, ...prices });

/** @param {Record<string, unknown>} fields beside the photo, as JSON; one that is not there is not sent */
function formOf(photo, fields = {}) {
	const form = new FormData();
	form.append("photo", photo, photo.name || "photo");
	for (const [name, value] of Object.entries(fields)) if (value) form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	return form;
}

/** `set`: a taught set (teach.js); `prices`: the rules and options that doubts are priced by. */
export const read = (photo, set, prices) => ask("v1/photos/read", { method: "POST", body: formOf(photo, { set, ...prices }) });

export const teach = (photo, set, corrections) => ask("v1/sets", { method: "POST", body: formOf(photo, { set, corrections }) });

/** The upright picture as the eye sees it, as JPEG. @returns {Promise<Blob>} */
export const upright = (photo) => ask("v1/photos/upright", { method: "POST", body: formOf(photo), headers: { Accept: "image/jpeg" } }, (answer) => answer.blob());

