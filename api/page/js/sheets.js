// The sheets that slide up: correct a tile, add one, walk the doubts, name a meld, pick a tile for a question.

import { Crop } from "./crop.js";
import { ExtraSheet } from "./extra_view.js";
import { MeldSheet } from "./meld.js";
import { aboutTiles, alternatives, boxAfter, doubtsOf, groupOf, groupsOf, keyOf, numberOf, toNewMeld } from "./reading.js";
import * as seats from "./seats.js";
import { set } from "./store.js";
import { BACK, isKind, named, OTHER, tileName } from "./tiles.js";
import { html, Keypad, Sheet, TileButton } from "./view.js";
import { Viewfinder } from "./viewfinder.js";
import { language, t } from "./words.js";

const percent = (share) => `${Math.round(share * 100)}%`;
const close = () => set({ sheet: null });

export function Sheets({ state }) {
	const { sheet } = state;
	if (!sheet) return null;
	const one = { read_tile: ReadTile, add_read: AddRead, doubt: Doubt, typed_tile: TypedTile, meld: MeldSheet, pick: Pick, viewfinder: Viewfinder, extra: ExtraSheet }[sheet.kind];
	return html`<${one} key=${JSON.stringify([sheet.kind, sheet.at, sheet.tile])} state=${state} ...${sheet} onClose=${close} />`;
}

function Kinds({ tile, extra, onPick }) {
	const others = alternatives(tile);
	return html`${others.length > 0 &&
		html`<h3>${t("maybe")}</h3>
			<div class="tiles alternatives">
				${others.map(
					({ tile: kind, confidence }) =>
						html`<${TileButton} key=${kind} kind=${kind} look="large" label=${`${tileName(kind)} ${percent(confidence)}`}
							onClick=${() => onPick(kind)}><small>${percent(confidence)}</small></${TileButton}>`,
				)}
			</div>`}
		<h3>${t("all_tiles")}</h3>
		<${Keypad} extra=${extra} chosen=${tile.tile} onPick=${onPick} />`;
}

function ReadTile({ state, seat, at, onClose }) {
	const photo = state.photos[seat];
	const { reading } = photo;
	const tile = reading.tiles[at];
	const done = (...ops) => {
		onClose();
		seats.correct(seat, ...ops);
	};
	return html`<${Sheet} title=${t("which_tile", { tile: tileName(tile.tile) })} onClose=${onClose}>
		<div class="beside">
			<${Crop} url=${photo.url} box=${tile.box} width=${reading.width} />
			<div>
				<p>${t("read_as")} <strong>${tileName(tile.tile)}</strong> ${percent(tile.confidence)}</p>
				<button class="danger" onClick=${() => done({ op: "drop", tile: at })}>${t("drop_tile")}</button>
			</div>
		</div>
		<${Kinds} tile=${tile} extra=${[BACK, OTHER]} onPick=${(kind) => done({ op: "set", tile: at, kind })} />
		<h3>${t("belongs_to")}</h3>
		<div class="chips">${places(reading, at).map(({ label, ops, here }) => html`<button key=${label} aria-pressed=${String(here)}
			disabled=${here} onClick=${() => done(...ops)}>${label}</button>`)}</div>
	</${Sheet}>`;
}

function places(reading, at) {
	const to = (role, group) => [{ op: "move", tiles: [at], role, group: numberOf(reading, group) }];
	const own = reading.tiles[at].group;
	const roleOf = reading.groups[own]?.role;
	const melds = groupsOf(reading).filter(({ role }) => role === "meld");
	const kinds = ({ tiles }) => tiles.map((one) => reading.tiles[one].tile);
	const name = (meld) => tileName(kinds(meld).find(isKind) ?? BACK);
	return [
		{ label: t("role_hand"), ops: to("hand", groupOf(reading, "hand")), here: roleOf === "hand" },
		{ label: t("role_winning"), ops: toWinning(reading, at), here: roleOf === "winning" },
		...melds.map((meld) => ({ label: t("to_meld", { tile: name(meld) }), ops: to("meld", meld.group), here: own === meld.group })),
		{ label: t("to_new_meld"), ops: toNewMeld(reading, at), here: false },
		{ label: t("role_discards"), ops: to("discards", groupOf(reading, "discards")), here: roleOf === "discards" },
		{ label: t("role_other"), ops: to("other", groupOf(reading, "other")), here: roleOf === "other" },
	];
}

/** There is one: the tile that lay there goes back to the hand. */
function toWinning(reading, at) {
	const group = groupOf(reading, "winning");
	const hand = groupOf(reading, "hand");
	const before = (reading.groups[group]?.tiles ?? []).filter((other) => !reading.tiles[other].dropped && other !== at);
	const back = before.length ? [{ op: "move", tiles: before, role: "hand", group: numberOf(reading, hand) }] : [];
	return [{ op: "move", tiles: [at], role: "winning", group: numberOf(reading, group) }, ...back];
}

function AddRead({ state, seat, box, group, onClose }) {
	const { reading } = state.photos[seat];
	const home = group ?? groupOf(reading, "hand") ?? 0;
	const add = (kind) => {
		onClose();
		seats.correct(seat, { op: "add", box: box ?? boxAfter(reading, home), kind, group: numberOf(reading, home) });
	};
	return html`<${Sheet} title=${t("add_tile")} onClose=${onClose}>
		<${Keypad} extra=${[BACK]} onPick=${add} />
	</${Sheet}>`;
}

