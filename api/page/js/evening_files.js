// An evening as a file and back: JSON, and CSV for people and spreadsheets.

import { cents, newEvening, running, seatsOfRound } from "./evening.js";
import { extraIn } from "./extra.js";

export const toJson = ({ past, ...evening }) => JSON.stringify(evening, null, 1);

export function fromJson(text) {
	const evening = JSON.parse(text);
	if (evening?.version !== 1) throw new Error(`version ${evening?.version}`);
	return checked(evening);
}

function checked(evening) {
	const { names, rounds } = evening;
	if (!Array.isArray(names) || names.length < 2 || names.length > 4) throw new Error("names");
	if (!Array.isArray(rounds)) throw new Error("rounds");
	rounds.forEach((round, at) => {
		const line = `round ${at + 1}`;
		for (const key of ["money", "balance"]) {
			if (!Array.isArray(round[key]) || round[key].length !== names.length || !round[key].every(Number.isFinite)) throw new Error(`${line}: ${key}`);
		}
		if (cents(round.money.reduce((a, b) => a + b, 0)) !== 0) throw new Error(`${line}: ${round.money.join(" ")} ≠ 0`);
		if (!(round.next_dealer in names) || !(round.next_streak >= 1)) throw new Error(`${line}: next_dealer`);
		if (round.deal && round.deal.players?.length !== names.length) throw new Error(`${line}: deal`);
		if (round.seats && [...round.seats].sort().join() !== names.map((_, seat) => seat).join()) throw new Error(`${line}: seats`);
		if (!Array.isArray(round.winners) || !round.winners.every(({ seat }) => seat in names)) throw new Error(`${line}: winners`);
	});
	const lined = rounds.map((round) => (round.extra ? { ...round, extra: extraIn(round.extra, names.length) } : round));
	return newEvening({ ...evening, names: names.map(String), rounds: lined, past: [] });
}

// CSV: a line a round and player, for people; the last column holds what only this page needs.
const MARK = "zhuoji";
const HEAD = ["局", "时间", "谁", "个", "钱", "累计", "胡", "庄", MARK];

/** Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers. */
const safe = (text) => (/^[=+\-@\t\r']/.test(text) ? `'${text}` : text);
const unsafe = (text) => (text.startsWith("'") ? text.slice(1) : text);
const cell = (value) => {
	const text = typeof value === "number" ? String(value) : safe(value);
	return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param {Evening} evening */
export function toCsv(evening) {
	const { names, rounds, past, ...setup } = evening;
	const sums = running(evening);
	const line = (round, at, seat) => [
		at + 1,
		round.at,
		names[seat],
		round.balance[seat],
		round.money[seat],
		sums[at][seat],
		round.winners.filter((one) => one.seat === seat).map(({ label }) => label).join("、"),
		round.deal && seatsOfRound(evening, round)[round.deal.dealer] === seat ? "庄" : "",
		seat ? "" : JSON.stringify(round),
	];
	const lines = rounds.flatMap((round, at) => names.map((_, seat) => line(round, at, seat)));
	const last = [...HEAD.slice(1).map(() => ""), JSON.stringify({ ...setup, names })];
	return `\uFEFF${[HEAD, ...lines, last].map((one) => one.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Raises Error where the columns for people say something else than the one for this page: they were edited. */
export function fromCsv(text) {
	const [head, ...lines] = rows(text.replace(/^\uFEFF/, "")).filter((line) => line.length > 1);
	if (head.at(-1) !== MARK) throw new Error(head.join(","));
	const last = lines.findIndex(([at]) => at === "");
	if (last < 0) throw new Error(`no line with ${MARK} alone`);
	const { names, ...setup } = JSON.parse(String(lines[last].at(-1)));
	const rounds = lines.slice(0, last).filter((line) => line.at(-1)).map((line) => JSON.parse(String(line.at(-1))));
	const evening = checked({ ...setup, names, rounds });
	for (const [place, [at, , name, , money]] of lines.slice(0, last).entries()) {
		const [round, seat] = [Math.floor(place / names.length), place % names.length];
		if (Number(money) !== rounds[round]?.money[seat] || unsafe(name) !== names[seat]) throw new Error(`round ${at}: ${name} ${money}`);
	}
	return evening;
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
