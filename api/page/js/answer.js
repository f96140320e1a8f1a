// Step three: what it was, who pays whom and why, what was waived and assumed; kept as a link and as a picture.

import { DoubtsLeft } from "./doubts_view.js";
import { payments, placeOf, sameDeal } from "./evening.js";
import { record, toNext } from "./evening_actions.js";
import { gapName, toGap } from "./facts.js";
import { fromFragment } from "./link.js";
import { reasonName, seatName, sharedName, term } from "./names.js";
import { copyText, download, stamped } from "./outgoing.js";
import { Pattern, Preview } from "./preview.js";
import { missing } from "./round.js";
import { book, wants } from "./rulebook.js";
import { settleAgain, settleRound, startRound, tellSender } from "./settling.js";
import { set } from "./store.js";
import { assumedWords, settledBy } from "./summary.js";
import { Choice, Face, html, Problem } from "./view.js";
import { money, t } from "./words.js";

const PASSING = ["offline", "slow", "busy", "odd_answer", "internal"]; // the same question may be answered a moment later

export function Answer({ state }) {
	const { answer, dirty } = state;
	const ask = !answer || (dirty && answer.settlement);
	const busy = answer ? answer.busy : !state.rules && !state.rulesProblem;
	return html`<section aria-labelledby="answer-title">
		<h2 id="answer-title" tabindex="-1">${t("answer_title")}</h2>
		${!answer && !busy && html`<p>${t("nothing_settled")}</p>`}
		${ask && book(state) && html`<div class="gaps">${answer && html`<p>${t("changed_since")}</p>`}<${Gaps} state=${state} /></div>`}
		${busy && html`<p class="waiting"><span class="spinner" aria-hidden="true"></span> ${t("settling")}</p>`}
		${answer?.problem && html`<${Problem} problem=${answer.problem} /><p class="row">
			${PASSING.includes(answer.problem.code) && answer.kept && html`<button class="primary" onClick=${settleAgain}>${t("try_again")}</button>`}
			<a class="button" href="#facts">${t("back_to_facts")}</a></p>`}
		${answer?.settlement && html`<${Settled} kept=${answer.kept} settlement=${answer.settlement} state=${state} />`}
	</section>`;
}

function Gaps({ state }) {
	const gaps = missing(state.round, wants(state));
	if (!gaps.length) return html`<p class="row"><button class="primary" onClick=${settleRound}>${t("settle")}</button><a class="button" href="#facts">${t("back_to_facts")}</a></p>`;
	const go = (gap) => setTimeout(() => toGap(gap), 50); // when the facts are there
	return html`<p>${t("still_missing")}</p><p class="row">${gaps.map((gap) => html`<a class="button" href="#facts" key=${gap}
		onClick=${() => go(gap)}>${gapName(state.round, gap)}</a>`)}</p>`;
}

