// Touching a tile opens it, an empty place adds one.

import { groupsOf, nearest, region } from "./reading.js";
import { html } from "./view.js";
import { t } from "./words.js";

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
				<img src=${url} alt=${t("your_photo")} />
				${reading && html`<${Overlay} reading=${reading} doubtful=${doubtful} chosen=${chosen} onClick=${touch} />`}
			</div>
		</div>
		${busy && html`<p class="waiting"><span class="spinner"
			aria-hidden="true"></span> ${reading ? t("correcting") : t("reading_photo")}</p>`}
		${reading &&
		html`<figcaption>
			<span>${t("tap_to_correct")}</span>
			<button class="small" aria-pressed=${String(!zoomed)} onClick=${onZoom}>${zoomed ? t("whole_photo") : t("only_tiles")}</button>
		</figcaption>`}
	</figure>`;
}

function Overlay({ reading, doubtful, chosen, onClick }) {
	const own = new Set(groupsOf(reading).filter(({ role }) => role !== "other").flatMap(({ tiles }) => tiles));
	return html`<svg class="overlay" viewBox=${`0 0 ${reading.width} ${reading.height}`} aria-hidden="true" onClick=${onClick}>
		${reading.tiles.map((tile, at) => {
			const [x1, y1, x2, y2] = tile.box;
			const [width, height] = [x2 - x1, y2 - y1];
			const small = Math.min(width, height) * 0.4;
			const kind = tile.dropped ? "dropped" : doubtful.has(at) ? "doubtful" : own.has(at) ? "sure" : "aside";
			return html`<g key=${at} class=${`box ${kind}${at === chosen ? " chosen" : ""}`}>
				<rect x=${x1} y=${y1} width=${width} height=${height} rx=${width / 12} />
				${(kind === "sure" || kind === "doubtful") &&
				html`<use href=${`page/tiles.svg#${tile.tile}`} x=${(x1 + x2 - small) / 2} y=${y2 - small * 0.6} width=${small} height=${small * 1.375} />`}
			</g>`;
		})}
	</svg>`;
}