/** What was confirmed or corrected is not asked again. */
function Doubt({ state, seat, onClose }) {
	const photo = state.photos[seat];
	const { reading, noted } = photo;
	const open = doubtsOf(reading, noted);
	const [doubt] = open;
	if (!doubt) {
		return html`<${Sheet} title=${t("doubts_done")} onClose=${onClose}><p>${t("doubts_done_note")}</p><button class="primary"
			onClick=${onClose}>${t("good")}</button></${Sheet}>`;
	}
	const next = (...ops) => {
		seats.note(seat, [...noted, keyOf(doubt)]);
		if (ops.length) seats.correct(seat, ...ops);
	};
	const [at] = doubt.tiles;
	const tile = doubt.tiles.length === 1 && reading.tiles[at];
	const sure = aboutTiles(doubt);
	const right = () => next(...doubt.tiles.map((one) => ({ op: "set", tile: one, kind: reading.tiles[one].tile })));
	const choices = doubt.choose && unlike(reading, doubt.tiles);
	const words = choices ? t("which_won") : named(language() === "zh" ? doubt.message : (doubt.message_en ?? doubt.message));
	const each = (one) =>
		html`<${TileButton} key=${one} kind=${reading.tiles[one].tile} onClick=${() => set({ sheet: { kind: "read_tile", seat, at: one } })} />`;
	return html`<${Sheet} title=${t("doubt_title", { n: open.length })} onClose=${onClose}>
		<p class="doubt-words" aria-live="polite">${words}</p>
		${worth(doubt)}
		${sure && html`<div class="tiles">${doubt.tiles.map((one) => html`<${Crop} key=${one} url=${photo.url}
			box=${reading.tiles[one].box} width=${reading.width} />`)}</div>`}
		<div class="row">
			<button class=${UNSURE.includes(doubt.code) ? "" : "primary"}
				onClick=${sure ? right : () => next()}>${tile ? t("it_is", { tile: tileName(tile.tile) }) : t(sure ? "it_is_right" : "go_on")}</button>
			${offers(doubt) && html`<button onClick=${() => next(...doubt.suggestion)}>${suggested(doubt.suggestion)}</button>`}
			${tile && html`<button class="danger" onClick=${() => next({ op: "drop", tile: at })}>${t("drop_tile")}</button>`}
			${!sure && !choices && html`<button aria-haspopup="dialog" onClick=${() => set({ sheet: { kind: "add_read", seat } })}>${t("add_tile")}</button>`}
		</div>
		${tile && html`<${Kinds} tile=${tile} extra=${[BACK, OTHER]} onPick=${(kind) => next({ op: "set", tile: at, kind })} />`}
		${choices && html`<div class="tiles">${choices.map((one) => html`<${TileButton} key=${one} kind=${reading.tiles[one].tile}
			onClick=${() => next(...toWinning(reading, one))} />`)}</div>`}
		${!choices && doubt.tiles.length > 1 && html`<div class="tiles">${doubt.tiles.map(each)}</div>`}
	</${Sheet}>`;
}

const unlike = (reading, tiles) => tiles.filter((one, at) => tiles.findIndex((other) => reading.tiles[other].tile === reading.tiles[one].tile) === at);

// Another name for a tile, or none, is offered only where it was right more often than not (models/offered.py, docs/page.md): what was
// read is right in 976 of 981 doubts, another name in 0 of 83, no tile in 0 of 173; of a fifth copy another name was in 4 of 4.
const RENAMES = ["fifth_copy"];

// No answer leads where none was right in nine of ten cases: what was read is right in 34 of 39 of these.
const UNSURE = ["low_confidence"];

const offers = ({ code, suggestion }) => suggestion?.length > 0 && (!["set", "drop"].includes(suggestion[0].op) || RENAMES.includes(code));

function suggested(ops) {
	const [op] = ops;
	if (op.op === "set") return t("make_it", { tile: tileName(op.kind) });
	return op.op === "drop" ? t("drop_tile") : t("do_suggested");
}

function worth({ worth: { changes, units } = { changes: "unknown", units: 0 } }) {
	const words = t(`changes_${changes}`);
	return words && html`<p class="note">${words}${units ? ` ${t("by_units", { n: `${units > 0 ? "+" : "−"}${Math.abs(units)}` })}` : ""}</p>`;
}

function TypedTile({ seat, tile, apart, onClose }) {
	const done = (act) => {
		onClose();
		act();
	};
	const change = (kind) => done(() => (apart ? seats.changePlayer(seat, { apart: kind }) : seats.replaceTile(seat, tile, kind)));
	return html`<${Sheet} title=${tileName(tile)} onClose=${onClose}>
		<div class="row">
			${apart
				? html`<button onClick=${() => done(() => seats.setApart(seat, null))}>${t("back_to_hand")}</button>`
				: html`<button onClick=${() => done(() => seats.setApart(seat, tile))}>${t("it_was_won")}</button>`}
			<button class="danger" onClick=${() => done(() => seats.dropTile(seat, tile, apart))}>${t("drop_tile")}</button>
		</div>
		<h3>${t("all_tiles")}</h3>
		<${Keypad} chosen=${tile} left=${(kind) => (kind === tile ? 1 : seats.left(kind))} onPick=${change} />
	</${Sheet}>`;
}

/** `among`: the kinds that may be picked, where copies are not what limits them. */
function Pick({ title, then, chosen, among, onClose }) {
	const pick = (kind) => {
		onClose();
		then(kind);
	};
	return html`<${Sheet} title=${title} onClose=${onClose}><${Keypad} left=${(kind) => (among ? Number(among.includes(kind)) : seats.left(kind) + (kind === chosen ? 1 : 0))} onPick=${pick} /></${Sheet}>`;
}
