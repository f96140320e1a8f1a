// The sheets that this phone keeps, and the one that is being changed. Actions on the store.

import * as api from "./api.js";
import { recall, remember } from "./memory.js";
import { bookOf, titleOf } from "./rulebook.js";
import { get, set } from "./store.js";
import { writes } from "./tabs.js";
import { sameValue } from "./values.js";

const MOST_KEPT = 30;
export const LONGEST_NAME = 40; // characters (scoring/HOUSE.md, 1)

const isSheet = (told) => typeof told === "object" && typeof told?.base === "string";

export const keptHouses = () => {
	const told = recall("houses");
	return Array.isArray(told) ? told.filter(isSheet) : [];
};

/** @returns {Draft | null} */
export const keptDraft = () => {
	const told = recall("draft");
	return isSheet(told?.sheet) ? { sheet: told.sheet, at: told.at ?? null, shared: told.shared } : null;
};

/** @param {RuleSheet} sheet */
export function nameOfSheet(state, sheet) {
	const one = bookOf(state.rules, sheet);
	return sheet.name?.trim() || (one ? titleOf(one) : sheet.base);
}

/** @param {Draft | null} draft */
function setDraft(draft) {
	set({ draft, ruleLinkProblem: null });
	if (writes()) remember("draft", draft ? { sheet: draft.sheet, at: draft.at, shared: draft.shared } : undefined);
}

const named = (name) => name.replace(/[\p{C}]/gu, "").slice(0, LONGEST_NAME);

/** @param {RuleSheet} sheet */
export function open(sheet, at = null, shared = false) {
	setDraft({ sheet, at, shared, checked: null, problem: null });
	check();
}

export const close = () => setDraft(null);

/** What an earlier link brought is not what this one sent; a sheet of one's own stays. */
export function refuseLink() {
	if (get().draft?.shared) close();
	set({ ruleLinkProblem: { code: "bad_link" } });
}

/** @param {Partial<RuleSheet>} patch */
function change(patch) {
	const draft = /** @type {Draft} */ (get().draft);
	setDraft({ ...draft, sheet: { ...draft.sheet, ...patch } });
	check();
}

export const rename = (name) => change({ name: named(name) });

/** One that is as the base has it is no value of the sheet. */
export function setValue(key, value) {
	const { sheet } = /** @type {Draft} */ (get().draft);
	const { [key]: _, ...rest } = sheet.values ?? {};
	const base = bookOf(get().rules, sheet.base, sheet.options);
	change({ values: sameValue(base.values[key], value) ? rest : { ...rest, [key]: value } });
}

/** What the sheet changes, or the place that is wrong: the last answer counts. */
export async function check() {
	const asked = get().draft?.sheet;
	if (!asked) return;
	const told = (found) => {
		const { draft } = get();
		if (draft && draft.sheet === asked) set({ draft: { ...draft, ...found } });
	};
	try {
		told({ checked: await api.checkRules(asked), problem: null });
	} catch (problem) {
		told({ problem: /** @type {ApiProblem} */ (problem) });
	}
}

/** @param {RuleSheet[]} houses */
function keepHouses(houses) {
	if (!writes()) return set({ elsewhere: true });
	const well = remember("houses", houses);
	set({ houses, unkept: get().unkept || !well });
}

/** @returns {RuleSheet} the draft, kept */
export function keepDraft() {
	const { draft, houses } = get();
	const { sheet, at } = /** @type {Draft} */ (draft);
	const { name = "", ...nameless } = sheet;
	const kept = name.trim() ? { ...nameless, name: name.trim() } : nameless; // blanks are no name
	const place = at ?? houses.length;
	keepHouses([...houses.slice(0, place), kept, ...houses.slice(place + 1)].slice(-MOST_KEPT));
	setDraft(null);
	return kept;
}

export const drop = (at) => keepHouses(get().houses.filter((_, place) => place !== at));
