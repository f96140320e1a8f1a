import { kongName, seatName } from "./names.js";
import { KONGS, meldTiles, others } from "./round.js";
import { wants } from "./rulebook.js";
import * as seats from "./seats.js";
import { set } from "./store.js";
import { Choice, Face, html, Keypad, Sheet } from "./view.js";
import { t } from "./words.js";

/** `at`: the meld that is changed, absent for a new one; `draft`: what is known of it; `kong`: no pong. */
export function MeldSheet({ state, seat, at, draft, kong, onClose }) {
	const { round, photos, sheet } = state;
	const old = at === undefined ? undefined : round.players[seat].melds[at];
	const meld = draft ?? old ?? { kind: kong ?? "pong" };
	const read = old && photos[seat];
	const change = (patch) => set({ sheet: { ...sheet, draft: { ...meld, ...patch } } });
	const kinds = read ? (old.kind === "pong" ? ["pong"] : KONGS) : kong ? [kong] : ["pong", ...KONGS];
	const asked = wants(state).feeder(meld);
	const feeders = asked ? [...others(round, seat).map((from) => ({ value: from, label: seatName(round, from) })), ...unknown(meld.kind)] : [];
	const lay = () => {
		onClose();
		seats.layMeld(seat, meld, at);
	};
	const pickKind = (kind) => change({ kind, from: kind === "concealed" ? undefined : meld.from });
	return html`<${Sheet} title=${old ? t("change_meld") : t("add_meld")} onClose=${onClose}>
		${kinds.length > 1 && html`<${Choice} id="meld-kind" legend=${t("what_meld")} value=${meld.kind} onPick=${pickKind}
			options=${kinds.map((kind) => ({ value: kind, label: kongName({ kind }), note: t(`note_${kind}`) }))} />`}
		${feeders.length > 0 &&
		html`<${Choice} id="meld-from"
			legend=${t(meld.kind === "late" ? "late_from" : meld.kind === "exposed" ? "kong_from" : "pong_from")} value=${meld.from ?? null}
			onPick=${(from) => change({ from })} options=${feeders}
				missing=${meld.kind === "exposed" && meld.from == null} assumed=${meld.kind !== "exposed" && meld.from === undefined} />`}
		${read && !old.confirmed && html`<p class="note">${t("by_photo")}</p>`}
		${!read && html`<h3>${t("which_meld_tile")}</h3><${Keypad} chosen=${meld.tile} left=${(kind) => room(kind, old, meld.kind)}
			onPick=${(tile) => change({ tile })} />`}
		<div class="row sticky">
			${meld.tile && html`<span class="faces">${meldTiles(meld).map((tile, place) => html`<${Face} key=${place} tile=${tile} mute />`)}</span>`}
			${old && !read && html`<button class="danger" onClick=${() => { onClose(); seats.dropMeld(seat, at); }}>${t("drop_meld")}</button>`}
			<button class="primary" disabled=${!meld.tile} onClick=${lay}>${t("done")}</button>
		</div>
	</${Sheet}>`;

	/** Tiles in the player's own hand may be the same ones. */
	function room(kind, before, as) {
		const mine = round.players[seat].hand.filter((tile) => tile === kind).length;
		const again = before?.tile === kind ? meldTiles(before).length : 0;
		return seats.left(kind) + mine + again - (as === "pong" ? 2 : 3);
	}
}

const unknown = (kind) => {
	if (kind === "exposed") return [];
	return [{ value: null, label: t(kind === "late" ? "late_concealed" : "unknown") }];
};
