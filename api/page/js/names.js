// What seats, melds, patterns and reasons are called, in the page's language and in the rule set's own words.

import { seatsByName } from "./evening.js";
import { seatsOf } from "./round.js";
import { book, isGolden, turnedKinds } from "./rulebook.js";
import { get } from "./store.js";
import { named, tileName } from "./tiles.js";
import { language, t } from "./words.js";

const PLACES = { 2: ["me", "opposite"], 3: ["me", "next", "previous"], 4: ["me", "next", "opposite", "previous"] };

/** As entered, else 我 下家 对家 上家 seen from seat 0. */
export const plainName = ({ names, players }, seat) => names?.[seat] || t(`seat_${PLACES[players.length][seat]}`);

/**
 * As entered, else 东家 南家 西家 北家 counted from the dealer: "我" would be somebody else on every other phone.
 * @param {{ names: string[] | null, players: unknown[], dealer?: Seat, view?: Seat }} shared `view`: the seat of who shares it
 */
export function sharedName({ names, players, dealer = 0, view }, seat) {
	if (names?.[seat]) return names[seat];
	const place = t(`place_${(seat - dealer + players.length) % players.length}`);
	return seat === view ? t("who_sent_it", { name: place }) : place;
}

export function seatName(round, seat) {
	const { evening } = get();
	const name = plainName(round, seat);
	const isMe = evening && evening.names[evening.me] === name && (evening.me === seat || seatsByName(round.names, evening));
	return isMe ? t("that_is_me", { name }) : name;
}

export const seatOptions = (round, seats = seatsOf(round)) => seats.map((seat) => ({ value: seat, label: seatName(round, seat) }));

/** Chinese as the rule set has it (`label`) or as the page does; English with the Chinese beside it. */
export function term(code, label, english) {
	const words = english ?? t(`term_${code}`) ?? code;
	if (language() === "zh") return label ?? words;
	return label ? `${words} ${label}` : words;
}

export const reasonName = (code, { label, label_en }) => term(code, label, label_en && named(label_en));

export function kongName({ kind }) {
	const rules = book(get());
	return term(kind, kind === "pong" || !rules ? undefined : rules.kongs[kind]);
}

export const fedBy = (round, { kind, from, confirmed }) =>
	(from == null ? "" : t("fed_by", { who: seatName(round, from) })) + (confirmed || kind === "concealed" ? "" : t("by_photo"));

export function chickenName(kind, turned) {
	const rules = book(get());
	const mark = rules && turnedKinds(rules, turned).includes(kind) ? t(isGolden(rules, kind) ? "golden_mark" : "turned_mark") : "";
	return tileName(kind) + mark;
}

/** Which kinds a turned tile makes chickens, in words. */
export function turnedWords(turned, rules = book(get())) {
	const kinds = turnedKinds(rules, turned);
	const words = kinds.map((kind) => t(isGolden(rules, kind) ? "is_golden" : "is_chicken", { tile: tileName(kind) }));
	return t("turned_is", { turned: tileName(turned), what: words.join(t("and")) || t("no_chicken") });
}
