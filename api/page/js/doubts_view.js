import { unseenDoubts, wave } from "./doubts.js";
import { seatName } from "./names.js";
import { refreshDoubts } from "./settling.js";
import { set } from "./store.js";
import { named } from "./tiles.js";
import { html } from "./view.js";
import { language, t } from "./words.js";

/** @param {Doubt | OpenDoubt} doubt */
export const wordsOf = ({ message, message_en }) => named(language() === "zh" ? message : (message_en ?? message));

/**
 * What nobody has looked at yet, each to be looked at or waved through.
 * @param {{ state: State, kept?: Kept | null }} props `kept`: a settled round of which the photos are elsewhere
 */
export function DoubtsLeft({ state, kept }) {
	const live = unseenDoubts(state);
	const left = live.length || !kept ? live : kept.doubts;
	if (!left.length) return null;
	const leave = (one) => {
		wave(state, one);
		queueMicrotask(refreshDoubts);
	};
	const look = ({ seat }) => {
		set({ seat, typing: false });
		location.hash = "#hand";
		setTimeout(() => set({ sheet: { kind: "doubt", seat, at: 0 } }), 50); // when the hand is there
	};
	return html`<div class="doubts" id="doubts-left"><p><strong>${t("doubts_left", { n: left.length })}</strong></p>
		<ul class="plain">${left.map((one) => html`<li key=${`${one.seat} ${one.key ?? one.message}`}>
			<span>${seatName(state.round, one.seat)}${language() === "zh" ? "：" : ": "}${wordsOf(one)}</span>
			${one.key && html`<span class="row"><button class="small" onClick=${() => look(one)}>${t("look_at_it")}</button>
				<button class="small" onClick=${() => leave(one)}>${t("leave_it")}</button></span>`}
		</li>`)}</ul></div>`;
}
