// Other players' tiles in a photo: whose they are is told in one tap; and what all seats show together. Actions and views.

import { copies, followed } from "./deal.js";
import { seatName } from "./names.js";
import { asSeenBy, groupsOf, ownersOf, patchOf } from "./reading.js";
import { concealed, meldTiles } from "./round.js";
import { book, wants } from "./rulebook.js";
import { changePlayer, changeRound, correct } from "./seats.js";
import { get, set } from "./store.js";
import { Strip } from "./strip.js";
import { count, KINDS, tileName } from "./tiles.js";
import { html } from "./view.js";
import { t } from "./words.js";

const LEAST = 3; // tiles of a row that may be somebody's hand or meld

/** Seats by the side of the table on which they sit; of three players one side is free. */
const seatOf = (owner, seat, seats) => {
	const by = (seats === 4 ? { right: 1, opposite: 2, left: 3 } : { right: 1, left: 2 })[owner];
	return by && (seat + by) % seats;
};
const sides = (seat, seats) => ["right", "opposite", "left"].map((owner) => ({ owner, at: seatOf(owner, seat, seats) })).filter(({ at }) => at !== undefined);

/** The hand of another player in this photo becomes that seat's. */
function takeOver(seat, owner) {
	const { round, photos } = get();
	const at = /** @type {Seat} */ (seatOf(owner, seat, round.players.length));
	changePlayer(at, patchOf(asSeenBy(photos[seat].reading, owner), round.players[at], at, round.players.length));
}

/** This hand and the one that was taken for the seat's own change places. */
function swap(seat, owner) {
	const { reading } = /** @type {Required<Photo>} */ (get().photos[seat]);
	const moved = (from, to) => groupsOf(reading, from).filter(({ role }) => role !== "other").map(({ tiles, role }) => ({ op: "move", tiles, role, owner: to }));
	correct(seat, ...moved("near", owner), ...moved(owner, "near"));
}

/** Tiles that were taken for nobody's are a player's hand; if the seat's own, what was it before is nobody's. */
function tellOwner(seat, tiles, owner) {
	const { reading } = /** @type {Required<Photo>} */ (get().photos[seat]);
	const before = owner === "near" ? groupsOf(reading).filter(({ role }) => role !== "other") : [];
	const away = before.map((group) => ({ op: "move", tiles: group.tiles, role: "other" }));
	correct(seat, ...away, { op: "move", tiles, role: "hand", owner });
}

export function Others({ seat, photo: { reading }, round }) {
	const seats = round.players.length;
	const there = ownersOf(reading).filter((owner) => owner !== "near");
	return html`${there.map((owner) => {
		const at = seatOf(owner, seat, seats);
		const tiles = groupsOf(reading, owner).filter(({ role }) => role !== "other").flatMap((group) => group.tiles);
		const who = at === undefined ? t("role_other") : seatName(round, at);
		const taken = at !== undefined && round.players[at].seen;
		return html`<${Strip} key=${owner} title=${t("hand_in_photo", { who })} tiles=${tiles.map((one) => ({
			key: one,
			kind: reading.tiles[one].tile,
			onOpen: () => set({ sheet: { kind: "read_tile", seat, at: one } }),
		}))} />
		<p class="row">${at !== undefined && html`<button aria-pressed=${String(taken)} onClick=${() => takeOver(seat, owner)}>${t("it_is_theirs", { who })}</button>`}
			<button onClick=${() => swap(seat, owner)}>${t("it_is_mine")}</button></p>`;
	})}
	${reading.turned && round.turned === undefined && html`<p class="row"><button id="turned-there"
		onClick=${() => changeRound({ turned: reading.turned, turned_unseen: false })}>${t("turned_there", { tile: tileName(reading.turned) })}</button></p>`}`;
}

/** Under a row that was taken for nobody's. */
export function Whose({ seat, tiles, round }) {
	if (tiles.length < LEAST) return null;
	return html`<div class="chips" role="group" aria-label=${t("whose_these")}>
		<button onClick=${() => tellOwner(seat, tiles, "near")}>${t("it_is_mine")}</button>
		${sides(seat, round.players.length).map(({ owner, at }) => html`<button key=${owner}
			onClick=${() => tellOwner(seat, tiles, owner)}>${t("it_is_theirs", { who: seatName(round, at) })}</button>`)}
	</div>`;
}

/** Kinds of which all seats together show more than there are, and who shows how many. */
export function surplus(round, firsts = []) {
	const lying = followed(round, firsts).map(({ melds, discards, ...player }) => [...concealed(player), ...melds.flatMap(meldTiles), ...discards]);
	return KINDS.map((kind) => ({ kind, n: copies(round, kind, firsts), at: lying.map((tiles) => count(tiles, kind)) })).filter(({ n }) => n > 4);
}

export function Together({ state }) {
	const { round } = state;
	const found = surplus(round, book(state) ? wants(state).firsts : []);
	if (!found.length) return null;
	const where = (at) => at.flatMap((n, seat) => (n ? [t("so_many_of", { who: seatName(round, seat), n })] : [])).join(t("and"));
	return html`<div class="problem" id="together" role="alert">${found.map(
		({ kind, n, at }) => html`<p key=${kind}>${t("too_many", { tile: tileName(kind), n, where: where(at) })}</p>`,
	)}</div>`;
}
