import { said, term } from "./names.js";
import { parse, tileName } from "./tiles.js";
import { Face, Faces, Problem, html } from "./view.js";
import { t } from "./words.js";

export function Look({ look }) {
	if (!look) return null;
	return html`<div class="look" role="status">${body(look)}</div>`;
}

function body(look) {
	switch (look.kind) {
		case "win":
			return html`<${Pattern} hand=${look} />`;
		case "waits":
			if (look.miscounted) return html`<p>${t("miscounted")}</p>`;
			return look.waits.length ? html`<h3>${t("waits_for")}</h3><${Waits} waits=${look.waits} />` : html`<p>${t("not_ready")}</p>`;
		case "throws":
			return look.discards?.length ? html`<h3>${t("throw_what")}</h3>${look.discards.map(throwing)}` : html`<p>${t("not_ready_14")}</p>`;
		case "count":
			return html`<p>${look.more > 0 ? t("too_many", { n: look.more - 1 }) : t("too_few", { n: -look.more })}</p>`;
		case "hidden_kong":
			return html`<p>${t("hidden_kong")}</p>`;
		default:
			return html`<${Problem} problem=${look.problem} />`;
	}
}

const throwing = ({ tile, waits }) =>
	html`<div class="throw" key=${tile}>
		<p class="faces-line">${t("throw")} <${Face} tile=${tile} mute /> <strong>${tileName(tile)}</strong>${t("then_waits")}</p>
		<${Waits} waits=${waits} />
	</div>`;

export const Pattern = ({ hand }) =>
	html`<p class="pattern"><strong>${said(hand.pattern, hand)}</strong> <span>${t("n_units", { n: hand.units })}</span></p>
		${hand.fans && html`<p class="note">${hand.fans.map((fan) => term(fan)).join(" + ")}</p>`}
		<div class="sets">${hand.sets.map((set, at) => html`<${Faces} key=${at} tiles=${parse(set) ?? []} />`)}</div>`;

export const Waits = ({ waits }) =>
	html`<ul class="waits">
		${waits.map(
			(wait) => html`<li key=${wait.tile}>
				<${Face} tile=${wait.tile} />
				<span><strong>${said(wait.pattern, wait)}</strong> ${t("n_units", { n: wait.units })}</span>
				<span class=${wait.left ? "" : "none"}>${t("n_left", { n: wait.left })}</span>
				${wait.needs_pass && html`<span class="note">${t("needs_pass")}</span>`}
			</li>`,
		)}
	</ul>`;
