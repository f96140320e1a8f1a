// An evening: who sits where, the rounds that were settled, what everybody has won or lost. Pure.
// Evening: `me`: whose phone it is; dealer and streak are those of the first round, `past` the rounds before the last changes (for undo).
// Settled round: {at: when it was recorded, which names it, deal, assumed, winners, balance, money, next_dealer, next_streak}.

const KEPT_CHANGES = 20;

export const newEvening = (given) => ({ version: 1, me: 0, options: {}, dealer: 0, streak: 1, rounds: [], past: [], ...given });

export const cents = (money) => Math.round(money * 100);

export const totals = (evening) =>
	evening.names.map((_, seat) => evening.rounds.reduce((sum, round) => sum + cents(round.money[seat]), 0) / 100);

export function running(evening) {
	const sums = evening.names.map(() => 0);
	return evening.rounds.map((round) => sums.map((_, seat) => (sums[seat] += cents(round.money[seat]))).map((sum) => sum / 100));
}

export function dealing(evening, at = evening.rounds.length) {
	const before = evening.rounds[at - 1];
	return before ? { dealer: before.next_dealer, streak: before.next_streak } : { dealer: evening.dealer, streak: evening.streak };
}

/** What is in force when the next round begins. @param {Evening} evening */
export function openingOf(evening) {
	const { names, me, rules, options, stake } = evening;
	return { names, me, rules, options, stake, seats: names.length, ...dealing(evening) };
}

/**
 * Where each seat of a round lies among the evening's: its players may have sat otherwise.
 * @param {Evening} evening
 * @param {SettledRound} round
 */
export const seatsOfRound = ({ names }, { seats }) => seats ?? names.map((_, seat) => seat);

/**
 * The names of a round, in the order in which its deal has its players.
 * @param {Evening} evening
 * @param {SettledRound} round
 */
export const namesOf = (evening, round) => seatsOfRound(evening, round).map((seat) => evening.names[seat]);

/** Where the people of `names` sit in the evening; null where they are others, or two are called alike. @returns {Seat[] | null} */
export function seatsByName(names, evening) {
	if (names?.length !== evening.names.length || new Set(names).size < names.length) return null;
	const seats = names.map((name) => evening.names.indexOf(name));
	return seats.includes(-1) ? null : seats;
}

/** Two players change places (换位): the rounds that were played stay theirs. @param {Evening} evening @returns {Evening} */
export function swapped(evening, one, other) {
	const to = (seat) => (seat === one ? other : seat === other ? one : seat);
	const moved = (list) => list.map((_, seat) => list[to(seat)]);
	const replaced = (round) => ({
		...round,
		seats: seatsOfRound(evening, round).map(to),
		balance: moved(round.balance),
		money: moved(round.money),
		winners: round.winners.map((winner) => ({ ...winner, seat: to(winner.seat) })),
		next_dealer: to(round.next_dealer),
	});
	return {
		...evening,
		names: moved(evening.names),
		me: to(evening.me),
		dealer: to(evening.dealer),
		rounds: evening.rounds.map(replaced),
		past: evening.past.map((rounds) => rounds.map(replaced)),
	};
}

/** By how many seats `names` are turned against the evening's; null where they are other people. */
export function turnedBy(names, evening) {
	if (names?.length !== evening.names.length) return null;
	const turns = names.map((_, by) => by).filter((by) => names.every((name, seat) => evening.names[(seat + by) % names.length] === name));
	return turns.length === 1 ? turns[0] : null;
}

/** The rounds of both, each once, as they were recorded. */
export function merged(evening, other) {
	const own = new Set(evening.rounds.map(({ at }) => at));
	const more = other.rounds.filter(({ at }) => !own.has(at));
	return more.length ? changed(evening, [...evening.rounds, ...more].sort((a, b) => (a.at < b.at ? -1 : 1))) : evening;
}

export const placeOf = (evening, at) => evening?.rounds.findIndex((round) => round.at === at) ?? -1;

/** Of two rounds, settled or kept: the same deal and the same lines by hand. */
export const sameDeal = (one, other) => Boolean(one?.deal && other?.deal) && essence(one) === essence(other);

const essence = ({ deal, extra }) => JSON.stringify([deal, extra ?? []]);

/** Places of rounds that were settled with another dealer or streak than the round before hands on. */
export const broken = (evening) =>
	evening.rounds.flatMap((round, at) => {
		const { dealer, streak } = dealing(evening, at);
		return at && round.deal && (seatsOfRound(evening, round)[round.deal.dealer] !== dealer || (round.deal.streak ?? 1) !== streak) ? [at] : [];
	});

const changed = (evening, rounds) => ({ ...evening, rounds, past: [...evening.past, evening.rounds].slice(-KEPT_CHANGES) });

export const withRound = (evening, round, at = evening.rounds.length) =>
	changed(evening, [...evening.rounds.slice(0, at), round, ...evening.rounds.slice(at + 1)]);

export const withoutRound = (evening, at) => changed(evening, evening.rounds.filter((_, place) => place !== at));

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
