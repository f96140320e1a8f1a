// The review page: photo by photo, doubt by doubt, one tap each. The server keeps every tap at once.

import { render } from "../vendor/preact.js";
import "./review_words.js";
import { Crop } from "./crop.js";
import { recall, remember } from "./memory.js";
import { Photo } from "./photo.js";
import { alternatives, boxAround, groupsOf, keyOf } from "./reading.js";
import { Both } from "./review_both.js";
import { accept, again, answered, begin, choose, confirm, drop, name, open, openDoubts, pictureOf, scaled, takeMine, takeTheirs, target, tell, undo } from "./review_desk.js";
import { listen } from "./review_keys.js";
import { get, set, start } from "./store.js";
import { Strip } from "./strip.js";
import { BACK, named, OTHER, tileName } from "./tiles.js";
import { html, Keypad, Problem, Sheet, TileButton } from "./view.js";
import { language, speak, t } from "./words.js";

const percent = (share) => `${Math.round(share * 100)}%`;
function App({ state }) {
	const { photos, current, problem, sheet } = state;
	return html`<header class="top">
			<h1>${t("app")}</h1>
			<button id="language" lang=${language() === "zh" ? "en" : "zh-CN"} onClick=${switchLanguage}>${language() === "zh" ? "English" : "中文"}</button>
		</header>
		<main>
			${problem && html`<${Problem} problem=${problem} />`}
			${current ? html`<${One} state=${state} />` : photos && html`<${AllDone} photos=${photos} />`}
		</main>
		<footer><small>${t("privacy")}</small></footer>
		${sheet && current && html`<${TileSheet} key=${JSON.stringify(sheet)} reading=${current.reading} url=${pictureOf(current)} ...${sheet} />`}`;
}

function AllDone({ photos }) {
	return html`<h2 tabindex="-1">${t(photos.length ? "review_all_done" : "review_none")}</h2>
		${photos.length > 0 && html`<button id="again" onClick=${again}>${t("review_back")}</button>`}`;
}

function One({ state }) {
	const { photos, at, current, busy, zoomed, scale, chosen, typed, before, sample, clash } = state;
	const { reading } = current;
	const photo = { url: pictureOf(current), reading, busy, zoomed, chosen: target() };
	const doubts = openDoubts();
	const doubtful = new Set(doubts.flatMap(({ tiles }) => tiles));
	const { contradictory, checked, group } = photos[at];
	const same = photos[at - 1]?.group === group;
	const asked = clash
		? html`<${Both} clash=${clash} onMine=${takeMine} onTheirs=${takeTheirs} />`
		: reading.tiles[chosen]
			? html`<${Chosen} tile=${chosen} current=${current} />`
			: doubts.length
				? html`<${Doubt} key=${keyOf(doubts[0])} doubt=${doubts[0]} left=${doubts.length} current=${current} />`
				: html`<p class="doubt-words">${t(sample || checked ? "review_right" : "review_confirmed")}</p>`;
	return html`<h2 id="photo-title" tabindex="-1">${t("review_at", { n: at + 1, of: photos.length })}</h2>
		<p class="note" style=${{ overflowWrap: "anywhere" }}>${[current.name, checked && t("review_checked"), contradictory && t("review_contradictory"), same && t("review_alike"), sample && t("review_sample"), typed].filter(Boolean).join(" · ")}</p>
		<div class="desk">
			<div class="seen"><div class="magnified"><div style=${{ width: `${100 * scale}%` }}>
				<${Photo} photo=${photo} doubtful=${doubtful} onTile=${(tile) => set({ sheet: { tile } })} onPlace=${(x, y) => set({ sheet: { box: boxAround(reading, x, y) } })} onZoom=${() => set({ zoomed: !zoomed })} />
			</div></div></div>
			<div class="asked">
				${asked}
				<div class="row">
					<button id="right" class=${doubts.length ? "" : "primary"} disabled=${busy || clash} onClick=${confirm}>${t("review_right")}</button>
					<button disabled=${busy || !before.length || clash} onClick=${undo}>${t("review_undo")}</button>
					<button disabled=${busy || at === 0} onClick=${() => open(at - 1)}>${t("review_back")}</button>
					<button disabled=${busy || at === photos.length - 1} onClick=${() => open(at + 1)}>${t("review_on")}</button>
				</div>
				<p class="keys">${t("review_keys")}</p>
				${groupsOf(reading).map(({ group: number, role, tiles }) => html`<${Strip} key=${number} title=${t(`role_${role}`) ?? role} tiles=${tiles.map((tile) => ({ key: tile, kind: reading.tiles[tile].tile, doubt: doubtful.has(tile), onOpen: () => set({ sheet: { tile } }) }))} />`)}
			</div>
		</div>`;
}

/** A tile that was chosen by the keys. */
function Chosen({ tile, current }) {
	const one = current.reading.tiles[tile];
	return html`<section class="doubt" aria-label=${tileName(one.tile)}>
		<h3>${tileName(one.tile)}</h3>
		<${Crop} url=${pictureOf(current)} box=${one.box} width=${current.reading.width} />
		<${Kinds} tile=${one} onPick=${(kind) => name(tile, kind)} />
	</section>`;
}

