// What seats, melds, patterns and reasons are called, in the page's language and in the rule set's own words.

import { book, value } from "./rulebook.js";
import { get } from "./store.js";
import { following, tileName } from "./tiles.js";
import { language, t } from "./words.js";

const PLACES = { 3: ["me", "next", "previous"], 4: ["me", "next", "opposite", "previous"] };

/** A seat's name: as entered, else 我 下家 对家 上家 seen from seat 0. */
export const seatName = (round, seat) => round.names?.[seat] || t(`seat_${PLACES[round.players.length][seat]}`);

/** A code's name: Chinese as the rule set has it (`label`) or as the page does; English with the Chinese beside it. */
export function term(code, label, english) {
	const words = english ?? t(`term_${code}`) ?? code;
	if (language() === "zh") return label ?? words;
	return label ? `${words} ${label}` : words;
}

/** What the API calls something in both languages: {label, label_en}. */
export const said = (code, { label, label_en }) => term(code, label, label_en);

/** A meld's name in the rule set's own words: 碰, 闷豆, 爬坡豆 … */
export function kongName({ kind }) {
	const rules = book(get());
	return term(kind, kind === "pong" || !rules ? undefined : value(rules, "kongs")[kind].label);
}

export const chickenName = (kind, turned) => `${tileName(kind)}${turned && following(turned) === kind ? ` ${t("turned_mark")}` : ""}`;
