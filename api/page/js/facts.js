// Step two: what a photo can't show. Only what the chosen rule set needs, each with a default; what has none is marked.

import { People } from "./people.js";
import { House } from "./house.js";
import { chickenName, kongName, seatName } from "./names.js";
import { book, wants } from "./rulebook.js";
import { KONGS, candidates, claimers, ending, fateOf, missing, others, seatsOf, winnersOf, wonTile } from "./round.js";
import { changeRound, complete } from "./seats.js";
import { set } from "./store.js";
import { following, tileName } from "./tiles.js";
import { settleRound } from "./settling.js";
import { Checks, Choice, Face, Question, Stepper, TileButton, html } from "./view.js";
import { t } from "./words.js";

export function Facts({ state }) {
	const { round } = state;
	if (!book(state)) return html`<section><h2 id="facts-title" tabindex="-1">${t("facts_title")}</h2><p>${t("loading")}</p></section>`;
	const need = wants(state, complete(state));
	const gaps = missing(round, need, complete(state));
	const end = ending(round, complete(state));
	return html`<section aria-labelledby="facts-title">
		<h2 id="facts-title" tabindex="-1">${t("facts_title")}</h2>
		<${House} state=${state} />
		<${End} state=${state} gaps=${gaps} need=${need} />
		<${Dealer} state=${state} need=${need} />
		${end !== "drawn" && html`<${Turned} round=${round} /> `}
		${end !== "drawn" && need.firsts.map((kind) => html`<${First} key=${kind} kind=${kind} state=${state} gaps=${gaps} />`)}
		<${People} state=${state} need=${need} gaps=${gaps} />
		${need.refused && end !== "drawn" && html`<details><summary>${t("rare")}</summary><${Refused} round=${round} /></details>`}
		<div class="action">
			${gaps.length > 0 && html`<p class="gaps" id="gaps">${t("still_missing")}${gaps.map((gap) => html` <a key=${gap} href="#facts"
				onClick=${(event) => toGap(event, gap)}>${gapName(round, gap)}</a>`)}</p>`}
			<button class=${gaps.length ? "big" : "big primary"} id="settle" aria-describedby=${gaps.length ? "gaps" : undefined}
				onClick=${(event) => (gaps.length ? toGap(event, gaps[0]) : settleRound())}>${t("settle")}</button>
		</div>
	</section>`;
}

/** To the question that is still open: opened, scrolled to and focused. */
function toGap(event, gap) {
	event.preventDefault();
	const [name, seat] = gap.split(":");
	const place = document.getElementById(name === "hand" || name === "meld" ? `player-${seat}` : `q-${gap.replace(":", "-")}`);
	if (place?.tagName === "DETAILS") place.open = true;
	place?.scrollIntoView({ block: "center" });
	(place?.querySelector("input, button, summary") ?? place)?.focus({ preventScroll: true });
}

function gapName(round, gap) {
	const [name, seat] = gap.split(":");
	if (name === "hand") return t("gap_hand", { who: seatName(round, Number(seat)) });
	if (name === "meld") return t("gap_meld", { who: seatName(round, Number(seat)) });
	return t(`gap_${name}`);
}

const seatOptions = (round, seats) => seats.map((seat) => ({ value: seat, label: seatName(round, seat) }));

