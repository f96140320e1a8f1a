import { reasonName, term } from "./names.js";
import { parse, tileName } from "./tiles.js";
import { Face, Faces, html, Problem } from "./view.js";
import { t } from "./words.js";

export function Preview({ preview }) {
	if (!preview) return null;
	return html`<div class="preview" role="status">${body(preview)}</div>`;
}

function body(preview) {
	switch (preview.kind) {
		case "win":
			return html`<${Pattern} hand=${preview} />`;
		case "waits":
			if (preview.miscounted) return html`<p>${t("miscounted")}</p>`;
			return preview.waits.length ? html`<h3>${t("waits_for")}</h3><${Waits} waits=${preview.waits} />` : html`<p>${t("not_ready")}</p>`;
		case "throws":
			return preview.discards?.length ? html`<h3>${t("throw_what")}</h3>${preview.discards.map(throwing)}` : html`<p>${t("not_ready_14")}</p>`;
		case "count":
			return html`<p>${preview.more > 0 ? t("too_many_tiles", { n: preview.more - 1 }) : t("too_few", { n: -preview.more })}</p>`;
		case "hidden_kong":
			return html`<p>${t("hidden_kong")}</p>`;
		default:
			return html`<${Problem} problem=${preview.problem} />`;
	}
}

const throwing = ({ tile, waits }) =>
	html`<div class="throw" key=${tile}>
		<p class="faces-line">${t("throw")} <${Face} tile=${tile} mute /> <strong>${tileName(tile)}</strong>${t("then_waits")}</p>
		<${Waits} waits=${waits} />
	</div>`;

export const Pattern = ({ hand }) =>
	html`<p class="pattern"><strong>${reasonName(hand.pattern, hand)}</strong> <span>${t("n_units", { n: hand.units })}</span></p>
		${hand.fans && html`<p class="note">${hand.fans.map((fan) => term(fan)).join(" + ")}</p>`}
		<div class="sets">${hand.sets.map((set, at) => html`<${Faces} key=${at} tiles=${parse(set) ?? []} />`)}</div>`;

export const Waits = ({ waits }) =>
	html`<ul class="waits">
		${waits.map(
			(wait) => html`<li key=${wait.tile}>
				<${Face} tile=${wait.tile} />
				<span><strong>${reasonName(wait.pattern, wait)}</strong> ${t("n_units", { n: wait.units })}</span>
				<span class=${wait.left ? "" : "none"}>${t("n_left", { n: wait.left })}</span>
				${wait.needs_pass && html`<span class="note">${t("needs_pass")}</span>`}
			</li>`,
		)}
	</ul>`;
