// An evening: who sits where, the rounds that were settled, what everybody has won or lost. Pure.
//
// Evening: {version: 1, names, rules, options, stake, dealer, streak, rounds, past}; dealer and streak are those of the first
// round, `past` the lists of rounds before the last changes (for undo, newest last).
// Settled round: {at, deal, assumed, winners: [{seat, pattern, label}], balance, money, next_dealer, next_streak}; `deal` null: entered by hand.

const KEPT_CHANGES = 20;

export const newEvening = (given) => ({ version: 1, options: {}, stake: 1, dealer: 0, streak: 1, rounds: [], past: [], ...given });

const cents = (money) => Math.round(money * 100);

/** Money of each seat over all rounds, in hundredths (exact for any stake with two decimals). */
export const totals = (evening) =>
	evening.names.map((_, seat) => evening.rounds.reduce((sum, round) => sum + cents(round.money[seat]), 0) / 100);

/** Running money after each round. */
export function running(evening) {
	const sums = evening.names.map(() => 0);
	return evening.rounds.map((round) => sums.map((_, seat) => (sums[seat] += cents(round.money[seat]))).map((sum) => sum / 100));
}

/** Who deals the round at this place (default: the next one), and how many times in a row. */
export function dealing(evening, at = evening.rounds.length) {
	const before = evening.rounds[at - 1];
	return before ? { dealer: before.next_dealer, streak: before.next_streak } : { dealer: evening.dealer, streak: evening.streak };
}

/** Places of rounds that were settled with another dealer or streak than the round before hands on. */
export const broken = (evening) =>
	evening.rounds.flatMap((round, at) => {
		const { dealer, streak } = dealing(evening, at);
		return round.deal && (round.deal.dealer !== dealer || (round.deal.streak ?? 1) !== streak) ? [at] : [];
	});

const changed = (evening, rounds) => ({ ...evening, rounds, past: [...evening.past, evening.rounds].slice(-KEPT_CHANGES) });

export const withRound = (evening, round, at = evening.rounds.length) =>
	changed(evening, [...evening.rounds.slice(0, at), round, ...evening.rounds.slice(at + 1)]);

export const withoutRound = (evening, at) => changed(evening, evening.rounds.filter((_, place) => place !== at));

/** The last change taken back, whatever it was. */
export const undone = (evening) =>
	evening.past.length ? { ...evening, rounds: evening.past.at(-1), past: evening.past.slice(0, -1) } : evening;

/**
 * The fewest payments that settle these balances (money, summing to zero): [{from, to, money}].
 * Exact: n players in k groups that each sum to zero need n − k payments, so the most groups are sought.
 */
export function payments(money) {
	const owed = money.map(cents);
	const debt = owed.map((sum, seat) => ({ seat, sum })).filter(({ sum }) => sum !== 0);
	return groups(debt).flatMap(chain);
}

function groups(debt) {
	if (!debt.length) return [];
	const [first, ...rest] = debt;
	let best = [debt];
	for (let mask = 0; mask < 2 ** rest.length; mask++) {
		const inside = [first, ...rest.filter((_, at) => mask & (1 << at))];
		if (inside.length === debt.length || inside.reduce((sum, one) => sum + one.sum, 0) !== 0) continue;
		const split = [inside, ...groups(rest.filter((_, at) => !(mask & (1 << at))))];
		if (split.length > best.length) best = split;
	}
	return best;
}

/** One group: the largest debtor pays the largest creditor until nothing is left, one payment fewer than people. */
function chain(group) {
	const people = group.map((one) => ({ ...one }));
	const paid = [];
	for (let turn = 1; turn < group.length; turn++) {
		people.sort((a, b) => a.sum - b.sum);
		const [debtor, creditor] = [people[0], people.at(-1)];
		const sum = Math.min(-debtor.sum, creditor.sum);
		if (sum <= 0) break;
		paid.push({ from: debtor.seat, to: creditor.seat, money: sum / 100 });
		debtor.sum += sum;
		creditor.sum -= sum;
	}
	return paid;
}

/** An evening as JSON text; the undo history stays here. */
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

// CSV: one line a round for people and spreadsheets; the last column holds what only this page needs.
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

/** RFC 4180: quoted cells may hold commas, quotes and line breaks. */
function rows(text) {
	const all = [[""]];
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const letter = text[at];
		const line = all.at(-1);
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
