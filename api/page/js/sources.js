// Where a hand comes from: the camera, a file, or tiles tapped in.

import { Guide } from "./guide.js";
import * as seats from "./seats.js";
import { set } from "./store.js";
import { Teach } from "./teach.js";
import { html } from "./view.js";
import { t } from "./words.js";

/** Browsers give a camera to secure pages only. */
const hasViewfinder = () => Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

export const Sources = ({ seat, typing }) =>
	html`<div class="sources">
		<${Take} seat=${seat} label="take_photo" look="big primary" /><${File} seat=${seat} label="choose_photo" look="big" />
		${!typing && html`<button class="big" onClick=${() => set({ typing: true })}>${t("enter_tiles")}</button>`}
		<p class="note">${t("drop_or_paste")}</p>
		<${Guide} />
		<${Teach} />
	</div>`;

export function File({ seat, label, look = "", onChosen = () => {}, ...input }) {
	const chosen = (event) => {
		const [file] = event.target.files;
		event.target.value = "";
		if (!file) return;
		onChosen();
		seats.choosePhoto(seat, file);
	};
	return html`<label class=${`button ${look}`}><input class="quiet" id="file" type="file" accept="image/*" onChange=${chosen} ...${input} />${t(label)}</label>`;
}

/** The phone's own camera, as every browser has it. */
export const Camera = (props) => html`<${File} id="camera" capture="environment" ...${props} />`;

/** The viewfinder where the browser has one, else the phone's own camera. */
export function Take({ seat, label, look = "" }) {
	if (!hasViewfinder()) return html`<${Camera} seat=${seat} label=${label} look=${look} />`;
	return html`<button class=${look} id="take" aria-haspopup="dialog" onClick=${() => set({ sheet: { kind: "viewfinder", seat } })}>${t(label)}</button>`;
}
