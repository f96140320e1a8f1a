// Step two: what a photo can't show.

import { asksHeavenly, asksKong, asksRefused } from "./assumed.js";
import { winnable } from "./deal.js";
import { DoubtsLeft } from "./doubts_view.js";
import { Extra } from "./extra_view.js";
import { House, WhichRules } from "./house.js";
import { chickenName, kongName, seatName, seatOptions, turnedWords } from "./names.js";
import { surplus, Together } from "./others.js";
import { People } from "./people.js";
import { Ready } from "./ready.js";
import { candidates, claimers, ENDS, ended, ending, fateOf, firstOf, KONGS, mayHold, missing, others, payers, seatsOf, winnersOf, wonTile } from "./round.js";
import { book, turnedKinds, wants } from "./rulebook.js";
import { changeRound, handOver } from "./seats.js";
import { settleRound } from "./settling.js";
import { Earthly, Missing, SideBets, Weekday } from "./some_tables.js";
import { get, set } from "./store.js";
import { Checks, Choice, Face, html, Problem, Question, Stepper, TileButton } from "./view.js";
import { t } from "./words.js";

export function Facts({ state }) {
	const { round } = state;
	if (!book(state)) return html`<section><h2 id="facts-title" tabindex="-1">${t("facts_title")}</h2>
		${state.rules ? html`<${Problem} problem=${{ code: "unknown_rules" }} /><${WhichRules} state=${state} />` : html`<p>${t("loading")}</p>`}</section>`;
	const need = wants(state);
	const gaps = missing(round, need);
	const end = ending(round);
	const isReady = !gaps.length && !surplus(round, need.firsts).length;
	return html`<section aria-labelledby="facts-title">
		<h2 id="facts-title" tabindex="-1">${t("facts_title")}</h2>
		<${House} state=${state} />
		<${End} state=${state} gaps=${gaps} need=${need} />
		<${Amiss} state=${state} />
		<${Dealer} state=${state} need=${need} />
		<${Weekday} round=${round} need=${need} />
		${end && end !== "drawn" && html`<${Turned} round=${round} gaps=${gaps} /> `}
		${end && end !== "drawn" && need.firsts.map((kind) => html`<${First} key=${kind} kind=${kind} state=${state} gaps=${gaps} />`)}
		<${Ready} state=${state} need=${need} />
		<${Missing} round=${round} need=${need} />
		<${SideBets} round=${round} need=${need} />
		<${People} state=${state} need=${need} gaps=${gaps} />
		${asksRefused(round, need) && html`<details><summary>${t("rare")}</summary><${Refused} round=${round} need=${need} /></details>`}
		<${Extra} round=${round} />
		<${DoubtsLeft} state=${state} />
		<${Together} state=${state} />
		<div class="action">
			${gaps.length > 0 && html`<p class="gaps" id="gaps">${t("still_missing")}${gaps.map((gap) => html` <a key=${gap} href="#facts"
				onClick=${(event) => {
					event.preventDefault();
					toGap(gap);
				}}>${gapName(round, gap)}</a>`)}</p>`}
			<button class=${isReady ? "big primary" : "big"} id="settle" aria-describedby=${gaps.length ? "gaps" : undefined}
				onClick=${() => (gaps.length ? toGap(gaps[0]) : settleRound())}>${t("settle")}</button>
		</div>
	</section>`;
}

export function toGap(gap) {
	const [name, seat] = gap.split(":");
	const place = document.getElementById(name === "hand" || name === "meld" ? `player-${seat}` : `q-${gap.replace(":", "-")}`);
	if (place instanceof HTMLDetailsElement) place.open = true;
	place?.scrollIntoView({ block: "center" });
	(/** @type {HTMLElement | null | undefined} */ (place?.querySelector("input, button, summary")) ?? place)?.focus({ preventScroll: true });
}

export function gapName(round, gap) {
	const [name, seat] = gap.split(":");
	return t(`gap_${name}`, { who: ["hand", "meld"].includes(name) ? seatName(round, Number(seat)) : "" });
}

const MISCOUNTED = ["win", "throws", "count"];

/** Who did not win, and shows too many tiles or too few: as they lie they count as 相公. A whole hand may be that of a winner who shows none. */
function Amiss({ state: { round, photos, previews } }) {
	const winners = winnersOf(round);
	const bare = winners.filter((seat) => !round.players[seat].seen);
	const seats = ending(round) ? seatsOf(round).filter((seat) => !winners.includes(seat) && MISCOUNTED.includes(previews[seat]?.kind)) : [];
	const told = (seat) => {
		const [who, { kind, more = 1 }] = [seatName(round, seat), previews[seat]];
		return kind === "win" ? t("won_all_the_same", { who }) : t("tiles_amiss", { who, how: t(more > 0 ? "too_many_tiles" : "too_few", { n: Math.abs(more) }) });
	};
	return seats.map((seat) => html`<div class="gaps amiss" role="status" key=${seat}><p>${told(seat)}</p><p class="row">
		${previews[seat].kind === "win" && !photos[seat]?.busy && bare.map((other) => html`<button class="small" key=${other}
			onClick=${() => handOver(seat, other)}>${t("it_is_theirs", { who: seatName(round, other) })}</button>`)}
		<a class="button small" href="#hand" onClick=${() => set({ seat, typing: false })}>${t("see_tiles")}</a></p></div>`);
}

