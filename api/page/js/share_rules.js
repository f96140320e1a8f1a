import { Component } from "../vendor/preact.js";
import { copyText } from "./outgoing.js";
import { toRulesLink } from "./sheet_link.js";
import { html } from "./view.js";
import { t } from "./words.js";

const QUIET = 4; // modules of white around a QR code, as its standard has it

/** A sheet as a link and as a QR code that another phone's camera reads. */
export class Share extends Component {
	async show(open) {
		if (!open || this.state.link) return;
		const link = await toRulesLink(this.props.sheet);
		const { generate } = await import("../vendor/lean-qr.js"); // few want it: not loaded before
		this.setState({ link, code: generate(link) });
	}

	render(_props, { link, code }) {
		const side = code ? code.size + 2 * QUIET : 0;
		const rows = code ? Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("")) : [];
		return html`<details class="share" onToggle=${(event) => this.show(event.target.open)}><summary>${t("share_rules")}</summary>
			${link && html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${t("qr_of_rules")}><rect width=${side} height=${side} /><path d=${rows.join("")} /></svg>
				<p class="row"><button onClick=${() => copyText(link)}>${t("copy_link")}</button></p>
				<label class="field">${t("link")} <input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
		</details>`;
	}
}
