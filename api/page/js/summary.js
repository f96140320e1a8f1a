// In words: what a deal was settled by and what nobody had said of it.

import { miscounted, theirs } from "./assumed.js";
import { fromDeal } from "./deal.js";
import { kongName, turnedWords } from "./names.js";
import { bookOf, titleOf, wants } from "./rulebook.js";
import { get } from "./store.js";
import { isKind, tileName } from "./tiles.js";
import { fill, language, money, phraseOf, t } from "./words.js";

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

const WHO = "{who}";

/** What the page took to be so and, in the API's sentences, what the API did; of several seats in one, each once. */
export function assumedWords({ deal, assumed }, settlement, who) {
	const { rules } = get();
	const asked = !rules || wants({ rules, round: fromDeal(deal) }).ready;
	const about = new Map();
	for (const { code, given, seats } of [...[...assumed, ...miscounted(deal)].map((one) => own(one, deal, who)), ...theirs(settlement, asked)]) {
		const text = fill(phraseOf(`assumed_${code}`) ?? rules?.assumed[code]?.[language()], { ...given, who: WHO });
		if (text) about.set(text, new Set([...(about.get(text) ?? []), ...seats]));
	}
	return [...about].map(([text, seats]) => text.replace(WHO, [...seats].map(who).join(t("and"))));
}

/** A code of the page, "chickens:2", in parts. */
function own(one, deal, who) {
	const [code, ...rest] = one.split(":");
	const given = { n: money(deal.stake ?? 1) };
	const seats = [];
	for (const part of rest) {
		if (isKind(part)) given.tile = tileName(part);
		else if (/^\d+$/.test(part)) seats.push(Number(part));
		else if (part) given.how = part;
	}
	if (code === "fate") return { code: `fate_${given.how}`, given, seats };
	if (code === "meld") {
		const from = seats.splice(1);
		given.how = [kongName({ kind: given.how }), ...from.map((seat) => t("fed_by", { who: who(seat) }))].join(" · ");
	}
	return { code, given, seats };
}
