// Touching a tile opens it, an empty place adds one.

import { groupsOf, namePlaces, nearest, region } from "./reading.js";
import { SPRITE } from "./tiles.js";
import { html } from "./view.js";
import { t } from "./words.js";

const Spinner = () => html`<span class="spinner" aria-hidden="true" />`;

export function Photo({ photo, doubtful, onTile, onPlace, onZoom }) {
	const { url, reading, busy, zoomed, chosen } = photo;
	const [x, y, width, height] = reading ? (zoomed ? region(reading) : [0, 0, reading.width, reading.height]) : [0, 0, 0, 0];
	const share = (part, whole) => `${(100 * part) / whole}%`;
	const frame = reading && { aspectRatio: `${width} / ${height}` };
	const inner = reading && {
		width: share(reading.width, width),
		marginLeft: share(-x, width),
		marginTop: share(-y, width),
		aspectRatio: `${reading.width} / ${reading.height}`,
	};
	const touch = (event) => {
		const box = event.currentTarget.getBoundingClientRect();
		const at = [((event.clientX - box.left) / box.width) * reading.width, ((event.clientY - box.top) / box.height) * reading.height];
		const tile = nearest(reading, ...at);
		if (tile === undefined) onPlace(...at);
		else onTile(tile);
	};
	return html`<figure class="photo">
		<div class=${busy ? "frame busy" : "frame"} style=${frame}>
			<div class="inner" style=${inner}>
				${url && html`<img src=${url} alt=${t("your_photo")} />`}
				${reading && html`<${Overlay} reading=${reading} doubtful=${doubtful} chosen=${chosen} onClick=${touch} />`}
			</div>
		</div>
		${busy && !reading && html`<p class="waiting"><${Spinner} /> ${t("reading_photo")}</p>`}
		${reading &&
		html`<figcaption>
			<span class=${busy ? "waiting" : ""}>${busy ? html`<${Spinner} /> ${t("correcting")}` : t("tap_to_correct")}</span>
			<button class="small" aria-pressed=${String(!zoomed)} onClick=${onZoom}>${zoomed ? t("whole_photo") : t("only_tiles")}</button>
		</figcaption>`}
	</figure>`;
}

function Overlay({ reading, doubtful, chosen, onClick }) {
	const own = new Set(groupsOf(reading).filter(({ role }) => role !== "other").flatMap(({ tiles }) => tiles));
	const kindOf = (tile, at) => (tile.dropped ? "dropped" : doubtful.has(at) ? "doubtful" : own.has(at) ? "sure" : "aside");
	const named = [...reading.tiles.keys()].filter((at) => ["sure", "doubtful"].includes(kindOf(reading.tiles[at], at)));
	const places = namePlaces(reading, named);
	return html`<svg class="overlay" viewBox=${`0 0 ${reading.width} ${reading.height}`} aria-hidden="true" onClick=${onClick}>
		${reading.tiles.map((tile, at) => {
			const [x1, y1, x2, y2] = tile.box;
			const place = places[named.indexOf(at)];
			return html`<g key=${at} class=${`box ${kindOf(tile, at)}${at === chosen ? " chosen" : ""}`}>
				<rect x=${x1} y=${y1} width=${x2 - x1} height=${y2 - y1} rx=${(x2 - x1) / 12} />
				${place && html`<use href=${`${SPRITE}#${tile.tile}`} x=${place[0]} y=${place[1]} width=${place[2]} height=${place[3]} />`}
			</g>`;
		})}
	</svg>`;
}
