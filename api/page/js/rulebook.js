// What GET /v1/rules tells, and what a rule set therefore needs to know that a photo can't show. Pure.

import { concealed, ending, winnersOf } from "./round.js";
import { count, following } from "./tiles.js";
import { language, t } from "./words.js";

export const books = (state) => state.rules?.rule_sets ?? [];
export const book = (state) => books(state).find(({ id }) => id === state.round.rules);

export const titleOf = (one) => (language() === "zh" ? one.name : `${t(`rules_${one.id}`) ?? one.id} ${one.name}`);

/** What the page asks of a rule set, from the keys that GET /v1/rules lists (scoring/HOUSE.md, section 2). */
const FROM_KEYS = {
	kongs: (rule, one) =>
		Object.fromEntries(Object.entries(one.kongs).map(([kind, label]) => [kind, { label, units: kind === "late" ? 0 : rule(`kong_${kind}`) }])),
	fixed_chickens: (rule) => Object.keys(rule("fixed_chickens")),
	discards_count: (rule) => rule("discards_count") !== "none",
	four_alike: (rule) => (rule("four_alike") > 4 ? rule("four_alike") : null),
	charge: (rule) => rule("charge") - 1,
	liable_lying: (rule) => rule("unready_owes_chickens") === "thrown",
	liable_collected: (rule) => rule("unready_owes_chickens") === "shown",
	liable_kong: (rule) => rule("unready_owes_kongs") !== "no",
	income_needs_ready: (rule) => rule("chickens_need_ready") || rule("kongs_need_ready"),
	dealer_beside_streak: (rule) => (rule("dealer_paid") ? rule("dealer_first") - 1 : null),
	declared: (rule) => ({ hard: rule("declared_hard"), soft: rule("declared_soft") }),
	hot_shot: (rule) => Object.fromEntries(["concealed", "added", "exposed"].map((kind) => [kind, rule(`hot_shot_${kind}`)])),
	hot_shot_burns: (rule) => (rule("hot_shot_burns_chickens") ? "all" : { none: "nothing", last: "kong", all: "all" }[rule("hot_shot_burns_kongs")]),
	robbed_pays_all_shares: (rule) => rule("robbed_pays") === "all",
	unready_counts_declared: (rule) => rule("drawn_counts_declared"),
	pass_on_declared_discard: (rule) => rule("declared_discarder_is_pass"),
	declared_may_kong: (rule) => rule("declared_kongs"),
	dealer_may_declare_hard: (rule) => rule("dealer_declares") !== "soft",
	late_as_its_kind: (rule) => rule("kong_late") === "as_kind",
};

/** With what the chosen options make of it. */
export function value(one, name, options = {}) {
	const rule = (key) => {
		const chosen = Object.keys(options).filter((option) => options[option] && key in (one.options[option]?.changes ?? {}));
		return chosen.length ? one.options[chosen[chosen.length - 1]].changes[key] : one.values[key].value;
	};
	return FROM_KEYS[name] ? FROM_KEYS[name](rule, one) : rule(name);
}

export function declaredKinds(one) {
	const { hard, soft } = value(one, "declared");
	if (!hard && !soft) return [];
	return hard === soft ? ["soft"] : ["soft", "hard"];
}

export function patternsOf(one, options = {}) {
	const changed = (pattern) => Object.keys(options).some((option) => options[option] && pattern in (one.options[option]?.changes ?? {}));
	return one.patterns
		.map(({ pattern, units, single }) => ({ code: pattern, units: changed(pattern) ? value(one, pattern, options) : units, single }))
		.sort((a, b) => a.units - b.units);
}

export const golden = (one, turned) => Boolean(turned) && value(one, "fixed_chickens").includes(following(turned));

export function wants(state) {
	const one = book(state);
	const { round } = state;
	const rule = (name) => value(one, name, round.options);
	const end = ending(round);
	const firsts = rule("charge") || rule("claimed_chicken") || rule("liable_lying") ? rule("fixed_chickens") : [];
	const turned = round.turned ? [following(round.turned)] : [];
	const reversed = end === "discard" && round.winners?.length === 3 && rule("triple_shot") === "discarder_hand";
	const dealsIn = end === "discard" && round.from !== undefined && round.players[round.from].declared && rule("declared_discarder") === "own_hand";
	const winners = winnersOf(round);
	const declaredPays = (seat) => {
		if (winners.includes(seat)) return true;
		if (end === "drawn") return rule("unready_counts_declared");
		const pays = rule("killed_declared") || (end === "discard" && (rule("declared_discarder") !== "none" || rule("pass_on_declared_discard")));
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
		refused: true, // every rule set heeds it
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
