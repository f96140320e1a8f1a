// A line by hand: what one player gives another beside what the rules pay, and why. The API knows nothing of it: it is added to its answer.

import { t } from "./words.js";

export const MOST_EXTRA = 100_000; // units

const lined = ({ from, to, units, why }) => ({
	payer: from, payee: to, reason: "by_hand", label: why || t("term_by_hand"), label_en: t("term_by_hand"), units, count: 1, amount: units, tile: null,
});

/** A settlement with the lines by hand: in the ledger, in the balance, in the money. Pure. */
export function withExtra(settlement, extra = [], stake = 1) {
	if (!extra.length) return settlement;
	const balance = [...settlement.balance];
	for (const { from, to, units } of extra) {
		balance[from] -= units;
		balance[to] += units;
	}
	const cents = (sum) => Math.round(sum * 100) / 100;
	const sums = settlement.money.map((sum, seat) => cents(sum + (balance[seat] - settlement.balance[seat]) * stake));
	return { ...settlement, balance, money: sums, transfers: [...settlement.transfers, ...extra.map(lined)] };
}

/** What of a link or a file is such a line: [] where it holds anything else. */
export function extraIn(told, seats) {
	const right = ({ from, to, units, why }) =>
		Number.isInteger(from) && Number.isInteger(to) && from !== to && from >= 0 && to >= 0 && from < seats && to < seats && units > 0 && units <= MOST_EXTRA && typeof why === "string";
	return Array.isArray(told) && told.every((one) => one && right(one)) ? told.map(({ from, to, units, why }) => ({ from, to, units, why })) : [];
}
