// A settled round as the address's fragment: nothing of it ever reaches the server. Pure.

const PREFIX = "#deal=";

export function toFragment(kept) {
	const bytes = new TextEncoder().encode(JSON.stringify(kept));
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
	return PREFIX + text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @returns {Kept | null} */
export function fromFragment(fragment) {
	if (!fragment.startsWith(PREFIX)) return null;
	try {
		const text = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
		const kept = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
		const players = kept?.deal?.players;
		if (!Array.isArray(players) || players.length < 2 || players.length > 4) return null;
		const names = Array.isArray(kept.names) && kept.names.length === players.length ? kept.names.map(String) : null;
		const view = kept.view in players ? Number(kept.view) : 0;
		const doubts = Array.isArray(kept.doubts) ? kept.doubts.filter((one) => one?.seat in players && typeof one.message === "string") : [];
		return { deal: kept.deal, names, assumed: Array.isArray(kept.assumed) ? kept.assumed.map(String) : [], doubts, view, by: kept.by };
	} catch {
		return null;
	}
}