function End({ state, gaps, need }) {
	const { round, previews } = state;
	const end = ending(round);
	const winners = winnersOf(round);
	return html`<${Choice} id="q-end" legend=${t("how_ended")} value=${end} assumed=${round.end === undefined && end} missing=${gaps.includes("end")} onPick=${(by) => changeRound(ended(round, by))}
			options=${ENDS.map((by) => ({ value: by, label: t(`end_${by}`) }))} />
		${end === "self_draw" && html`<${Choice} id="q-winner" legend=${t("who_won")} value=${winners[0]}
			assumed=${!round.winners?.length} options=${seatOptions(round)}
			onPick=${(seat) => changeRound(seat === winners[0] ? { winners: [seat] } : { winners: [seat], tile: undefined, after_kong: undefined })} />`}
		${["discard", "robbed_kong"].includes(end) && html`<${Checks} id="q-winner" legend=${t("who_won")} note=${t("several_may_win")}
			values=${winners} assumed=${!round.winners?.length}
				options=${seatOptions(round)} onPick=${(seats) => changeRound({ winners: chosenWinners(state, winners, seats) })} />
			<${Choice} id="q-from" legend=${t(end === "discard" ? "who_discarded" : "who_was_robbed")} value=${round.from}
				missing=${gaps.includes("from")}
				options=${seatOptions(round, payers(round))} onPick=${(from) => changeRound(from === round.from ? {} : { from, after_kong: undefined })} />`}
		${winners.length > 0 && html`<${Won} round=${round} need=${need} waits=${previews[winners[0]]?.waits} gaps=${gaps} />`}
		${asksKong(round) && html`<${AfterKong} round=${round} end=${end} winner=${winners[0]} gaps=${gaps} />`}
		${asksHeavenly(round, need) && html`<${Choice} id="q-heavenly" legend=${t("heavenly")} value=${round.heavenly ?? false}
			assumed=${round.heavenly === undefined} options=${["no", "yes"].map((word) => ({ value: word === "yes", label: t(word) }))}
			onPick=${(heavenly) => changeRound({ heavenly })} />`}
		<${Earthly} round=${round} need=${need} />`;
}

/** Beside one who is supposed to have won, and shows no winning hand, the first one named takes their place; who touches that one says so. */
const chosenWinners = ({ round, previews }, supposed, seats) => {
	if (round.winners?.length) return seats.sort((a, b) => a - b);
	const chosen = seats.filter((seat) => !supposed.includes(seat) || previews[seat]?.kind === "win");
	return chosen.length ? chosen.sort((a, b) => a - b) : supposed;
};

/** One of fourteen, that which lies apart before the others; else first from the waits. */
function Won({ round, need, waits = [], gaps }) {
	const won = wonTile(round);
	const whole = candidates(round);
	const among = whole && winnable(round, whole, need.firsts);
	const choices = round.players[winnersOf(round)[0]].apart ? null : among;
	const pick = (tile) => changeRound({ tile });
	const waited = () => winnable(round, waits.filter(({ tile, left }) => left || tile === won).map(({ tile }) => tile), need.firsts);
	const offered = choices ?? [...new Set([...(won ? [won] : []), ...(among ? [] : waited())])];
	return html`<${Question} id="q-tile" legend=${t("which_won")} missing=${gaps.includes("tile")}>
		<div class="tiles">
			${offered.map((tile) => html`<${TileButton} key=${tile} kind=${tile}
				aria-pressed=${String(tile === won)} onClick=${() => pick(tile)} />`)}
			${!choices && html`<button class="small" aria-haspopup="dialog"
				onClick=${() => set({ sheet: { kind: "pick", title: t("which_won"), then: pick, chosen: won, among } })}>${t(won ? "another" : "pick_tile")}</button>`}
		</div>
		${among?.length === 0 && html`<p class="note">${t("none_to_rob")}</p>`}
	</${Question}>`;
}

