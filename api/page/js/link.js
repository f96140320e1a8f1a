// A settled round as the address's fragment: nothing of it ever reaches the server. Pure.

import { extraIn } from "./extra.js";

const PREFIX = "#deal=";
// A chat takes the point behind a link, or a word, for a part of it: only letters that a link is made of count.
const LINK = /^#deal=([\w-]+)/;

export function toFragment(kept) {
	return PREFIX + lettered(new TextEncoder().encode(JSON.stringify(kept)));
}

/** Bytes as letters that an address takes (base64url), and back. */
export function lettered(bytes) {
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const bytesOf = (letters) => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @returns {Kept | null} */
export function fromFragment(fragment) {
	const [, told] = LINK.exec(fragment) ?? [];
	if (!told) return null;
	try {
		const kept = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(told)));
		const players = kept?.deal?.players;
		if (!Array.isArray(players) || players.length < 2 || players.length > 4) return null;
		const names = Array.isArray(kept.names) && kept.names.length === players.length ? kept.names.map(String) : null;
		const view = kept.view in players ? Number(kept.view) : 0;
		const doubts = Array.isArray(kept.doubts) ? kept.doubts.filter((one) => one?.seat in players && typeof one.message === "string") : [];
		return { deal: kept.deal, names, assumed: Array.isArray(kept.assumed) ? kept.assumed.map(String) : [], doubts, extra: extraIn(kept.extra, players.length), view, by: kept.by };
	} catch {
		return null;
	}
}
