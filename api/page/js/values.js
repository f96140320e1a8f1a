// A rule's values in words, from what GET /v1/rules says of its key.

import { tileName } from "./tiles.js";
import { language, t } from "./words.js";

export const nameOf = (about) => about[language() === "zh" ? "zh" : "en"];
export const exampleOf = (about) => about[language() === "zh" ? "example_zh" : "example_en"];
export const decidedOf = (about) => about[language() === "zh" ? "interpretation_zh" : "interpretation_en"];

/** @returns {{ title: string, values: any[] }[]} the keys that this base has, by their sections */
export function sectionsOf(known, base) {
	const found = new Map();
	for (const one of known.values) {
		if (one.defaults[base] === null) continue;
		const title = one[language() === "zh" ? "section_zh" : "section_en"];
		found.set(title, [...(found.get(title) ?? []), one]);
	}
	return [...found].map(([title, values]) => ({ title, values }));
}

/** @returns {string} */
export function worded(about, value) {
	switch (about.type) {
		case "bool":
			return t(value ? "value_on" : "value_off");
		case "word":
			return about[language() === "zh" ? "words_zh" : "words_en"][about.words.indexOf(value)];
		case "list":
			return value.join(t("and"));
		case "map":
			return Object.entries(value).map(([kind, worth]) => `${tileName(kind)} ${worth}`).join(t("and")) || t("none");
		default:
			return String(value);
	}
}

export const isPlayed = (value) => value !== 0 && value !== false && value !== "no";
export const sameValue = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Do two rule sets' names or sheets say the same? */
export const sameRules = (one, other) => sameValue(whole(one), whole(other));
const whole = (rules) => (typeof rules === "string" ? rules : { options: {}, values: {}, ...rules });

function sorted(value) {
	if (Array.isArray(value)) return value.map(sorted).sort();
	if (value && typeof value === "object") return Object.entries(value).map(([key, one]) => [key, sorted(one)]).sort();
	return value;
}