function Settled({ kept, settlement, state }) {
	const { round, previews } = state;
	const preview = previews[round.me];
	const table = { players: kept.deal.players, names: kept.names };
	const who = (seat) => seatName(table, seat);
	const { transfers, waived, balance, winners } = settlement;
	const won = (winner) => html`<div class="winner" key=${winner.seat}><h3>${t("won", { who: who(winner.seat) })}</h3><${Pattern} hand=${winner} /></div>`;
	const standing = (units, seat) => html`<tr key=${seat} class=${units > 0 ? "plus" : ""}>
		<th scope="row">${who(seat)}${settlement.ready[seat] ? html` <small>${t("was_ready_short")}</small>` : ""}</th>
		<td>${money(units, true)}</td>
		<td>${money(settlement.money[seat], true)}</td>
	</tr>`;
	const line = (one, at) => html`<li key=${at}><${Line} line=${one} deal=${kept.deal} /></li>`;
	return html`<p class="note" id="settled-by">${settledBy(kept.deal, who).join(" · ")}</p>
		${winners.map(won)}
		${!winners.length && html`<p class="pattern"><strong>${t(kept.deal.wins.length ? "all_void" : "nobody_won")}</strong></p>`}
		${!winners.some(({ seat }) => seat === round.me) && preview && html`<h3>${t("hand_of", { who: who(round.me) })}</h3><${Preview} preview=${preview} />`}
		<table class="balance">
			<caption class="quiet">${t("balance")}</caption>
			<thead><tr><th scope="col">${t("player")}</th><th scope="col">${t("units")}</th><th scope="col">${t("money")}</th></tr></thead>
			<tbody>${balance.map(standing)}</tbody>
		</table>
		<${DoubtsLeft} state=${state} kept=${kept} />
		<h3>${t("netted")}</h3>
		<${Payments} sums=${settlement.money} who=${who} />
		<${Assumed} words=${assumedWords(kept, settlement, who)} />
		<h3>${t("why")}</h3>
		${pairs(transfers).map(({ payers, payee, lines, sum }) => html`<div class="pair" key=${`${payers} ${payee}`}>
			<h4>${paying(payers, payee, who)} <span>${t("n_units", { n: sum })}</span></h4>
			<ul class="lines">${lines.map(line)}</ul>
		</div>`)}
		${!transfers.length && html`<p>${t("nobody_pays")}</p>`}
		${waived.length > 0 && html`<h3>${t("waived")}</h3>${pairs(waived).map(({ payers, payee, lines }) => html`<div class="waived" key=${`${payers} ${payee}`}>
			<del>${paying(payers, payee, who)}<ul class="lines">${lines.map(line)}</ul></del>
			<span class="cause">${[...new Set(lines.map(({ because }) => term(because)))].join(t("and"))}</span></div>`)}`}
		<p class="next">${t("next_dealer", { who: who(settlement.next_dealer) })} ${settlement.next_streak > 1 ? t("streak_of", { n: settlement.next_streak }) : ""}</p>
		<${Keep} kept=${kept} settlement=${settlement} table=${table} state=${state} />`;
}

const ABOUT_A_TILE = ["win", "robbed_kong", "kong", "chicken", "charge", "liable_chicken", "liable_kong", "caught_kong"];

export function reckoned({ reason, units, count }, { streak = 1 }) {
	if (reason === "dealer" && units > streak) return `${streak} + ${units - streak}`;
	return count > 1 ? `${units} × ${count}` : "";
}

function Line({ line, deal }) {
	const from = reckoned(line, deal);
	return html`<span class="line">
		${line.tile && ABOUT_A_TILE.includes(line.reason) && html`<${Face} tile=${line.tile} />`}<span>${reasonName(line.reason, line)}${line.reason === "dealer" && html` <small>${t("dealer_units", { n: deal.streak ?? 1 })}</small>`}</span>${" "}
		<span class="sum">${from && `${from} = `}${line.amount}</span>
	</span>`;
}

/** Lines by (payer, payee), the dearest first; payers who owe one payee the very same are one: [{payers, payee, lines, sum}]. */
export function pairs(transfers) {
	const found = new Map();
	for (const line of transfers) {
		const key = `${line.payer} ${line.payee}`;
		found.set(key, [...(found.get(key) ?? []), line]);
	}
	const alike = new Map();
	for (const lines of found.values()) {
		const [{ payer, payee }] = lines;
		const key = JSON.stringify([payee, lines.map(({ payer, ...same }) => same)]);
		const payers = [...(alike.get(key)?.payers ?? []), payer];
		alike.set(key, { payers, payee, lines, sum: lines.reduce((sum, line) => sum + line.amount, 0) });
	}
	return [...alike.values()].sort((a, b) => b.sum - a.sum);
}

export const paying = (payers, payee, who) => t(payers.length > 1 ? "each_pays" : "pays", { from: payers.map(who).join(t("and")), to: who(payee) });