/** How it ended, who won on what and off whom, and what came with it. */
function End({ state, gaps, need }) {
	const { round } = state;
	const done = complete(state);
	const end = ending(round, done);
	const winners = winnersOf(round, done);
	const won = wonTile(round, done);
	const ended = (by) => changeRound({ end: by, from: undefined, after_kong: null, heavenly: false });
	return html`<${Choice} id="q-end" legend=${t("how_ended")} value=${end} assumed=${round.end === undefined} onPick=${ended}
			options=${["self_draw", "discard", "robbed_kong", "drawn"].map((by) => ({ value: by, label: t(`end_${by}`) }))} />
		${end === "self_draw" && html`<${Choice} id="q-winner" legend=${t("who_won")} value=${winners[0]}
			assumed=${!round.winners?.length} options=${seatOptions(round, seatsOf(round))}
			onPick=${(seat) => changeRound({ winners: [seat], tile: undefined, after_kong: null })} />`}
		${["discard", "robbed_kong"].includes(end) && html`<${Checks} id="q-winner" legend=${t("who_won")} note=${t("several_may_win")}
			values=${winners} assumed=${!round.winners?.length}
				options=${seatOptions(round, seatsOf(round))} onPick=${(seats) => changeRound({ winners: chosenWinners(round, winners, seats) })} />
			<${Choice} id="q-from" legend=${t(end === "discard" ? "who_discarded" : "who_was_robbed")} value=${round.from}
				missing=${gaps.includes("from")}
				options=${seatOptions(round, others(round, ...winners))} onPick=${(from) => changeRound({ from, after_kong: null })} />`}
		${winners.length > 0 && html`<${Won} round=${round} won=${won} choices=${candidates(round, done)} gaps=${gaps} />`}
		${end === "self_draw" && html`<${Bloom} round=${round} seat=${winners[0]} />`}
		${end === "discard" && round.from !== undefined && html`<${HotShot} round=${round} gaps=${gaps} />`}
		${end === "self_draw" && need.heavenly && winners[0] === (round.dealer ?? 0) && !round.players[winners[0]].melds.length &&
		html`<${Choice} id="q-heavenly" legend=${t("heavenly")} value=${round.heavenly} options=${yesNo()}
			onPick=${(heavenly) => changeRound({ heavenly })} />`}`;
}

/** The first one that is named takes the place of the supposed one. */
const chosenWinners = (round, supposed, seats) => {
	const chosen = round.winners?.length ? seats : seats.filter((seat) => !supposed.includes(seat));
	return chosen.sort((a, b) => a - b);
};

const yesNo = () => [
	{ value: false, label: t("no") },
	{ value: true, label: t("yes") },
];

/** The won tile: the one that lies apart; else to be picked, from the fourteen where it is among them. */
function Won({ round, won, choices, gaps }) {
	const pick = (tile) => changeRound({ tile });
	return html`<${Question} id="q-tile" legend=${t("which_won")} missing=${gaps.includes("tile")}>
		<div class="tiles">
			${(choices ?? (won ? [won] : [])).map((tile) => html`<${TileButton} key=${tile} kind=${tile}
				aria-pressed=${String(tile === won)} onClick=${() => pick(tile)} />`)}
			${!choices && html`<button class="small" aria-haspopup="dialog"
				onClick=${() => set({ sheet: { kind: "pick", title: t("which_won"), then: pick } })}>${won ? t("another") : t("pick_tile")}</button>`}
		</div>
	</${Question}>`;
}

/** 杠上花: only where the winner has a kong to draw a replacement for. */
function Bloom({ round, seat }) {
	const kinds = KONGS.filter((kind) => round.players[seat].melds.some((meld) => meld.kind === kind));
	if (!kinds.length) return null;
	return html`<${Choice} id="q-after_kong" legend=${t("kong_bloom")} note=${t("kong_bloom_note")} value=${round.after_kong}
		onPick=${(after_kong) => changeRound({ after_kong })}
		options=${[{ value: null, label: t("no") }, ...kinds.map((kind) => ({ value: kind, label: kongName({ kind }) }))]} />`;
}

/** 热炮: the discarder had just konged; which kind, and the kong itself where it isn't known yet. */
function HotShot({ round, gaps }) {
	return html`<${Choice} id="q-after_kong" legend=${t("hot_shot", { who: seatName(round, round.from) })} note=${t("hot_shot_note")}
		value=${round.after_kong}
			onPick=${(after_kong) => changeRound({ after_kong })}
				options=${[{ value: null, label: t("no") }, ...KONGS.map((kind) => ({ value: kind, label: kongName({ kind }) }))]} />
		${gaps.includes("after_kong") &&
		html`<button onClick=${() => set({ sheet: { kind: "meld", seat: round.from, kong: round.after_kong } })}>${t("which_kong")}</button>`}`;
}

