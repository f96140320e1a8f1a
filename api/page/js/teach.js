// The set that this phone has taught the eye: kept here, sent with each photo, learned from each correction.

import * as api from "./api.js";
import { recall, remember } from "./memory.js";
import { get, say, set } from "./store.js";
import { tileName } from "./tiles.js";
import { upright } from "./upload.js";
import { html, Problem } from "./view.js";
import { t } from "./words.js";

const KEPT = "set";
const PAUSE = 1500; // ms after the last correction until it is learned: most come several at a time
let alarm = 0;

/** @returns {TaughtSet | undefined} */
export const taught = () => recall(KEPT);

function keep(found) {
	const kept = remember(KEPT, found);
	set({ teaching: { busy: false, unkept: !kept } });
}

export function forget() {
	clearTimeout(alarm);
	keep(undefined);
	say(t("set_forgotten"));
}

/** A photo of the 27 kinds in three rows of nine. */
async function teach(chosen) {
	set({ teaching: { busy: true } });
	try {
		const found = await api.teach(await upright(chosen), taught());
		keep(found);
		say(t("set_kinds", { n: found.kinds.length }));
	} catch (problem) {
		set({ teaching: { busy: false, problem } });
	}
}

/** What the player named in a photo, by its place: numbers of tiles may change as the set grows. */
const named = (reading) => reading.tiles.filter((tile) => tile.said && !tile.dropped).map(({ box, tile }) => ({ op: "add", box, kind: tile }));

/** Learn from a photo that was corrected, if a set was begun; nobody waits for it. */
export function learn(file, reading) {
	const steps = named(reading);
	if (!file || !steps.length || !taught()) return;
	clearTimeout(alarm);
	alarm = setTimeout(async () => {
		try {
			const found = await api.teach(file, taught(), steps);
			if (taught()) keep(found); // else it was forgotten meanwhile
		} catch {
			// the next correction comes with these again
		}
	}, PAUSE);
}

export function Teach() {
	const { teaching } = get();
	const { busy, problem, unkept } = teaching ?? {};
	const known = taught();
	const choose = (event) => {
		const [file] = event.target.files;
		event.target.value = "";
		if (file) teach(file);
	};
	return html`<details id="teach" open=${Boolean(teaching)}>
		<summary>${t("teach_set")}${known ? ` · ${t("set_kinds", { n: known.kinds.length })}` : ""}</summary>
		<p class="note">${t("teach_how")}</p>
		${known && known.missing.length > 0 && html`<p>${t("set_missing", { tiles: known.missing.map(tileName).join(" ") })}</p>`}
		${unkept && html`<p class="problem" role="alert">${t("unkept")}</p>`}
		${problem && html`<${Problem} problem=${problem} />`}
		<p class="row">
			<label class="button"><input class="quiet" id="teach-photo" type="file" accept="image/*" disabled=${busy}
				onChange=${choose} />${t(busy ? "teaching" : known ? "teach_more" : "teach_photo")}</label>
			${known && html`<button id="forget-set" onClick=${forget}>${t("forget_set")}</button>`}
		</p>
	</details>`;
}
