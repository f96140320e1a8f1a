// Step one: whose hand, its photo or its tiles, and what it is.

import { wordsOf } from "./doubts_view.js";
import { AMISS } from "./look.js";
import { fedBy, kongName, seatName } from "./names.js";
import { Others, Together, Whose } from "./others.js";
import { Photo } from "./photo.js";
import { Preview } from "./preview.js";
import { boxAround, doubtful, doubtsOf, groupsOf, keyOf, looseOf, notesOf } from "./reading.js";
import { concealed, ENDS, ended, ending, meldTiles, need, seatsOf } from "./round.js";
import * as seats from "./seats.js";
import { File, Sources, Take } from "./sources.js";
import { get, set } from "./store.js";
import { MeldButton, Plus, Strip } from "./strip.js";
import { Choice, html, Keypad, Problem, Question } from "./view.js";
import { t } from "./words.js";

export function Hand({ state }) {
	const { seat, round, photos, typing } = state;
	const player = round.players[seat];
	const photo = photos[seat];
	const blank = photo?.reading && !photo.busy && !groupsOf(photo.reading).length;
	return html`<section aria-labelledby="hand-title">
		<h2 id="hand-title" tabindex="-1">${t("hand_title")}</h2>
		<${Seats} state=${state} />
		<${Moved} state=${state} />
		${(!photo || photo.problem || blank) && html`<${Sources} seat=${seat} typing=${!photo && (typing || player.seen)} />`}
		${blank && html`<p class="problem" role="alert">${t("no_tiles")}</p>`}
		${photo?.reading && html`<${Amiss} doubts=${photo.reading.doubts} />`}
		${photo && (photo.reading || !photo.problem) &&
		html`${photo.gone && html`<p class="note">${t("photo_gone")}</p>`}<${Photo}
			photo=${photo}
			doubtful=${doubtful(photo.reading, photo.noted)}
			onTile=${(at) => set({ sheet: { kind: "read_tile", seat, at } })}
			onPlace=${(x, y) => set({ sheet: { kind: "add_read", seat, box: boxAround(photo.reading, x, y) } })}
			onZoom=${() => set({ photos: { ...get().photos, [seat]: { ...photo, zoomed: !photo.zoomed } } })}
		/>`}
		${photo?.problem && html`<${Problem} problem=${photo.problem} />`}
		${["offline", "slow", "busy"].includes(photo?.problem?.code) && !photo.reading && html`<p class="row"><button class="primary"
			onClick=${() => seats.choosePhoto(seat, photo.file)}>${t("try_again")}</button></p>`}
		${photo?.reading && html`<${Doubts} seat=${seat} photo=${photo} /><${ReadStrips} seat=${seat} photo=${photo} player=${player} round=${round} />`}
		${!photo && (typing || player.seen) && html`<${TypedStrips} seat=${seat} player=${player} state=${state} />`}
		${(photo || player.seen) &&
		html`<p class="row">
			<button onClick=${() => seats.clearSeat(seat)}>${t("start_over")}</button>
			${photo && !photo.problem && !blank && html`<${Take} seat=${seat} label="retake" /><${File} seat=${seat} label="another_photo" />`}
			${photo?.corrections.length > 0 && html`<button onClick=${() => seats.uncorrect(seat)}>${t("undo_correction")}</button>`}
		</p>`}
		<${Together} state=${state} />
		${player.seen && html`<${Preview} preview=${state.previews[seat]} />`}
	</section>`;
}

/**
 * How it ended is the first of what no photo shows: its answer leads on to the others. It is asked when what the hand is
 * is there, which would push it away from under a finger.
 */
export function Next({ state: { round, seat, previews } }) {
	const asks = round.players.some(({ seen }) => seen) && !ending(round) && (!round.players[seat].seen || previews[seat]);
	const tell = (end) => {
		seats.changeRound(ended(round, end));
		location.hash = "#facts";
	};
	return html`<div class="action">
		${asks && html`<${Question} id="q-end" legend=${t("how_ended")}><div class="chips">${ENDS.map(
			(end) => html`<button key=${end} onClick=${() => tell(end)}>${t(`end_${end}`)}</button>`,
		)}</div></${Question}>`}
		<a class=${`big button ${round.players[seat].seen && !asks ? "primary" : ""}`} id="to-facts" href="#facts">${t("to_facts")}</a>
	</div>`;
}

const Seats = ({ state }) =>
	html`<${Choice} id="q-whose" legend=${t("whose_hand")} value=${state.seat} onPick=${(seat) => set({ seat, typing: false })}
		options=${state.round.players.map((player, seat) => ({ value: seat, label: html`${seatName(state.round, seat)}${player.seen ? html` <b class="tick">✓</b>` : ""}` }))} />`;

/** Who changes the name after the photo means its tiles: offered while they are all that is shown. */
function Moved({ state: { seat, round, photos } }) {
	const shown = seatsOf(round).filter((at) => round.players[at].seen);
	const [from] = shown;
	if (shown.length !== 1 || from === seat || photos[from]?.busy || photos[seat]) return null;
	return html`<p class="row"><button id="moved" onClick=${() => seats.handOver(from, seat)}>${t("moved", { from: seatName(round, from), who: seatName(round, seat) })}</button></p>`;
}