export const Payments = ({ sums, who }) =>
	html`<ul class="payments" aria-label=${t("fewest_payments")}>
		${payments(sums).map(
			(one) => html`<li key=${`${one.from} ${one.to}`}><span>${paying([one.from], one.to, who)}</span> <strong>${money(one.money)}</strong></li>`,
		)}
	</ul>`;

/** Worth a look before money changes hands. */
const Assumed = ({ words }) =>
	words.length > 0 &&
	html`<div class="assumed">
		<h3>${t("assumed")}</h3>
		<ul>${words.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
		<a href="#facts">${t("say_otherwise")}</a>
	</div>`;

function Keep({ kept, settlement, table, state: { answer, evening, place, copied } }) {
	const link = location.href;
	const fits = evening?.names.length === kept.deal.players.length;
	return html`<div class="action">
		${fits && answer.opened ? html`<${Sender} kept=${kept} names=${evening.names} />` : fits
			? html`<${Record} kept=${kept} settlement=${settlement} evening=${evening} at=${placeOf(evening, place)} />`
			: html`<button class="big" id="again" onClick=${() => again({ ...kept, names: answer.opened ? null : kept.names }, settlement)}>${t("another_round")}</button>`}
		<div class="row">
			<button id="copy" onClick=${() => copyText(link)}>${copied ? t("copied") : t("copy_link")}</button>
			<button id="picture" onClick=${() => save(kept, settlement, (seat) => sharedName({ ...table, dealer: kept.deal.dealer, view: kept.view }, seat))}>${t("save_picture")}</button>
		</div>
		<label class="field">${t("link")} <input id="link" readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
	</div>`;
}

/** Somebody else's round: nothing is booked to anybody before it is known who is who. */
const Sender = ({ kept, names }) =>
	html`<${Choice} id="q-sender" legend=${fromFragment(location.hash)?.names ? t("who_is", { name: kept.names[kept.view] }) : t("who_is_sender")} note=${t("sender_note")} missing
		options=${names.map((label, value) => ({ value, label }))} onPick=${tellSender} />`;

/** Into the evening, once; `at`: the place of this round there, −1 for none. */
function Record({ kept, settlement, evening, at }) {
	const anew = { n: evening.rounds.length + 1 };
	if (at < 0) return html`<button class="big primary" id="record" onClick=${() => record(kept, settlement)}>${t("record", anew)}</button>`;
	const same = sameDeal(evening.rounds[at], kept);
	return html`${same
			? html`<p class="good" id="recorded">${t("was_recorded", { n: at + 1 })}</p><button class="big primary" onClick=${toNext}>${t("next_round", anew)}</button>`
			: html`<button class="big primary" id="record" onClick=${() => record(kept, settlement)}>${t("record_again", { n: at + 1 })}</button>`}
		<div class="row">${same && html`<a class="button" href="#facts" onClick=${() => set({ editing: true })}>${t("edit_round")}</a>`}
			<button id="record-anew" onClick=${() => record(kept, settlement, true)}>${t("record_too", anew)}</button></div>`;
}

function again({ deal, names }, { next_dealer, next_streak }) {
	const { rules, options, stake, players } = deal;
	startRound({ rules, options, stake, names, seats: players.length, dealer: next_dealer, streak: next_streak });
	location.hash = "#hand";
}

async function save(kept, settlement, who) {
	const titled = (lines) => pairs(lines).map((pair) => ({ ...pair, title: paying(pair.payers, pair.payee, who) }));
	const { paint } = await import("./picture.js"); // few want it: not loaded before
	const unseen = kept.doubts.length ? [t("doubts_left", { n: kept.doubts.length })] : [];
	const picture = await paint({
		head: settledBy(kept.deal, who),
		assumed: [...assumedWords(kept, settlement, who), ...unseen],
		settlement,
		who,
		pairs: titled(settlement.transfers),
		waived: titled(settlement.waived),
	});
	download(picture, stamped("png"));
}
