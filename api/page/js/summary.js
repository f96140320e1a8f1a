// In words: what a deal was settled by and what nobody had said of it.

import { miscounted, theirs } from "./assumed.js";
import { fromDeal } from "./deal.js";
import { kongName, turnedWords } from "./names.js";
import { bookOf, titleOf, wants } from "./rulebook.js";
import { get } from "./store.js";
import { isKind, tileName } from "./tiles.js";
import { language, money, t } from "./words.js";

export function settledBy(deal, who) {
	const rules = bookOf(get().rules, deal.rules, deal.options);
	const turned = deal.turned ? turnedWords(deal.turned, rules) : deal.wins?.length && deal.turned === null && t("none_left");
	return [
		rules && titleOf(rules),
		...(rules?.chosen ?? []).map((name) => rules?.options[name][language() === "zh" ? "label" : "label_en"]),
		t("stake_is", { n: money(deal.stake ?? 1) }),
		t("dealt_by", { who: who(deal.dealer ?? 0), n: deal.streak ?? 1 }),
		deal.weekday && t(`day_${deal.weekday}`),
		turned,
	].filter(Boolean);
}

/** Those that say the same of several seats in one, each once. */
export function assumedWords({ deal, assumed }, settlement, who) {
	const asked = !get().rules || wants({ rules: get().rules, round: fromDeal(deal) }).ready;
	const about = new Map();
	for (const one of [...assumed, ...miscounted(deal), ...theirs(settlement, asked)]) {
		const [code, ...rest] = one.split(":");
		const given = { n: money(deal.stake ?? 1) };
		const seats = [];
		for (const part of rest) {
			if (isKind(part)) given.tile = tileName(part);
			else if (/^\d+$/.test(part)) seats.push(Number(part));
			else if (part) given.how = part;
		}
		if (code === "ready_units") given.value = seats.pop();
		if (code === "meld") {
			const from = seats.splice(1);
			given.how = kongName({ kind: given.how }) + (from.length ? t("fed_by", { who: who(from[0]) }) : "");
		}
		const name = code === "fate" ? `assumed_fate_${given.how}` : `assumed_${code}`;
		const key = JSON.stringify([name, given]);
		if (t(name)) about.set(key, { name, given, seats: new Set([...(about.get(key)?.seats ?? []), ...seats]) });
	}
	return [...about.values()].map(({ name, given, seats }) => t(name, { ...given, who: [...seats].map(who).join(t("and")) }));
}
