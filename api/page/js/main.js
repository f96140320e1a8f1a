// The page: one state, four views chosen by the address's fragment.

import { render } from "../vendor/preact.js";
import { Answer } from "./answer.js";
import * as api from "./api.js";
import { recalled } from "./evening_actions.js";
import { Evening } from "./evening_view.js";
import { Facts } from "./facts.js";
import { Hand, Next } from "./hand.js";
import { check, keptDraft, keptHouses, open, refuseLink } from "./houses.js";
import { DEAL_LINK, RULES_LINK, unwrapped } from "./link.js";
import { recall, remember } from "./memory.js";
import { keepPage, watchNet } from "./offline.js";
import { Running } from "./running.js";
import { choosePhoto, previewAll } from "./seats.js";
import { bringPhotos, keepSession, keptSession } from "./session.js";
import { isBooked, letGo, nextRound, openLink, takeUp } from "./settling.js";
import { sheetHistory } from "./sheet_history.js";
import { fromRulesLink } from "./sheet_link.js";
import { Sheets } from "./sheets.js";
import { get, set, start } from "./store.js";
import { claim, takeOver, watchTabs } from "./tabs.js";
import { arrive, focusTitle, html, Problem } from "./view.js";
import { language, speak, t } from "./words.js";

const Waiting = () => html`<section><h2 id="rules-title" tabindex="-1">${t("own_rules")}</h2><p>${t("loading")}</p></section>`;

/** @type {Record<string, any>} */
const VIEWS = { hand: Hand, facts: Facts, answer: Answer, evening: Evening, rules: Waiting };
const viewOf = (fragment) => (fragment.startsWith(DEAL_LINK) ? "answer" : fragment.startsWith(RULES_LINK) ? "rules" : Object.keys(VIEWS).find((view) => fragment === `#${view}`)) ?? "hand";

function App({ state }) {
	const { view, answer } = state;
	const View = VIEWS[view];
	const step = (name, href) => html`<a href=${href} aria-current=${view === name ? "page" : undefined}>${t(`step_${name}`)}</a>`;
	return html`<a class="skip" href="#${view}-title" onClick=${skip}>${t("skip")}</a>
		<header class="top">
			<h1>${t("app")}</h1>
			<button id="language" lang=${language() === "zh" ? "en" : "zh-CN"}
				onClick=${switchLanguage}>${language() === "zh" ? "English" : "中文"}</button>
			<nav aria-label=${t("steps")}>
				${step("hand", "#hand")}${step("facts", "#facts")}${step("answer", answer?.fragment ?? "#answer")}${step("evening", "#evening")}
			</nav>
		</header>
		${state.elsewhere && html`<div class="gaps row" id="elsewhere" role="alert"><p>${t("elsewhere")}</p><button
			class="primary" onClick=${takeOver}>${t("continue_here")}</button></div>`}
		<main inert=${Boolean(state.elsewhere)}>
			${state.unkept && html`<p class="problem" id="unkept" role="alert">${t("unkept")}</p>`}
			${state.offline && html`<p class="gaps" id="offline" role="status">${t("no_net")}</p>`}
			${state.rulesProblem && html`<${Problem} problem=${state.rulesProblem} /><p class="row"><button
				onClick=${askRules}>${t("try_again")}</button></p>`}
			${state.aside.length > 0 && html`<p class="gaps row" id="aside">${t("put_aside")} <button onClick=${takeUp}>${t("take_up")}</button>
				<button onClick=${letGo}>${t("let_go")}</button></p>`}
			${view !== "evening" && html`<${Running} state=${state} />`}
			<${View} state=${state} />
			${view === "hand" && html`<${Next} state=${state} />`}
		</main>
		<footer><small>${t("privacy")}</small></footer>
		<${Sheets} state=${state} />`;
}

/** Few tell their own rules: not loaded before. */
async function openRules() {
	const { OwnRules } = await import("./own_rules.js");
	VIEWS.rules = OwnRules;
	set({});
	check();
	const link = location.hash;
	if (!link.startsWith(RULES_LINK)) return;
	const sheet = await fromRulesLink(link);
	if (location.hash !== link) return; // another was opened meanwhile
	history.replaceState(history.state, "", "#rules");
	if (sheet) open(sheet, null, true);
	else refuseLink();
}

function skip(event) {
	event.preventDefault();
	focusTitle();
}

function switchLanguage() {
	speak(language() === "zh" ? "en" : "zh");
	remember("language", language());
	set({});
}

/** The view that the address names; a link is put there as it was made. */
function addressed() {
	const fragment = unwrapped(location.hash);
	if (fragment !== location.hash) history.replaceState(history.state, "", fragment);
	return viewOf(fragment);
}

function route() {
	const view = addressed();
	const moved = get().view !== view;
	if (view === "answer") openLinked();
	if (view === "rules") openRules();
	if (view === "hand" && isBooked(get())) nextRound();
	set({ view, sheet: null });
	if (moved) arrive();
}

/** What a round assumes depends on its rules: a link waits for them. */
function openLinked() {
	if (get().rules && location.hash.startsWith(DEAL_LINK)) openLink(location.hash);
}

async function askRules() {
	try {
		set({ rules: await api.rules(), rulesProblem: null });
		openLinked();
	} catch (rulesProblem) {
		set({ rulesProblem: /** @type {ApiProblem} */ (rulesProblem) });
	}
}

function takeFile(event, list) {
	const file = [...(list?.files ?? [])].find(({ type }) => type.startsWith("image/"));
	if (!file) return;
	event.preventDefault();
	location.hash = "#hand";
	choosePhoto(get().seat, file);
}

/** What had the focus may be gone: then the view's title has it, not nothing. */
function show(state) {
	const before = document.activeElement;
	render(html`<${App} state=${state} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
	if (before !== document.activeElement && document.activeElement === document.body) focusTitle({ preventScroll: true });
}

speak(recall("language") ?? navigator.language);
claim();
const { evening, archive } = recalled();
start(
	{
		view: addressed(),
		rules: null,
		previews: {},
		opened: [],
		houseOpen: !recall("rules"),
		sheet: null,
		houses: keptHouses(),
		draft: keptDraft(),
		evening,
		archive,
		...keptSession(evening),
	},
	show,
	keepSession,
	sheetHistory,
);
addEventListener("hashchange", route);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => takeFile(event, event.dataTransfer));
addEventListener("paste", (event) => takeFile(event, event.clipboardData));
watchTabs();
watchNet();
keepPage();
previewAll();
bringPhotos();
askRules();
route();
