// Lines by hand as they are entered: a list among the facts, a sheet for one of them.

import { MOST_EXTRA } from "./extra.js";
import { seatName } from "./names.js";
import { seatsOf } from "./round.js";
import { changeRound } from "./seats.js";
import { get, set } from "./store.js";
import { Choice, html, Sheet } from "./view.js";
import { money, t } from "./words.js";

const ask = (sheet) => set({ sheet: { kind: "extra", ...sheet } });

export const Extra = ({ round }) =>
	html`<details id="extra" open=${round.extra.length > 0}><summary>${t("extra")} ${round.extra.length > 0 && html`<span class="note">${t("n_extra", { n: round.extra.length })}</span>`}</summary>
		<p class="note">${t("extra_note")}</p>
		<ul class="plain">${round.extra.map((one, at) => html`<li class="row" key=${at}>${t("pays", { from: seatName(round, one.from), to: seatName(round, one.to) })} ${t("n_units", { n: money(one.units) })} ${one.why}
			<button class="small" aria-haspopup="dialog" onClick=${() => ask({ at, draft: one })}>${t("edit_round")}</button></li>`)}</ul>
		<button id="add-extra" aria-haspopup="dialog" onClick=${() => ask({ draft: { units: 1, why: "" } })}>${t("add_extra")}</button>
	</details>`;

/** `at`: the line that is changed, absent for a new one. */
export function ExtraSheet({ state, at, draft, onClose }) {
	const { round, sheet } = state;
	const change = (patch) => set({ sheet: { ...sheet, draft: { ...draft, ...patch } } });
	const others = (seat) => seatsOf(round).filter((one) => one !== seat).map((value) => ({ value, label: seatName(round, value) }));
	const done = draft.from !== undefined && draft.to !== undefined && draft.from !== draft.to && draft.units > 0 && draft.units <= MOST_EXTRA;
	const lay = (lines) => {
		onClose();
		changeRound({ extra: lines });
	};
	const rest = get().round.extra.filter((_, place) => place !== at);
	const typed = ({ target }) => target.valueAsNumber > 0 && change({ units: target.valueAsNumber });
	return html`<${Sheet} title=${t("extra")} onClose=${onClose}>
		<${Choice} id="extra-from" legend=${t("extra_from")} value=${draft.from} onPick=${(from) => change({ from, to: draft.to === from ? undefined : draft.to })} options=${others()} />
		<${Choice} id="extra-to" legend=${t("extra_to")} value=${draft.to} onPick=${(to) => change({ to })} options=${others(draft.from)} />
		<label class="field">${t("extra_units")} <input id="extra-units" type="number" inputmode="decimal" min="0" max=${MOST_EXTRA} step="any" value=${draft.units} onInput=${typed} /></label>
		<label class="field">${t("extra_why")} <input id="extra-why" autocomplete="off" maxlength="40" value=${draft.why} onInput=${({ target }) => change({ why: target.value })} /></label>
		<div class="row sticky">
			${at !== undefined && html`<button class="danger" onClick=${() => lay(rest)}>${t("remove_round")}</button>`}
			<button class="primary" id="extra-done" disabled=${!done}
				onClick=${() => lay(at === undefined ? [...rest, draft] : round.extra.map((one, place) => (place === at ? draft : one)))}>${t("done")}</button>
		</div>
	</${Sheet}>`;
}