/** What is wrong with the photo as a whole: another one is better than looking at each tile. */
const Amiss = ({ doubts }) =>
	doubts.filter(({ code }) => AMISS.includes(code)).map((doubt) => html`<p class="gaps amiss" role="status" key=${doubt.code}>${wordsOf(doubt)}</p>`);

const Doubts = ({ seat, photo }) => html`<${Asked} seat=${seat} photo=${photo} /><${Notes} notes=${notesOf(photo.reading)} />`;

function Asked({ seat, photo: { reading, noted } }) {
	const doubts = doubtsOf(reading, noted);
	const again = doubts.length < doubtsOf(reading).length && html`<button class="small" onClick=${() => seats.note(seat, [])}>${t("doubts_again")}</button>`;
	if (!doubts.length) return html`<p class="good">${t(again ? "doubts_done" : "no_doubts")} ${again}</p>`;
	return html`<div class="doubts" role="region" aria-label=${t("doubts")}>
		<p><strong>${t("n_doubts", { n: doubts.length })}</strong></p>
		<button class="primary" onClick=${() => set({ sheet: { kind: "doubt", seat, at: 0 } })}>${t("walk_doubts")}</button> ${again}
	</div>`;
}

function Notes({ notes }) {
	if (!notes.length) return null;
	return html`<details>
		<summary>${t("n_notes", { n: notes.length })}</summary>
		<ul>${notes.map((doubt) => html`<li key=${keyOf(doubt)}>${wordsOf(doubt)}</li>`)}</ul>
	</details>`;
}

function ReadStrips({ seat, photo, player, round }) {
	const { reading } = photo;
	const doubts = doubtful(reading, photo.noted);
	const strip = ({ group, role, tiles }) => {
		const meld = role === "meld" && reading.melds.filter((one) => one.tile).findIndex((one) => one.group === group);
		return html`<${Strip}
			key=${`${role} ${group}`}
			title=${role === "meld" && meld >= 0 ? kongName(player.melds[meld]) : t(`role_${role}`)}
			note=${role === "meld" && meld >= 0 && player.melds[meld].kind !== "pong" ? fedBy(round, player.melds[meld]) : ""}
			tiles=${tiles.map((at) => ({
				key: at,
				kind: reading.tiles[at].tile,
				doubt: doubts.has(at),
				onOpen: () => set({ sheet: { kind: "read_tile", seat, at } }),
			}))}
		>
			<${Plus} label=${t("add_tile_to", { to: t(`role_${role}`) })} onClick=${() => set({ sheet: { kind: "add_read", seat, group } })} />
			${role === "meld" && meld >= 0 && player.melds[meld].kind !== "pong" && html`<${MeldButton} seat=${seat} at=${meld} meld=${player.melds[meld]} />`}
		</${Strip}>`;
	};
	const groups = groupsOf(reading);
	const aside = looseOf(reading);
	return html`${groups.filter(({ role }) => role !== "other").map(strip)}
		${!groups.length && html`<button onClick=${() => set({ sheet: { kind: "add_read", seat } })}>${t("add_tile")}</button>`}
		${aside.length > 0 &&
		html`<details>
			<summary>${t("n_aside", { n: aside.flatMap(({ tiles }) => tiles).length })}</summary>
			${aside.map((group) => html`${strip(group)}<${Whose} seat=${seat} tiles=${group.tiles} round=${round} />`)}
		</details>`}
		<${Others} seat=${seat} photo=${photo} round=${round} />`;
}

function TypedStrips({ seat, player, state }) {
	const missing = need(player) - concealed(player).length;
	const full = missing < 0;
	return html`<div class=${full ? "" : "typed"}><${Strip}
			title=${t("role_hand")}
			tiles=${player.hand.map((kind, at) => ({ key: at, kind, onOpen: () => set({ sheet: { kind: "typed_tile", seat, tile: kind } }) }))}
		/></div>
		${player.apart &&
		html`<${Strip}
			title=${t(state.previews[seat]?.kind === "win" ? "role_winning" : "role_last")}
			tiles=${[{ key: 0, kind: player.apart, onOpen: () => set({ sheet: { kind: "typed_tile", seat, tile: player.apart, apart: true } }) }]}
		/>`}
		${player.melds.map(
			(meld, at) => html`<${Strip}
				key=${at}
				title=${kongName(meld)}
				tiles=${meldTiles(meld).map((kind, place) => ({ key: place, kind, onOpen: () => set({ sheet: { kind: "meld", seat, at } }) }))}
			/>`,
		)}
		<p class="row">
			<button onClick=${() => set({ sheet: { kind: "meld", seat } })} disabled=${player.melds.length >= 4}>${t("add_meld")}</button>
		</p>
		<p class="note">${t(full ? "hand_full" : missing ? "tap_to_enter" : "tap_won", { n: missing })}</p>
		${!full && html`<${Keypad} left=${seats.left} onPick=${(kind) => seats.addTile(seat, kind)} />`}`;
}
