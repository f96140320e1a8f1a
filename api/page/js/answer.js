// Step three: what it was, who pays whom and why, what was waived and assumed; kept as a link and as a picture.

import { payments } from "./evening.js";
import { Look, Pattern } from "./look.js";
import { said, seatName, term } from "./names.js";
import { startRound } from "./settling.js";
import { record } from "./table.js";
import { say, set } from "./store.js";
import { named, tileName } from "./tiles.js";
import { Face, Problem, html } from "./view.js";
import { language, money, t } from "./words.js";

export function Answer({ state }) {
	const { answer } = state;
	return html`<section aria-labelledby="answer-title">
		<h2 id="answer-title" tabindex="-1">${t("answer_title")}</h2>
		${!answer && html`<p>${t("nothing_settled")}</p>`}
		${answer?.busy && html`<p class="waiting"><span class="spinner" aria-hidden="true"></span> ${t("settling")}</p>`}
		${answer?.problem && html`<${Problem} problem=${answer.problem} /><p class="row"><a class="button"
			href="#facts">${t("back_to_facts")}</a></p>`}
		${answer?.settlement && html`<${Settled} kept=${answer.kept} settlement=${answer.settlement} state=${state} />`}
	</section>`;
}

function Settled({ kept, settlement, state }) {
	const { round, looks } = state;
	const look = looks[round.me];
	const who = (seat) => seatName({ players: kept.deal.players, names: kept.names }, seat);
	const { transfers, waived, balance, winners } = settlement;
	const won = (winner) => html`<div class="winner" key=${winner.seat}><h3>${t("won", { who: who(winner.seat) })}</h3><${Pattern} hand=${winner} /></div>`;
	const standing = (units, seat) => html`<tr key=${seat} class=${units > 0 ? "plus" : ""}>
		<th scope="row">${who(seat)}${settlement.ready[seat] ? html` <small>${t("was_ready_short")}</small>` : ""}</th>
		<td>${money(units, true)}</td>
		<td>${money(settlement.money[seat], true)}</td>
	</tr>`;
	return html`${winners.map(won)}
		${!winners.length && html`<p class="pattern"><strong>${t(kept.deal.wins.length ? "all_void" : "nobody_won")}</strong></p>`}
		${!winners.some(({ seat }) => seat === round.me) && look && html`<h3>${t("hand_of", { who: who(round.me) })}</h3><${Look} look=${look} />`}
		<table class="balance">
			<caption class="quiet">${t("balance")}</caption>
			<thead><tr><th scope="col">${t("player")}</th><th scope="col">${t("units")}</th><th scope="col">${t("money")}</th></tr></thead>
			<tbody>${balance.map(standing)}</tbody>
		</table>
		<${Payments} sums=${settlement.money} who=${who} />
		<h3>${t("why")}</h3>
		${pairs(transfers).map(({ payers, payee, lines, sum }) => html`<div class="pair" key=${`${payers} ${payee}`}>
			<h4>${paying(payers, payee, who)} <span>${t("n_units", { n: sum })}</span></h4>
			<ul class="lines">${lines.map((line, at) => html`<li key=${at}><${Line} line=${line} /></li>`)}</ul>
		</div>`)}
		${!transfers.length && html`<p>${t("nobody_pays")}</p>`}
		${waived.length > 0 && html`<h3>${t("waived")}</h3><ul class="lines waived">${waived.map((line, at) => html`<li key=${at}>
			<del>${paying([line.payer], line.payee, who)} <${Line} line=${line} /></del> <span class="cause">${term(line.because)}</span></li>`)}</ul>`}
		<${Assumed} kept=${kept} assumed=${settlement.assumed} who=${who} />
		<p class="next">${t("next_dealer", { who: who(settlement.next_dealer) })} ${settlement.next_streak > 1 ? t("streak_of", { n: settlement.next_streak }) : ""}</p>
		<${Keep} kept=${kept} settlement=${settlement} who=${who} state=${state} />`;
}

const Line = ({ line }) =>
	html`<span class="line">
		${line.tile && html`<${Face} tile=${line.tile} />`}<span>${said(line.reason, line)}</span>${" "}
		<span class="sum">${line.count > 1 ? `${line.units} × ${line.count} = ` : ""}${line.amount}</span>
	</span>`;

