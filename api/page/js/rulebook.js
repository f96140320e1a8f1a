// The rules in force and what they ask that a photo can't show. The values are read by the keys of GET /v1/rules (scoring/HOUSE.md 2). Pure.

import { concealed, ending, winnersOf } from "./round.js";
import { count, KINDS } from "./tiles.js";
import { decidedOf, isPlayed, sameValue } from "./values.js";
import { language, t } from "./words.js";

export const books = (state) => state.rules?.rule_sets ?? [];

const made = new Map();
const MOST_MADE = 50;

const shapeOf = (value) => (Array.isArray(value) ? "list" : value === null ? "nothing" : typeof value);

/**
 * A rule set's name or a sheet over one, and options beside it -> what is played: the rule set with its `values` as they are then.
 * First the base, then the options that are on, then the sheet's values.
 */
export function bookOf(known, rules, options = {}) {
	const sheet = typeof rules === "string" ? { base: rules } : (rules ?? {});
	const base = known?.rule_sets.find(({ id }) => id === sheet.base);
	if (!base) return undefined;
	const key = JSON.stringify([sheet, options]);
	if (made.get(key)?.known !== known) {
		const chosen = { ...sheet.options, ...options };
		const on = Object.keys(chosen).filter((name) => chosen[name] && base.options[name]);
		const own = Object.entries(base.values).map(([name, { value }]) => [name, value]);
		const sane = ([name, value]) => name in base.values && shapeOf(value) === shapeOf(base.values[name].value);
		const told = Object.fromEntries(Object.entries(sheet.values ?? {}).filter(sane)); // the rest is for the API to refuse
		const values = Object.assign(Object.fromEntries(own), ...on.map((name) => base.options[name].changes), told);
		const changed = on.length > 0 || Object.keys(sheet.values ?? {}).length > 0;
		const whole = { base: sheet.base, options: Object.fromEntries(on.map((name) => [name, true])), values: sheet.values ?? {} };
		if (made.size > MOST_MADE) made.clear();
		made.set(key, { known, book: { ...base, turned: known.turned, values, players: values.players, chosen: on, named: sheet.name?.trim(), sheet: whole, changed } });
	}
	return made.get(key).book;
}

export const book = (state) => bookOf(state.rules, state.round.rules, state.round.options);

export const titleOf = (one) => one.named || (language() === "zh" ? one.name : `${t(`rules_${one.id}`) ?? one.id} ${one.name}`);

/** What was decided where the sources are silent, as far as the sheet leaves it so, and of what it plays besides (`describe.in_force`). */
export function decisionsOf(known, one) {
	const base = bookOf(known, one.id);
	const changed = known.values.filter(({ key }) => !sameValue(one.values[key], base.values[key]));
	const stands = ({ decided_by: by, about }) => !changed.some(({ key }) => by.includes(key)) && (!about.length || about.some((key) => isPlayed(one.values[key])));
	const told = one[language() === "zh" ? "interpretations_zh" : "interpretations"].filter((_, at) => stands(one.interpretation_keys[at]));
	return [...told, ...changed.filter(({ key }) => isPlayed(one.values[key])).map(decidedOf).filter(Boolean)];
}

/** How a player may declare; one of the two where they pay alike. The dealer perhaps in one way only. */
export function declaredKinds({ values }, isDealer = false) {
	const { declared_hard: hard, declared_soft: soft, dealer_declares: dealer, killed_declared: killed } = values;
	if (!hard && !soft && !killed) return [];
	if (isDealer && dealer !== "either") return [dealer];
	return hard === soft ? ["soft"] : ["soft", "hard"];
}

/** Fixed chickens of the set's suits. */
const fixedOf = ({ values }) => Object.keys(values.fixed_chickens).filter((kind) => values.suits.includes(kind[1]));

/** The kinds that a turned tile makes chickens, as the API has them by value and tile. */
export const turnedKinds = ({ values, turned: made }, turned) => (turned ? Object.keys(made).filter((key) => values[key]).map((key) => made[key][turned]) : []);

export const isGolden = (one, kind) => fixedOf(one).includes(kind);

export const kindsOf = (one) => KINDS.filter((kind) => !one || one.values.suits.includes(kind[1]));

/** Monday 1 … Sunday 7. */
export const weekdayOf = (date) => date.getDay() || 7;

/** The round's, today's where nobody said; null: not known. @param {Round} round */
export const weekdayIn = ({ weekday }) => (weekday === undefined ? weekdayOf(new Date()) : weekday);

