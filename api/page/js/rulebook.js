// What GET /v1/rules tells, and what a rule set therefore needs to know that a photo can't show. Pure.

import { concealed, ending, winnersOf } from "./round.js";
import { count, following } from "./tiles.js";
import { language, t } from "./words.js";

export const books = (state) => state.rules?.rule_sets ?? [];
export const book = (state) => books(state).find(({ id }) => id === state.round.rules);

export const titleOf = (one) => (language() === "zh" ? one.name : `${t(`rules_${one.id}`) ?? one.id} ${one.name}`);

/** With what the chosen options make of it. */
export function value(one, name, options = {}) {
	let { value } = one.values[name];
	for (const option of Object.keys(options)) {
		const changes = options[option] ? (one.options[option]?.changes ?? {}) : {};
		if (!(name in changes)) continue;
		const change = changes[name];
		value = change && typeof change === "object" && !Array.isArray(change) ? Object.assign({}, value, change) : change;
	}
	return value;
}

export function declaredKinds(one) {
	const { hard, soft } = one.values.declared.value;
	if (!hard && !soft) return [];
	return hard === soft ? ["soft"] : ["soft", "hard"];
}

export function patternsOf(one, options) {
	const listed = (name, single) => Object.entries(value(one, name, options)).map(([code, units]) => ({ code, units, single }));
	return [...listed("patterns", false), ...listed("single_wait", true)].sort((a, b) => a.units - b.units);
}

export const golden = (one, turned) => Boolean(turned) && value(one, "fixed_chickens").includes(following(turned));

export function wants(state, done) {
	const one = book(state);
	const { round } = state;
	const rule = (name) => value(one, name, round.options);
	const end = ending(round, done);
	const firsts = rule("charge") || rule("claimed_chicken") || rule("liable_lying") ? rule("fixed_chickens") : [];
	const turned = round.turned ? [following(round.turned)] : [];
	const reversed = end === "discard" && round.winners?.length === 3 && rule("triple_shot") === "discarders_hand";
	const dealsIn = end === "discard" && round.from !== undefined && round.players[round.from].declared && rule("declared_discarder") === "instead";
	const refused = rule("refused_win");
	const winners = winnersOf(round, done);
	const declaredPays = (seat) => {
		if (winners.includes(seat)) return true;
		if (end === "drawn") return rule("unready_counts_declared");
		const pays = rule("killed_declared") || (end === "discard" && (rule("declared_discarder") !== "nothing" || rule("pass_on_declared_discard")));
		return Boolean(pays) && (end !== "discard" || seat === round.from);
	};
	const earns = (seat) => {
		const player = round.players[seat];
		return player.seen || winners.includes(seat) || !rule("income_needs_ready") || (player.ready ?? Boolean(player.declared));
	};
	const asks = (kind) => held(round, kind) < 4 || (end === "discard" && round.players.some((player) => player.apart === kind));
	return {
		options: Object.keys(one.options),
		streak: rule("dealer_beside_streak") !== null,
		declared: declaredKinds(one),
		declaredMayKong: rule("declared_may_kong"),
		dealerMayHard: rule("dealer_may_declare_hard"),
		heavenly: rule("heavenly") > 0,
		firsts: end === "drawn" ? [] : firsts.filter(asks),
		chickens: end === "drawn" ? [] : [...new Set([...rule("fixed_chickens"), ...turned])],
		discards: rule("discards_count"),
		ready: end === "drawn" || rule("income_needs_ready") || Boolean(reversed || dealsIn),
		dearest: end === "drawn" || Boolean(reversed || dealsIn),
		declaredPays,
		earns, // chickens and kongs bring this seat something, as far as one can tell
		chickensOwe: Boolean(rule("liable_lying") || rule("liable_collected")),
		kongsOwe: Boolean(rule("liable_kong") || rule("caught_kong")),
		refused: refused !== "forbidden_to_declared" || round.players.some((player) => player.declared),
		feeder: ({ kind, tile }) => {
			if (kind === "late") return rule("late_as_its_kind");
			return kind === "exposed" || (kind !== "concealed" && firsts.includes(tile));
		},
	};
}

const held = (round, kind) => {
	const konged = (player) => player.melds.some((meld) => meld.kind === "concealed" && meld.tile === kind);
	return round.players.reduce((sum, player) => sum + (konged(player) ? 4 : count(concealed(player), kind)), 0);
};
