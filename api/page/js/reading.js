// What the eye read, as the page shows and corrects it.

import { isKind, KINDS, parse } from "./tiles.js";

const ORDER = ["hand", "winning", "meld", "discards", "other"];
const FEEDERS = { right: 1, opposite: 2, left: 3 }; // seats after the player's own, in turn order

/** What they are to one player, to whom the tiles of others are `other`. */
const roleTo = ({ role, owner }, player) => ((owner ?? (role === "other" ? null : "near")) === player ? role : "other");

export const groupsOf = (reading, player = "near") =>
	reading.groups
		.map((one, group) => ({ group, role: roleTo(one, player), tiles: one.tiles.filter((at) => !reading.tiles[at].dropped) }))
		.filter(({ tiles }) => tiles.length)
		.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));

/** Rows that are nobody's. */
export const looseOf = (reading) => groupsOf(reading).filter(({ group, role }) => role === "other" && !reading.groups[group].owner);

/** Whose tiles the photo shows, by the side on which they sit. */
export const ownersOf = (reading) => Object.keys(reading.players ?? {}).filter((owner) => groupsOf(reading, owner).some(({ role }) => role !== "other"));

/** The reading as that player would have it. */
export const asSeenBy = (reading, owner) => ({
	...reading,
	...reading.players[owner],
	groups: reading.groups.map((group) => ({ ...group, role: roleTo(group, owner), owner: group.owner === owner ? "near" : null })),
});

/** By what number corrections name a group; without one: a number that is not in use. */
export const numberOf = (reading, group = reading.groups.length) =>
	group in reading.groups ? (reading.groups[group].number ?? group) : Math.max(group, ...reading.groups.map(({ number = -1 }) => number + 1));

export const groupOf = (reading, role) => groupsOf(reading).find((group) => group.role === role)?.group;

// How likely a doubt is right, times what it changes and by how many units.
const CHANGES = ["hand", "pattern", "units", "wait", "unknown", "nothing"];
const weight = ({ worth, p = 1 }) => {
	const at = CHANGES.indexOf(worth?.changes ?? "unknown");
	return p * ((CHANGES.length - at) * 1000 + Math.min(999, Math.abs(worth?.units ?? 0)));
};

export const keyOf = (doubt) => `${doubt.code} ${doubt.tiles}`;

/** What is asked, what most likely changes most first; `noted`: keys of those that were looked at. */
export const doubtsOf = (reading, noted = []) =>
	reading.doubts.filter((doubt) => !doubt.note && !noted.includes(keyOf(doubt))).sort((a, b) => weight(b) - weight(a));

/** What is told and not asked: hardly ever is the reading wrong there. */
export const notesOf = (reading) => reading.doubts.filter(({ note }) => note);

export const aboutTiles = ({ choose, tiles }) => !choose && tiles.length > 0 && tiles.length <= 4;

export const doubtful = (reading, noted) => new Set((reading ? doubtsOf(reading, noted) : []).filter(aboutTiles).flatMap(({ tiles }) => tiles));

export const alternatives = (tile, most = 4) =>
	(tile.alternatives ?? []).filter((other) => other.tile !== tile.tile && other.confidence >= 0.005).slice(0, most);

const middle = ([x1, y1, x2, y2]) => [(x1 + x2) / 2, (y1 + y2) / 2];
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const shown = (reading) => reading.tiles.map((tile, at) => ({ ...tile, at })).filter((tile) => !tile.dropped);

export function tileSize(reading) {
	const boxes = shown(reading).map((tile) => tile.box);
	if (!boxes.length) return [reading.width / 12, reading.width / 9];
	return [median(boxes.map(([x1, , x2]) => x2 - x1)), median(boxes.map(([, y1, , y2]) => y2 - y1))];
}

export function nearest(reading, x, y) {
	const reach = Math.max(...tileSize(reading));
	const away = ({ box: [x1, y1, x2, y2] }) => Math.hypot(Math.max(x1 - x, 0, x - x2), Math.max(y1 - y, 0, y - y2));
	const near = shown(reading)
		.map((tile) => ({ at: tile.at, far: away(tile), centre: Math.hypot(middle(tile.box)[0] - x, middle(tile.box)[1] - y) }))
		.filter(({ far }) => far < reach / 3)
		.sort((a, b) => a.far - b.far || a.centre - b.centre);
	return near[0]?.at;
}

const NAME_SHARE = 0.5; // of a tile's shorter side
const NAME_SHAPE = 1.375; // height of a drawn tile by its width
const GAP_SHARE = 0.06;

const overlaps = ([x1, y1, x2, y2], [a1, b1, a2, b2]) => x1 < a2 && a1 < x2 && y1 < b2 && b1 < y2;

