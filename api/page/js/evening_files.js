// An evening as a file and back: JSON, and CSV for people and spreadsheets.

import { cents, newEvening } from "./evening.js";

export const toJson = ({ past, ...evening }) => JSON.stringify(evening, null, 1);

export function fromJson(text) {
	const evening = JSON.parse(text);
	if (evening?.version !== 1) throw new Error(`version ${evening?.version}`);
	return checked(evening);
}

function checked(evening) {
	const { names, rounds } = evening;
	if (!Array.isArray(names) || names.length < 3 || names.length > 4) throw new Error("names");
	if (!Array.isArray(rounds)) throw new Error("rounds");
	rounds.forEach((round, at) => {
		const line = `round ${at + 1}`;
		for (const key of ["money", "balance"]) {
			if (!Array.isArray(round[key]) || round[key].length !== names.length || !round[key].every(Number.isFinite)) throw new Error(`${line}: ${key}`);
		}
		if (cents(round.money.reduce((a, b) => a + b, 0)) !== 0) throw new Error(`${line}: ${round.money.join(" ")} ≠ 0`);
		if (!(round.next_dealer in names) || !(round.next_streak >= 1)) throw new Error(`${line}: next_dealer`);
		if (round.deal && round.deal.players?.length !== names.length) throw new Error(`${line}: deal`);
		if (!Array.isArray(round.winners) || !round.winners.every(({ seat }) => seat in names)) throw new Error(`${line}: winners`);
	});
	return newEvening({ ...evening, names: names.map(String), past: [] });
}

// CSV: one line a round; the last column holds what only this page needs.
const AFTER = ["won", "next_dealer", "next_streak", "more"];
const RULED = ["rules", "options", "stake", "dealer", "streak"];

/** Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
const safe = (text) => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text);
const unsafe = (text) => (text.startsWith("'") ? text.slice(1) : text);
const cell = (value) => {
	const text = typeof value === "number" ? String(value) : safe(value);
	return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function toCsv(evening) {
	const { names } = evening;
	const head = ["round", "at", ...names.map((name) => `${name} money`), ...names.map((name) => `${name} units`), ...AFTER];
	const lines = evening.rounds.map((round, at) => [
		at + 1,
		round.at,
		...round.money,
		...round.balance,
		round.winners.map(({ seat, label }) => `${names[seat]} ${label}`).join("、"),
		round.next_dealer,
		round.next_streak,
		JSON.stringify({ deal: round.deal, assumed: round.assumed, winners: round.winners }),
	]);
	const setup = ["evening", JSON.stringify(Object.fromEntries(RULED.map((key) => [key, evening[key]])))];
	return `\uFEFF${[head, ...lines, setup].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

export function fromCsv(text) {
	const [head, ...lines] = rows(text.replace(/^\uFEFF/, "")).filter((line) => line.length > 1);
	const seats = (head.length - 2 - AFTER.length) / 2;
	if (head[0] !== "round" || !Number.isInteger(seats)) throw new Error(head.join(","));
	const names = head.slice(2, 2 + seats).map((name) => unsafe(name).replace(/ money$/, ""));
	const setup = lines.find((line) => line[0] === "evening");
	const rounds = lines
		.filter((line) => line !== setup)
		.map((line) => {
			const [, dealer, streak, more] = line.slice(2 + 2 * seats);
			return {
				at: line[1],
				money: line.slice(2, 2 + seats).map(Number),
				balance: line.slice(2 + seats, 2 + 2 * seats).map(Number),
				next_dealer: Number(dealer),
				next_streak: Number(streak),
				...JSON.parse(more),
			};
		});
	return checked({ ...(setup ? JSON.parse(setup[1]) : {}), names, rounds });
}

function rows(text) {
	const all = [[""]];
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const letter = text[at];
		const line = all[all.length - 1];
		if (quoted) {
			if (letter !== '"') line[line.length - 1] += letter;
			else if (text[at + 1] === '"') line[line.length - 1] += text[++at];
			else quoted = false;
		} else if (letter === '"') quoted = true;
		else if (letter === ",") line.push("");
		else if (letter === "\n") all.push([""]);
		else if (letter !== "\r") line[line.length - 1] += letter;
	}
	return all;
}