let keys = Promise.resolve();

/** What a key does, once all that was typed before is answered: it means the photo and the tile that are seen then. */
const typed = (work) => (kind) => {
	if (get().typed) set({ typed: "" });
	keys = keys
		.then(answered)
		.then(() => work(kind))
		.then(() => undefined);
};

const shown = (work) =>
	typed((kind) => {
		const { current, clash } = get();
		return current && !clash ? work(kind) : undefined;
	});

/** The same, but after the last photo it brings that one back. */
const orAgain = (work) => typed(() => (get().clash ? undefined : get().current ? work() : get().photos?.length ? again() : undefined));

listen({
	accept: shown(accept),
	right: shown(() => confirm()),
	on: shown(() => get().at < get().photos.length - 1 && open(get().at + 1)),
	back: orAgain(() => get().at > 0 && open(get().at - 1)),
	next: shown(() => choose(1)),
	previous: shown(() => choose(-1)),
	undo: orAgain(() => undo()),
	name: shown((kind) => target() !== undefined && name(target(), kind)),
	drop: shown(() => target() !== undefined && drop(target())),
	wait: (kind) => set({ typed: `${kind} …` }),
	nearer: shown(() => scaled(1.5)),
	farther: shown(() => scaled(1 / 1.5)),
	whole: shown(() => set({ zoomed: !get().zoomed, scale: 1 })),
	leave: typed(() => set({ chosen: undefined, scale: 1 })),
});

function Doubt({ doubt, left, current }) {
	const { reading } = current;
	const single = doubt.tiles.length === 1 ? reading.tiles[doubt.tiles[0]] : undefined;
	const words = named(language() === "zh" ? doubt.message : (doubt.message_en ?? doubt.message));
	const right = doubt.tiles.map((tile) => ({ op: "set", tile, kind: reading.tiles[tile].tile }));
	const [first] = doubt.suggestion ?? [];
	return html`<section class="doubt" style=${{ marginBottom: "1rem" }} aria-label=${t("doubt_title", { n: left })}>
		<h3>${t("doubt_title", { n: left })}</h3>
		<p class="doubt-words">${words}</p>
		<div class="tiles">${doubt.tiles.slice(0, 8).map((tile) => html`<${Crop} key=${tile} url=${pictureOf(current)} box=${reading.tiles[tile].box} width=${reading.width} />`)}</div>
		<div class="row">
			<button class="primary" onClick=${() => tell(single ? right : [], doubt)}>${single ? `${tileName(single.tile)} ✓` : t("review_checked")}</button>
			${first && html`<button onClick=${() => tell(doubt.suggestion, doubt)}>${first.op === "set" ? t("make_it", { tile: tileName(first.kind) }) : t(first.op === "drop" ? "drop_tile" : "do_suggested")}</button>`}
			${single && html`<button class="danger" onClick=${() => tell([{ op: "drop", tile: doubt.tiles[0] }], doubt)}>${t("drop_tile")}</button>`}
		</div>
		${single && html`<${Kinds} tile=${single} onPick=${(kind) => tell([{ op: "set", tile: doubt.tiles[0], kind }], doubt)} />`}
	</section>`;
}

/** What else a tile may be, then all kinds. */
function Kinds({ tile, onPick }) {
	const others = alternatives(tile);
	return html`${others.length > 0 &&
		html`<div class="tiles alternatives">
			${others.map(({ tile: kind, confidence }) => html`<${TileButton} key=${kind} kind=${kind} look="large" label=${`${tileName(kind)} ${percent(confidence)}`} onClick=${() => onPick(kind)}><small>${percent(confidence)}</small></${TileButton}>`)}
		</div>`}
		<${Keypad} extra=${[BACK, OTHER]} chosen=${tile.tile} onPick=${onPick} />`;
}

/** A tile that was touched, or an empty place where one is missing. */
function TileSheet({ reading, url, tile, box }) {
	const close = () => set({ sheet: null });
	if (tile === undefined) {
		return html`<${Sheet} title=${t("add_tile")} onClose=${close}>
			<${Crop} url=${url} box=${box} width=${reading.width} />
			<${Keypad} extra=${[BACK, OTHER]} onPick=${(kind) => tell([{ op: "add", box, kind }])} />
		</${Sheet}>`;
	}
	const one = reading.tiles[tile];
	return html`<${Sheet} title=${tileName(one.tile)} onClose=${close}>
		<div class="beside">
			<${Crop} url=${url} box=${one.box} width=${reading.width} />
			<button class="danger" onClick=${() => tell([{ op: "drop", tile }])}>${t("drop_tile")}</button>
		</div>
		<${Kinds} tile=${one} onPick=${(kind) => tell([{ op: "set", tile, kind }])} />
	</${Sheet}>`;
}

function switchLanguage() {
	speak(language() === "zh" ? "en" : "zh");
	remember("language", language());
	set({});
}

speak(recall("language") ?? "zh");
start({ photos: null, sample: false, at: 0, current: null, order: [], passed: [], before: [], zoomed: false, scale: 1, chosen: undefined, typed: "", clash: null, busy: false, problem: null, sheet: null }, (state) =>
	render(html`<${App} state=${state} />`, document.getElementById("app")),
);
begin();