/**
 * Where the drawn tile of each read one may stand: beside its box, on no face and on no other drawn one; null where
 * there is no such place.
 * @param {Reading} reading
 * @param {number[]} tiles
 * @returns {([number, number, number, number] | null)[]} left, top, width, height in pixels of the photo
 */
export function namePlaces(reading, tiles) {
	const taken = shown(reading).map(({ box }) => box);
	return tiles.map((at) => {
		const [x1, y1, x2, y2] = reading.tiles[at].box;
		const width = Math.min(x2 - x1, y2 - y1) * NAME_SHARE;
		const height = width * NAME_SHAPE;
		const gap = width * GAP_SHARE;
		const [x, y] = [(x1 + x2 - width) / 2, (y1 + y2 - height) / 2];
		const places = [[x, y2 + gap], [x, y1 - gap - height], [x2 + gap, y], [x1 - gap - width, y]];
		for (const [left, top] of places) {
			/** @type {[number, number, number, number]} */
			const place = [left, top, left + width, top + height];
			const inside = left >= 0 && top >= 0 && place[2] <= reading.width && place[3] <= reading.height;
			if (!inside || taken.some((box) => overlaps(box, place))) continue;
			taken.push(place);
			return [left, top, width, height];
		}
		return null;
	});
}

const within = (reading, [x1, y1, x2, y2]) => {
	const dx = Math.max(0, -x1) - Math.max(0, x2 - reading.width);
	const dy = Math.max(0, -y1) - Math.max(0, y2 - reading.height);
	return [x1 + dx, y1 + dy, x2 + dx, y2 + dy].map(Math.round);
};

export function boxAround(reading, x, y) {
	const [width, height] = tileSize(reading);
	return within(reading, [x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
}

export function boxAfter(reading, group) {
	const last = reading.groups[group]?.tiles.filter((at) => !reading.tiles[at].dropped).at(-1);
	if (last === undefined) return boxAround(reading, reading.width / 2, reading.height / 2);
	const [x1, y1, x2, y2] = reading.tiles[last].box;
	return within(reading, [x2 + 2, y1, x2 + 2 + (x2 - x1), y2]);
}

export function region(reading) {
	const own = new Set(groupsOf(reading).filter(({ role }) => role !== "other").flatMap(({ tiles }) => tiles));
	const boxes = [...own].map((at) => reading.tiles[at].box);
	if (!boxes.length) return [0, 0, reading.width, reading.height];
	const margin = Math.max(...tileSize(reading)) * 0.7;
	const x = Math.max(0, Math.min(...boxes.map((box) => box[0])) - margin);
	const y = Math.max(0, Math.min(...boxes.map((box) => box[1])) - margin);
	const right = Math.min(reading.width, Math.max(...boxes.map((box) => box[2])) + margin);
	const bottom = Math.min(reading.height, Math.max(...boxes.map((box) => box[3])) + margin);
	return [x, y, right - x, bottom - y];
}

/** The tapped one and, where three or four alike lie in the hand, all of them. */
export function toNewMeld(reading, at) {
	const { tile, group } = reading.tiles[at];
	const alike = reading.groups[group].tiles.filter((other) => !reading.tiles[other].dropped && reading.tiles[other].tile === tile);
	return [{ op: "move", tiles: alike.length >= 3 ? alike.slice(0, 4) : [at], role: "meld", group: numberOf(reading) }];
}

/** Lies a tile or a meld there that has no name, or a meld that is none? No hand is short of tiles for that. */
const unread = (reading) =>
	groupsOf(reading).some(({ role, tiles, group }) =>
		role === "hand" ? tiles.some((at) => !isKind(reading.tiles[at].tile)) : role === "meld" && !reading.melds.some((meld) => meld.tile && meld.group === group),
	);

export function patchOf(reading, player, seat, seats) {
	const feeder = (fed) => (fed in FEEDERS && seats === 4 ? (seat + FEEDERS[fed]) % seats : undefined);
	const size = (group) => reading.groups[group].tiles.filter((at) => !reading.tiles[at].dropped).length;
	const melds = reading.melds
		.filter((meld) => meld.tile)
		.map((meld) => {
			const confirmed = player.melds.find((old) => old.confirmed && old.tile === meld.tile && (old.kind === "pong") === (size(meld.group) < 4));
			return confirmed ?? { kind: meld.kind, tile: meld.tile, from: meld.kind === "concealed" ? undefined : feeder(meld.fed_by) };
		});
	const lying = groupsOf(reading).filter(({ role }) => role === "discards");
	const patch = { seen: true, hand: parse(reading.hand) ?? [], apart: reading.winning_tile, melds, unread: unread(reading) };
	if (lying.length) patch.counted = KINDS;
	if (lying.length) patch.discards = lying.flatMap(({ tiles }) => tiles.map((at) => reading.tiles[at].tile)).filter(isKind);
	return patch;
}

export const hiddenKong = (reading) => reading.melds.some((meld) => !meld.tile);