/** Lines by (payer, payee), the dearest first; players who owe one payee the very same lines are one: [{payers, payee, lines, sum}]. */
export function pairs(transfers) {
	const found = new Map();
	for (const line of transfers) {
		const key = `${line.payer} ${line.payee}`;
		found.set(key, [...(found.get(key) ?? []), line]);
	}
	const alike = new Map();
	for (const lines of found.values()) {
		const [{ payer, payee }] = lines;
		const key = JSON.stringify([payee, lines.map(({ reason, label, units, count, tile }) => [reason, label, units, count, tile])]);
		const payers = [...(alike.get(key)?.payers ?? []), payer];
		alike.set(key, { payers, payee, lines, sum: lines.reduce((sum, line) => sum + line.amount, 0) });
	}
	return [...alike.values()].sort((a, b) => b.sum - a.sum);
}

export const paying = (payers, payee, who) => t(payers.length > 1 ? "each_pays" : "pays", { from: payers.map(who).join(t("and")), to: who(payee) });

/** The fewest payments that settle these balances. */
export const Payments = ({ sums, who }) =>
	html`<ul class="payments" aria-label=${t("fewest_payments")}>
		${payments(sums).map(
			(one) => html`<li key=${`${one.from} ${one.to}`}><span>${paying([one.from], one.to, who)}</span> <strong>${money(one.money)}</strong></li>`,
		)}
	</ul>`;

/** What nobody said: taken by the page or by the API. Worth a look before money changes hands. */
function Assumed({ kept, assumed, who }) {
	const { deal } = kept;
	const winner = deal.wins[0]?.seat;
	const mine = kept.assumed.map((code) => t(`assumed_${code}`, { who: who(code === "dealer" ? deal.dealer : (winner ?? 0)) })).filter(Boolean);
	const theirs = assumed.map((one) => {
		const about = { who: one.seat == null ? "" : who(one.seat), tile: one.tile ? tileName(one.tile) : "", value: String(one.value) };
		const words = t(`assumed_${one.code}${one.value === false ? "_no" : ""}`, about);
		return words ?? named((language() === "en" && one.message_en) || one.message);
	});
	if (!mine.length && !theirs.length) return null;
	return html`<div class="assumed">
		<h3>${t("assumed")}</h3>
		<ul>${[...mine, ...theirs].map((words) => html`<li key=${words}>${words}</li>`)}</ul>
		<a href="#facts">${t("say_otherwise")}</a>
	</div>`;
}

function Keep({ kept, settlement, who, state: { evening, place, copied } }) {
	const at = place ?? evening?.rounds.length;
	const link = location.href;
	return html`<div class="action">
		${evening?.names.length === kept.deal.players.length
			? html`<button class="big primary" id="record"
				onClick=${() => record(kept, settlement)}>${t(at < evening.rounds.length ? "record_again" : "record", { n: at + 1 })}</button>`
			: html`<button class="big" id="again" onClick=${() => again(kept, settlement)}>${t("another_round")}</button>`}
		<div class="row">
			<button id="copy" onClick=${() => copy(link)}>${copied ? t("copied") : t("copy_link")}</button>
			<button id="picture" onClick=${() => save(kept, settlement, who)}>${t("save_picture")}</button>
			${navigator.share && html`<button
				onClick=${() => navigator.share({ title: t("app"), url: link }).catch(() => {})}>${t("share")}</button>`}
		</div>
		<label class="field">${t("link")} <input id="link" readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
	</div>`;
}

/** The next round without an evening: who deals and how often is known from this one. */
function again({ deal, names }, { next_dealer, next_streak }) {
	const { rules, options, stake, players } = deal;
	startRound({ rules, options, stake, names, seats: players.length, dealer: next_dealer, streak: next_streak });
	location.hash = "#hand";
}

/** On plain HTTP a browser has no clipboard to write to; the field beside it can still be copied. */
async function copy(link) {
	try {
		await navigator.clipboard.writeText(link);
	} catch {
		document.getElementById("link").select();
		if (!document.execCommand("copy")) return;
	}
	set({ copied: true });
	say(t("copied"));
	setTimeout(() => set({ copied: false }), 3000);
}

async function save(kept, settlement, who) {
	const titled = pairs(settlement.transfers).map((pair) => ({ ...pair, title: paying(pair.payers, pair.payee, who) }));
	const { paint } = await import("./picture.js"); // few want it: not loaded before
	const picture = await paint({ kept, settlement, who, pairs: titled });
	download(picture, `zhuoji-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.png`);
}

export function download(blob, name) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
