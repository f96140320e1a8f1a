// Which rules, how many players, what for a unit; and the rules in short.

import { nameOfSheet } from "./houses.js";
import { term } from "./names.js";
import { patternsOf } from "./priced.js";
import { withSeats } from "./round.js";
import { book, bookOf, books, decisionsOf, declaredKinds, titleOf } from "./rulebook.js";
import { changeRound } from "./seats.js";
import { get, set } from "./store.js";
import { exampleOf, isPlayed, nameOf, sameRules, sectionsOf, worded } from "./values.js";
import { Checks, Choice, html, Tag } from "./view.js";
import { language, money, t } from "./words.js";

export function House({ state }) {
	const { round } = state;
	const mine = book(state);
	const short = [t("stake_is", { n: money(round.stake ?? 1) }), ...mine.chosen.map((name) => words(mine.options[name]))].join(" · ");
	return html`<details class="house" id="house" open=${state.houseOpen}
		onToggle=${(event) => event.target.open !== state.houseOpen && set({ houseOpen: event.target.open })}>
		<summary><strong>${titleOf(mine)}</strong> <span class="note">${short}</span></summary>
		<${WhichRules} state=${state} />
		${mine.players.length > 1 &&
		html`<${Choice} id="q-seats" legend=${t("how_many")} value=${round.players.length}
			onPick=${(seats) => changeRound(withSeats(get().round, seats))}
			options=${[...mine.players].sort().reverse().map((seats) => ({ value: seats, label: t("n_players", { n: seats }) }))} />`}
		${typeof round.rules === "string" && Object.keys(mine.options).length > 0 &&
		html`<${Checks} id="q-options" legend=${t("house_rules")} values=${mine.chosen}
			onPick=${(names) => changeRound({ options: Object.fromEntries(names.map((name) => [name, true])) })}
			options=${Object.entries(mine.options).map(([name, option]) => ({ value: name, label: words(option) }))} />`}
		<label class="field">${t("stake")} ${round.stake === undefined && html`<${Tag}>${t("by_default")}</${Tag}>`} <input id="q-stake"
			type="number" inputmode="decimal" min="0" step="any" value=${round.stake ?? 1} aria-invalid=${state.badStake === undefined ? undefined : "true"}
			onChange=${(event) => tellStake(event.target)} /></label>
		${state.badStake !== undefined && html`<p class="problem" role="alert">${t("bad_stake", { told: state.badStake, n: money(round.stake ?? 1) })}</p>`}
		<${InShort} state=${state} mine=${mine} />
	</details>`;
}

/** This phone's own sheets first; the one of the round is there even where it came from somebody else, and none is there twice. */
export function WhichRules({ state }) {
	const { round, houses, rules } = state;
	const isOwn = (told) => houses.some((sheet) => sameRules(sheet, told));
	const presets = rules.presets.filter(({ sheet }) => !isOwn(sheet)).map(({ sheet, en }) => ({ rules: sheet, label: language() === "zh" ? sheet.name : en }));
	const isPreset = presets.some((one) => sameRules(one.rules, round.rules));
	const foreign = typeof round.rules === "object" && !isOwn(round.rules) && !isPreset ? [round.rules] : [];
	const sets = [
		...[...houses, ...foreign].map((sheet) => ({ rules: sheet, label: nameOfSheet(state, sheet) })),
		...books(state).map((one) => ({ rules: one.id, label: titleOf(one) })),
	];
	const choice = (id, legend, some) =>
		html`<${Choice} id=${id} legend=${legend} value=${some.findIndex((one) => sameRules(one.rules, round.rules))} onPick=${(at) => changeRules(some[at].rules)}
			options=${some.map(({ label }, value) => ({ value, label }))} />`;
	return html`<div id="q-rules">${choice("q-sets", t("which_rules"), sets)}${presets.length > 0 && choice("q-presets", t("presets"), presets)}</div>
		<p class="row"><a class="button" id="to-own" href="#rules">${t("own_rules")}</a></p>`;
}

/** Every value that is played, by sections, with what it means; what was decided where the source is silent. */
function InShort({ state, mine }) {
	const line = (about) => html`<li key=${about.key}>${nameOf(about)} <strong>${worded(about, mine.values[about.key])}</strong> <small class="note">${exampleOf(about)}</small></li>`;
	const sections = sectionsOf(state.rules, mine.id)
		.map(({ title, values }) => ({ title, values: values.filter(({ key }) => isPlayed(mine.values[key])) }))
		.filter(({ values }) => values.length);
	return html`<details id="in-short"><summary>${t("rules_in_short")}</summary>
		<ul class="plain">${patternsOf(mine).map(({ code, units, single }) => html`<li key=${code + single}>${term(code)}${single && ` ${term("dan_diao")}`} ${t("n_units", { n: units })}</li>`)}</ul>
		${sections.map(({ title, values }) => html`<h3 key=${title}>${title}</h3><ul class="plain">${values.map(line)}</ul>`)}
		<p class="note">${t("interpretations")}</p>
		<ul class="plain note">${decisionsOf(state.rules, mine).map((one) => html`<li key=${one}>${one}</li>`)}</ul>
	</details>`;
}

const words = (option) => (language() === "zh" ? option.label : option.label_en);

/** What is no stake stays in the field and is said. */
function tellStake({ value: told, valueAsNumber: stake }) {
	if (stake > 0) changeRound({ stake });
	set({ badStake: stake > 0 ? undefined : told });
}

/** A table that the rules don't know becomes one that they do, the largest. @param {string | RuleSheet} rules */
export function changeRules(rules) {
	const next = bookOf(get().rules, rules);
	const { round } = get();
	const seats = next.players.includes(round.players.length) ? round.players.length : Math.max(...next.players);
	const names = round.names && round.names.length === seats ? round.names : null;
	const declared = (kind, seat) => {
		const kinds = declaredKinds(next, seat === (round.dealer ?? 0));
		return kind && !kinds.includes(kind) ? (kinds[0] ?? null) : kind;
	};
	const players = round.players.map((player, seat) => ({ ...player, declared: declared(player.declared, seat) }));
	changeRound(withSeats({ ...round, rules, options: {}, names, players }, seats));
}
