import { term } from "./names.js";
import { withSeats } from "./round.js";
import { book, books, declaredKinds, patternsOf, titleOf, value } from "./rulebook.js";
import { changeRound } from "./seats.js";
import { get, set } from "./store.js";
import { tileName } from "./tiles.js";
import { Checks, Choice, html, Tag } from "./view.js";
import { language, money, t } from "./words.js";

export function House({ state }) {
	const { round } = state;
	const mine = book(state);
	const chosen = Object.keys(round.options).filter((name) => round.options[name]);
	const short = [t("stake_is", { n: money(round.stake ?? 1) }), ...chosen.map((name) => words(mine.options[name]))].join(" · ");
	const chinese = language() === "zh" && mine.interpretations_zh;
	const decided = { own: chinese || language() === "en", list: chinese || mine.interpretations };
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
		<label class="field">${t("stake")} ${round.stake === undefined && html`<${Tag}>${t("by_default")}</${Tag}>`} <input id="q-stake"
			type="number" inputmode="decimal" min="0" step="any" value=${round.stake ?? 1} aria-invalid=${state.badStake === undefined ? undefined : "true"}
			onChange=${(event) => tellStake(event.target)} /></label>
		${state.badStake !== undefined && html`<p class="problem" role="alert">${t("bad_stake", { told: state.badStake, n: money(round.stake ?? 1) })}</p>`}
		<details>
			<summary>${t("rules_in_short")}</summary>
			<ul class="plain">${patternsOf(mine, round.options).map(({ code, units, single }) => html`<li key=${code + single}>${term(code)}${single && ` ${term("dan_diao")}`} ${t("n_units", { n: units })}</li>`)}</ul>
			<ul class="plain">${Object.entries(value(mine, "kongs", round.options)).map(kong)}</ul>
			<ul class="plain">${inShort(mine, round.options).map((one) => html`<li key=${one}>${one}</li>`)}</ul>
			<p class="note">${t(decided.own ? "interpretations" : "interpretations_en")}</p>
			<ul class="plain note" lang=${decided.own ? undefined : "en"}>${decided.list.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
		</details>
	</details>`;
}

const words = (option) => (language() === "zh" ? option.label : option.label_en);

/** What is no stake stays in the field and is said. */
function tellStake({ value: told, valueAsNumber: stake }) {
	if (stake > 0) changeRound({ stake });
	set({ badStake: stake > 0 ? undefined : told });
}

const SHORT = [
	"fixed_chickens", "golden", "discards_count", "four_alike", "charge", "claimed_chicken", "liable_lying", "liable_collected", "caught_kong",
	"flush_reward", "income_needs_ready", "dealer_beside_streak", "declared", "killed_declared", "heavenly", "self_draw", "kong_bloom",
	"hot_shot", "hot_shot_burns", "robbed_pays_all_shares", "robbed_kong", "unready_counts_declared",
];

/** What else the rule set pays, by its values' names; one that is 0 or has no words is not played. */
function inShort(one, options) {
	const amount = ([kind, units]) => `${term(kind, value(one, "kongs")[kind]?.label)} ${units}`;
	const worded = (told) => (Array.isArray(told) ? told.map(tileName) : Object.entries(told).map(amount)).join(t("and"));
	return SHORT.map((name) => {
		const told = value(one, name, options);
		return t(`short_${name}_${told}`) ?? (told && t(`short_${name}`, { n: typeof told === "object" ? worded(told) : told }));
	}).filter(Boolean);
}

/** A table that the rule set doesn't know becomes one of four. */
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