function Dealer({ state, need }) {
	const { round } = state;
	return html`<${Choice} id="q-dealer" legend=${t("who_deals")} value=${round.dealer ?? 0} assumed=${round.dealer === undefined}
		options=${seatOptions(round, seatsOf(round))}
			onPick=${(dealer) => changeRound({ dealer, streak: round.dealer === dealer ? round.streak : undefined, heavenly: false })} />
		${need.streak && html`<${Stepper} label=${t("streak")} value=${round.streak ?? 1} low=${1} high=${99}
			assumed=${round.streak === undefined} onPick=${(streak) => changeRound({ streak })} />`}`;
}

/** The turned tile points at the chicken. Unsaid is not the same as none left. */
function Turned({ round }) {
	const pick = () => set({ sheet: { kind: "pick", title: t("turned"), then: (turned) => changeRound({ turned }) } });
	const chicken = round.turned && following(round.turned);
	return html`<${Question} id="q-turned" legend=${t("turned")} assumed=${round.turned === undefined}>
		${chicken && html`<p class="faces-line"><${Face} tile=${round.turned} /> → <${Face} tile=${chicken} /> ${t("is_chicken", { tile: tileName(chicken) })}</p>`}
		<div class="chips">
			<button aria-haspopup="dialog" onClick=${pick}>${round.turned ? t("another") : t("pick_turned")}</button>
			<button aria-pressed=${String(round.turned === null)} onClick=${() => changeRound({ turned: null })}>${t("none_left")}</button>
			<button aria-pressed=${String(round.turned === undefined)}
				onClick=${() => changeRound({ turned: undefined })}>${t("unknown_turned")}</button>
		</div>
	</${Question}>`;
}

/** The first 幺鸡 (乌骨鸡): who discarded it, and what became of it. */
function First({ kind, state, gaps }) {
	const { round } = state;
	const told = round.first[kind];
	const seat = told?.seat;
	const fate = Number.isInteger(seat) ? fateOf(round, kind, seat, complete(state)) : null;
	const tell = (patch) => changeRound({ first: { ...round.first, [kind]: patch && { ...told, ...patch } } });
	const canWin = ending(round, complete(state)) === "discard" && round.from === seat && wonTile(round, complete(state)) === kind;
	const fates = ["lying", "claimed", ...(canWin ? ["won"] : [])];
	const holders = claimers(round, kind, seat);
	return html`<${Choice} id=${`q-first-${kind}`} legend=${t("first_chicken", { tile: chickenName(kind, round.turned) })}
		value=${seat} assumed=${!told} missing=${gaps.includes(`first:${kind}`)}
			options=${[{ value: undefined, label: t("unknown") }, { value: null, label: t("nobody") }, ...seatOptions(round, seatsOf(round))]}
			onPick=${(who) => tell(who === undefined ? undefined : { seat: who, fate: undefined, by: undefined })} />
		${fate && html`<${Choice} id=${`q-fate-${kind}`} legend=${t("its_fate")} value=${fate} assumed=${!told.fate}
			onPick=${(what) => tell({ fate: what })}
			options=${fates.map((what) => ({ value: what, label: t(`fate_${what}`) }))} />`}
		${fate === "claimed" && !holders.length && html`<${Choice} id=${`q-by-${kind}`} legend=${t("claimed_by")}
			note=${t("claimed_by_note")} value=${told.by} onPick=${(by) => tell({ by })} missing=${told.by === undefined}
			options=${seatOptions(round, others(round, seat))} />`}`;
}

const Refused = ({ round }) =>
	html`<${Checks} id="q-refused" legend=${t("refused")} note=${t("refused_note")} values=${round.refused}
		options=${seatOptions(round, seatsOf(round))} onPick=${(refused) => changeRound({ refused })} />`;
