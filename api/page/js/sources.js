// Where a hand comes from: the camera, a file, or tiles tapped in.

import { Guide } from "./guide.js";
import * as seats from "./seats.js";
import { get, set } from "./store.js";
import { Teach } from "./teach.js";
import { html } from "./view.js";
import { t } from "./words.js";

/** Browsers give a camera to secure pages only. */
const hasViewfinder = () => Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

/** While tiles are tapped in, the keys stand in their place. */
export function Sources({ seat, typing }) {
	if (typing) return html`<p class="row"><${Take} seat=${seat} label="take_photo" /><${File} seat=${seat} label="choose_photo" /></p>`;
	return html`<div class="sources">
		<${Take} seat=${seat} label="take_photo" look="big primary" /><${File} seat=${seat} label="choose_photo" look="big" />
		<button class="big" onClick=${() => enterTiles(seat)}>${t("enter_tiles")}</button>
		<p class="note by-mouse">${t("drop_or_paste")}</p>
		<${Guide} />
		<${Teach} />
	</div>`;
}

/** Instead of a photo of which nothing came. */
function enterTiles(seat) {
	if (get().photos[seat]) seats.clearSeat(seat);
	set({ typing: true });
	queueMicrotask(() => {
		document.querySelector(".keypad")?.scrollIntoView({ block: "nearest" });
		/** @type {HTMLElement | null} */ (document.querySelector(".keypad button"))?.focus({ preventScroll: true });
	});
}

export function File({ seat, label, look = "", onChosen = () => {}, words = t(label), ...input }) {
	const chosen = (event) => {
		const [file] = event.target.files;
		event.target.value = "";
		if (!file) return;
		onChosen();
		seats.choosePhoto(seat, file);
	};
	return html`<label class=${`button ${look}`}><input class="quiet" id="file" type="file" accept="image/*" onChange=${chosen} ...${input} />${words}</label>`;
}

/** The phone's own camera, as every browser has it. */
export const Camera = (props) => html`<${File} id="camera" capture="environment" ...${props} />`;

/** The viewfinder where the browser has one, else the phone's own camera. */
export function Take({ onOpen, ...props }) {
	const { seat, label, look, words = t(label) } = props;
	if (!hasViewfinder()) return html`<${Camera} ...${props} />`;
	return html`<button class=${look} id="take" aria-haspopup="dialog" onClick=${onOpen ?? (() => set({ sheet: { kind: "viewfinder", seat } }))}>${words}</button>`;
}