/** What depends on a round's facts, asked of its rules; each is true where the answer can change what is paid. */
export function wants(state) {
	const one = book(state);
	const { round } = state;
	const rules = one.values;
	const end = ending(round);
	const drawn = end === "drawn";
	const fixed = fixedOf(one);
	const paid = !drawn || rules.drawn_pays !== "nothing";
	const weekday = rules.week_chickens > 0 && paid;
	const ofTheDay = weekday ? kindsOf(one).filter((kind) => Number(kind[0]) === weekdayIn(round)) : [];
	const first = rules.charge > 1 || rules.charge_golden > rules.golden || rules.claimed_chicken > 0 || rules.claimed_chicken_golden > 0;
	const thrown = rules.unready_owes_chickens === "thrown";
	const chickens = paid ? [...new Set([...fixed, ...(drawn ? [] : turnedKinds(one, round.turned)), ...ofTheDay])] : [];
	const asks = (kind) => held(round, kind) < 4 || (end === "discard" && round.players.some((player) => player.apart === kind));
	const firsts = first || thrown ? fixed : [];
	const dearest = drawn || dearestPays(round, rules, end);
	const needReady = rules.chickens_need_ready || rules.kongs_need_ready;
	const owes = rules.unready_owes_chickens !== "no" || rules.unready_owes_kongs !== "no" || rules.caught_kong > 0;
	return {
		options: Object.keys(one.options),
		suits: rules.suits,
		streak: rules.dealer_paid,
		declared: declaredKinds(one),
		declaredMayKong: rules.declared_kongs,
		declaredAs: (seat) => declaredKinds(one, seat === (round.dealer ?? 0)),
		heavenly: rules.heavenly > 0 || rules.dragon_on_four, // on the dealt hand every tile is the one won on
		earthly: rules.earthly > 0,
		kongBloom: rules.kong_bloom > 0,
		hotShot: hotShotPays(rules),
		sideBets: rules.side_bets && !drawn,
		missing: rules.missing_suit === "declared",
		weekday,
		firsts: drawn && !paid ? [] : firsts.filter(asks),
		chickens,
		lying: { none: [], fixed: chickens.filter((kind) => fixed.includes(kind)), all: chickens }[rules.discards_count],
		ready: dearest || needReady || owes,
		dearest,
		declaredPays: (seat) => declaredPays(round, rules, end, seat),
		earns: (seat) => earns(round, seat, needReady), // chickens and kongs bring this seat something, as far as one can tell
		chickensOwe: rules.unready_owes_chickens !== "no",
		kongsOwe: rules.unready_owes_kongs !== "no" || rules.caught_kong > 0,
		refused: true, // every value of `let_go` heeds it
		refusedPays: rules.let_go.startsWith("void_"), // the others forbid the win
		refusedForGood: rules.let_go_may_draw,
		feeder: ({ kind, tile }) => {
			if (kind === "late") return rules.kong_late === "as_kind";
			return kind === "exposed" || (kind !== "concealed" && firsts.includes(tile));
		},
	};
}

const hotShotPays = (rules) =>
	["hot_shot_exposed", "hot_shot_concealed", "hot_shot_added", "hot_shot_double", "hot_shot_burns_chickens"].some((key) => isPlayed(rules[key])) ||
	rules.hot_shot_burns_kongs !== "none";

/** Somebody is paid by what a player waits for. */
function dearestPays(round, rules, end) {
	if (end !== "discard") return false;
	const { declared } = round.players[round.from] ?? {};
	const reversed = round.winners?.length === 3 && rules.triple_shot === "discarder_hand";
	const refused = rules.let_go === "void_waits" && winnersOf(round).some((seat) => round.refused?.includes(seat));
	return Boolean(reversed || refused || (declared && rules.declared_discarder === "own_hand"));
}

function declaredPays(round, rules, end, seat) {
	if (winnersOf(round).includes(seat)) return true;
	if (end === "drawn") return Boolean(rules.drawn_counts_declared);
	if (rules.killed_declared) return end !== "discard" || seat === round.from;
	return end === "discard" && seat === round.from && (rules.declared_discarder !== "none" || rules.declared_discarder_is_pass);
}

function earns(round, seat, needReady) {
	const player = round.players[seat];
	return player.seen || winnersOf(round).includes(seat) || !needReady || (player.ready ?? Boolean(player.declared));
}

const held = (round, kind) => {
	const konged = (player) => player.melds.some((meld) => meld.kind === "concealed" && meld.tile === kind);
	return round.players.reduce((sum, player) => sum + (konged(player) ? 4 : count(concealed(player), kind)), 0);
};
