// The rule set, its house options and the stake, folded away once they are known.

import { term } from "./names.js";
import { book, books, declaredKinds, patternsOf, titleOf, value } from "./rulebook.js";
import { withSeats } from "./round.js";
import { changeRound } from "./seats.js";
import { get, set } from "./store.js";
import { Checks, Choice, html } from "./view.js";
import { language, money, t } from "./words.js";

export function House({ state }) {
	const { round } = state;
	const mine = book(state);
	const chosen = Object.keys(round.options).filter((name) => round.options[name]);
	const short = [t("stake_is", { n: money(round.stake) }), ...chosen.map((name) => words(mine.options[name]))].join(" · ");
	const kong = ([kind, { label, units, from }]) =>
		html`<li key=${kind}>${term(kind, label)} ${units ? t(`kong_${from}`, { n: units }) : t("kong_nothing")}</li>`;
	return html`<details class="house" id="house" open=${state.houseOpen}
		onToggle=${(event) => event.target.open !== state.houseOpen && set({ houseOpen: event.target.open })}>
		<summary><strong>${titleOf(mine)}</strong> <span class="note">${short}</span></summary>
		<${Choice} id="q-rules" legend=${t("which_rules")} value=${round.rules} onPick=${changeRules}
			options=${books(state).map((one) => ({ value: one.id, label: titleOf(one) }))} />
		${mine.players.length > 1 &&
		html`<${Choice} id="q-seats" legend=${t("how_many")} value=${round.players.length}
			onPick=${(seats) => changeRound(withSeats(get().round, seats))}
			options=${[...mine.players].sort().reverse().map((seats) => ({ value: seats, label: t("n_players", { n: seats }) }))} />`}
		${Object.keys(mine.options).length > 0 &&
		html`<${Checks} id="q-options" legend=${t("house_rules")} values=${chosen}
			onPick=${(names) => changeRound({ options: Object.fromEntries(names.map((name) => [name, true])) })}
			options=${Object.entries(mine.options).map(([name, option]) => ({ value: name, label: words(option) }))} />`}
		<label class="field">${t("stake")} <input id="q-stake" type="number" inputmode="decimal" min="0" step="any" value=${round.stake}
			onChange=${(event) => event.target.valueAsNumber > 0 && changeRound({ stake: event.target.valueAsNumber })} /></label>
		<details>
			<summary>${t("rules_in_short")}</summary>
			<ul class="plain">${patternsOf(mine, round.options).map(({ code, units }) => html`<li key=${code}>${term(code)} ${t("n_units", { n: units })}</li>`)}</ul>
			<ul class="plain">${Object.entries(value(mine, "kongs", round.options)).map(kong)}</ul>
			<p class="note">${t("interpretations")}</p>
			<ul class="plain note" lang="en">${mine.interpretations.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
		</details>
	</details>`;
}

const words = (option) => (language() === "zh" ? option.label : option.label_en);

/** Another rule set: its own options; a table that it doesn't know becomes one of four. */
function changeRules(rules) {
	const next = books(get()).find((one) => one.id === rules);
	const { round } = get();
	const seats = next.players.includes(round.players.length) ? round.players.length : Math.max(...next.players);
	const names = round.names && round.names.length === seats ? round.names : null;
	const kinds = declaredKinds(next);
	const declared = (kind) => (kind && !kinds.includes(kind) ? (kinds[0] ?? null) : kind);
	const players = round.players.map((player) => ({ ...player, declared: declared(player.declared) }));
	changeRound(withSeats({ ...round, rules, options: {}, names, players }, seats));
}
