// 我们的规矩: a table's own sheet, begun from a rule set or a preset, changed in plain words, kept on this phone, shared.

import { changeRules } from "./house.js";
import * as houses from "./houses.js";
import { bookOf, books, titleOf } from "./rulebook.js";
import { Share } from "./share_rules.js";
import { set } from "./store.js";
import { Value } from "./value_fields.js";
import { nameOf, sameValue, sectionsOf, worded } from "./values.js";
import { arrive, Choice, html, Problem } from "./view.js";
import { language, t } from "./words.js";

export const OwnRules = ({ state }) =>
	html`<section aria-labelledby="rules-title">
		<h2 id="rules-title" tabindex="-1">${t("own_rules")}</h2>
		${state.ruleLinkProblem && html`<${Problem} problem=${state.ruleLinkProblem} />`}
		${!state.rules ? html`<p>${t("loading")}</p>` : state.draft ? html`<${Editor} state=${state} draft=${state.draft} />` : html`<${Shelf} state=${state} />`}
	</section>`;

/** What this phone keeps, and what a new sheet may begin from. */
function Shelf({ state }) {
	const begin = (sheet) => edit({ values: {}, ...sheet, name: sheet.name ?? t("own_name") });
	const chinese = language() === "zh";
	const sets = books(state).map((one) => ({ value: { base: one.id }, label: titleOf(one) }));
	const presets = state.rules.presets.map(({ sheet, en, note }) => ({ value: sheet, label: html`<strong>${chinese ? sheet.name : en}</strong>`, note: chinese && note }));
	return html`<p class="note">${t("own_rules_note")}</p>
		<ul class="plain" id="shelf">${state.houses.map((sheet, at) => html`<li key=${at}><${Kept} state=${state} sheet=${sheet} at=${at} /></li>`)}</ul>
		<div id="q-start">
			<${Choice} id="q-start-set" legend=${t("start_from")} onPick=${begin} options=${sets} />
			<${Choice} id="q-start-preset" legend=${t("start_from_preset")} look="told" onPick=${begin} options=${presets} />
		</div>
		<p class="row"><a class="button" href="#facts">${t("back_to_facts")}</a></p>`;
}

function Kept({ state, sheet, at }) {
	const base = bookOf(state.rules, sheet.base);
	const values = bookOf(state.rules, sheet)?.values ?? {};
	const changed = Object.keys(values).filter((key) => !sameValue(values[key], base.values[key])).length; // as the API counts
	return html`<div class="card"><strong>${houses.nameOfSheet(state, sheet)}</strong> <span class="note">${t("over_base", { base: base ? titleOf(base) : sheet.base, n: changed })}</span>
		<p class="row"><button class="primary" onClick=${() => use(sheet)}>${t("use_it")}</button>
			<button onClick=${() => edit(sheet, at)}>${t("edit_round")}</button>
			<button class="danger" onClick=${() => houses.drop(at)}>${t("forget")}</button></p>
		<${Share} key=${JSON.stringify(sheet)} sheet=${sheet} /></div>`;
}

/** @param {RuleSheet} sheet */
function edit(sheet, at = null) {
	houses.open(sheet, at);
	arrive();
}

function use(sheet) {
	changeRules(sheet);
	set({ houseOpen: false });
	location.hash = "#facts";
}

function Editor({ state, draft }) {
	const { sheet, checked, problem } = draft;
	const mine = bookOf(state.rules, sheet);
	if (!mine) return html`<${Problem} problem=${{ code: "unknown_rules" }} /><p class="row"><button onClick=${houses.close}>${t("close")}</button></p>`;
	const base = bookOf(state.rules, sheet.base); // as the API counts: an option changes, too
	const sections = sectionsOf(state.rules, mine.id);
	const known = Object.fromEntries(state.rules.values.map((one) => [one.key, one]));
	const common = sections.flatMap(({ values }) => values.filter((about) => about.common));
	const wrong = problem?.pointer?.match(/^\/values\/(\w+)/)?.[1];
	const field = (about) => html`<${Value} key=${about.key} about=${about} value=${mine.values[about.key]} base=${base.values[about.key]}
		problem=${wrong === about.key ? problem : null} onPick=${(value) => houses.setValue(about.key, value)} />`;
	const changes = (values) => values.filter(({ key }) => !sameValue(mine.values[key], base.values[key])).length;
	const part = (title, values, open = false) => html`<details key=${title} open=${open}><summary><strong>${title}</strong> ${changes(values) > 0 && html`<span class="note">${t("n_changed", { n: changes(values) })}</span>`}</summary>${values.map(field)}</details>`;
	const back = () => {
		houses.close();
		location.hash = "#rules";
		arrive();
	};
	return html`${draft.shared && html`<p class="note">${t("shared_rules")}</p>`}
		<label class="field">${t("its_name")} <input id="rules-name" autocomplete="off" maxlength=${houses.LONGEST_NAME} value=${sheet.name ?? ""}
			onInput=${({ target }) => houses.rename(target.value)} /></label>
		<${Differences} base=${base} known=${known} checked=${checked} problem=${problem} />
		${part(t("common_values"), common, !draft.shared)}
		${sections.map(({ title, values }) => part(title, values.filter((about) => !about.common)))}
		<div class="action sticky">
			<button class="big primary" id="keep-rules" disabled=${Boolean(problem && problem.code !== "offline")} onClick=${() => use(houses.keepDraft())}>${t("keep_and_use")}</button>
			<button class="big" onClick=${back}>${t("leave_rules")}</button>
		</div>`;
}

/** As the API says it: every value that is not the base's; in short until somebody asks. */
function Differences({ base, known, checked, problem }) {
	if (problem) return html`<${Problem} problem=${problem} />`;
	if (!checked) return html`<p class="waiting"><span class="spinner" aria-hidden="true"></span> ${t("checking")}</p>`;
	const { differences } = checked;
	const title = html`<strong>${t("n_different", { n: differences.length, base: titleOf(base) })}</strong>`;
	if (!differences.length) return html`<p class="differences" id="differences" role="status">${title}</p>`;
	const now = (one) => worded(known[one.key], one.value);
	const line = (one) => html`<li key=${one.key}>${nameOf(one)} <s>${worded(known[one.key], one.base)}</s> → <strong>${now(one)}</strong></li>`;
	return html`<details class="differences" id="differences"><summary><span role="status">${title}</span>
			<span class="note brief">${differences.map((one) => `${nameOf(one)} ${now(one)}`).join(" · ")}</span></summary>
		<ul class="plain">${differences.map(line)}</ul></details>`;
}
