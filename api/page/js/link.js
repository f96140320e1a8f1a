// A settled round as the address's fragment: nothing of it ever reaches the server. Pure.

import { extraIn } from "./extra.js";

export const DEAL_LINK = "#deal=";
export const RULES_LINK = "#rules=";

/**
 * A link as it was made. Chats encode it once more, break it into lines, and take the full stop after it, or what they themselves add, for a
 * part of it: only the letters that a link is made of count.
 */
export function unwrapped(fragment) {
	const told = decoded(fragment).replace(/[\r\n\t\u200b-\u200f\u2060\ufeff]/g, "");
	const kind = [DEAL_LINK, RULES_LINK].find((prefix) => told.startsWith(prefix));
	return kind ? kind + told.slice(kind.length).replace(/[^\w-].*$/s, "") : fragment;
}

function decoded(text) {
	try {
		const once = decodeURIComponent(text);
		return once === text ? text : decoded(once);
	} catch {
		return text;
	}
}

export function toFragment(kept) {
	return DEAL_LINK + lettered(new TextEncoder().encode(JSON.stringify(kept)));
}

/** Bytes as letters that an address takes (base64url), and back. */
export function lettered(bytes) {
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export const bytesOf = (letters) => Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @returns {Kept | null} */
export function fromFragment(fragment) {
	if (!fragment.startsWith(DEAL_LINK)) return null;
	try {
		const kept = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(fragment.slice(DEAL_LINK.length))));
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