/** 杠上花: only where the winner has a kong. 热炮: the kong itself is asked for where it isn't known yet. */
function AfterKong({ round, end, winner, gaps }) {
	const own = end === "self_draw";
	const kinds = own ? KONGS.filter((kind) => round.players[winner].melds.some((meld) => meld.kind === kind)) : KONGS;
	return html`<${Choice} id="q-after_kong" legend=${own ? t("kong_bloom") : t("hot_shot", { who: seatName(round, round.from) })}
			note=${t(own ? "kong_bloom_note" : "hot_shot_note")} value=${round.after_kong ?? null} assumed=${round.after_kong === undefined}
			onPick=${(after_kong) => changeRound({ after_kong })}
			options=${[{ value: null, label: t("no") }, ...kinds.map((kind) => ({ value: kind, label: kongName({ kind }) }))]} />
		${gaps.includes("after_kong") &&
		html`<button onClick=${() => set({ sheet: { kind: "meld", seat: round.from, kong: round.after_kong } })}>${t("which_kong")}</button>`}`;
}

function Dealer({ state, need }) {
	const { round } = state;
	return html`<${Choice} id="q-dealer" legend=${t("who_deals")} value=${round.dealer ?? 0} assumed=${round.dealer === undefined}
		options=${seatOptions(round)}
			onPick=${(dealer) => changeRound({ dealer, streak: (round.dealer ?? 0) === dealer ? round.streak : undefined, heavenly: undefined })} />
		${need.streak && html`<${Stepper} label=${t("streak")} value=${round.streak ?? 1} low=${1} high=${99}
			assumed=${round.streak === undefined} onPick=${(streak) => changeRound({ streak })} />`}`;
}

/** Unsaid is not the same as none left. */
function Turned({ round, gaps }) {
	const pick = () => set({ sheet: { kind: "pick", title: t("turned"), chosen: round.turned, then: (turned) => changeRound({ turned, turned_unseen: false }) } });
	const chickens = turnedKinds(book(get()), round.turned);
	return html`<${Question} id="q-turned" legend=${t("turned")} missing=${gaps.includes("turned")}>
		${round.turned && html`<p class="faces-line"><${Face} tile=${round.turned} /> → ${chickens.map((kind) => html`<${Face} key=${kind} tile=${kind} />`)} ${turnedWords(round.turned)}</p>`}
		<div class="chips">
			<button aria-haspopup="dialog" onClick=${pick}>${round.turned ? t("another") : t("pick_turned")}</button>
			<button aria-pressed=${String(round.turned === null)} onClick=${() => changeRound({ turned: null, turned_unseen: false })}>${t("none_left")}</button>
			<button aria-pressed=${String(Boolean(round.turned_unseen))}
				onClick=${() => changeRound({ turned: undefined, turned_unseen: true })}>${t("unknown_turned")}</button>
		</div>
	</${Question}>`;
}

function First({ kind, state, gaps }) {
	const { round } = state;
	const told = firstOf(round, kind);
	const seat = told?.seat;
	const fate = Number.isInteger(seat) ? fateOf(round, kind, seat) : null;
	const tell = (patch) => changeRound({ first: { ...round.first, [kind]: { ...told, ...patch } } });
	const forget = () => changeRound({ first: { ...round.first, [kind]: undefined }, first_untold: round.first_untold && [...round.first_untold, kind] });
	const canWin = ending(round) === "discard" && round.from === seat && wonTile(round) === kind;
	const holders = claimers(round, kind, seat);
	const mayClaim = others(round, seat).filter((at) => mayHold(round, kind, at));
	const fates = ["lying", ...(mayClaim.length ? ["claimed"] : []), ...(canWin ? ["won"] : [])];
	return html`<${Choice} id=${`q-first-${kind}`} legend=${t("first_chicken", { tile: chickenName(kind, round.turned) })}
		value=${seat} assumed=${!told} missing=${gaps.includes(`first:${kind}`)}
			options=${[{ value: undefined, label: t("unknown") }, { value: null, label: t("nobody") }, ...seatOptions(round)]}
			onPick=${(who) => (who === undefined ? forget() : tell(who === seat ? {} : { seat: who, fate: undefined, by: undefined }))} />
		${fate && html`<${Choice} id=${`q-fate-${kind}`} legend=${t("its_fate")} value=${fate} assumed=${!told?.fate}
			onPick=${(what) => tell({ fate: what })}
			options=${fates.map((what) => ({ value: what, label: t(`fate_${what}`) }))} />`}
		${fate === "claimed" && !holders.length && html`<${Choice} id=${`q-by-${kind}`} legend=${t("claimed_by")}
			note=${t("claimed_by_note")} value=${told?.by} onPick=${(by) => tell({ by })} missing=${told?.by === undefined}
			options=${seatOptions(round, mayClaim)} />`}`;
}

const Refused = ({ round, need }) =>
	html`<${Checks} id="q-refused" legend=${t("refused")} note=${t(need.refusedForGood ? "refused_for_good" : "refused_note")} values=${round.refused ?? []} assumed=${round.refused === undefined}
		options=${seatOptions(round)} onPick=${(refused) => changeRound({ refused })} />
		${round.refused === undefined && html`<button onClick=${() => changeRound({ refused: [] })}>${t("nobody_did")}</button>`}`;
