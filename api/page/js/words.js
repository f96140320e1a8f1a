// Which language the page speaks, and how it gets its words (phrases.js).

import { PHRASES } from "./phrases.js";

const LANGUAGES = ["zh", "en"];
let spoken = "zh";

export const language = () => spoken;

/** `wanted`: a language tag, as the browser tells its own. */
export function speak(wanted) {
	spoken = LANGUAGES.find((one) => wanted.startsWith(one)) ?? "en";
	document.documentElement.lang = spoken === "zh" ? "zh-CN" : "en";
	document.title = t("app");
}

export function t(name, given = {}) {
	const phrases = PHRASES[name];
	const phrase = spoken === "en" && given.n === 1 && phrases?.[2] ? phrases[2] : phrases?.[LANGUAGES.indexOf(spoken)];
	return fill(phrase, given);
}

/** A sentence with its gaps. */
export const phraseOf = (name) => PHRASES[name]?.[LANGUAGES.indexOf(spoken)];

export const fill = (phrase, given) => phrase?.replace(/\{(\w+)\}/g, (_, gap) => given[gap] ?? "") ?? null;

/** At most two decimals. No currency: a table has its own. */
export function money(sum, sign = false) {
	const text = Math.abs(sum).toLocaleString("en", { maximumFractionDigits: 2, useGrouping: false });
	return `${sum < 0 ? "−" : sign && sum > 0 ? "+" : ""}${text}`;
}
