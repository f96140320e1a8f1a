// How to lay the tiles out before the first photo, shown until a photo was read once.

import { recall } from "./memory.js";
import { Face, html } from "./view.js";
import { t } from "./words.js";

const HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s"];
const MELD = ["9m", "9m", "9m"];

const row = (tiles) => tiles.map((tile, at) => html`<${Face} key=${at} tile=${tile} mute />`);

export const Guide = () =>
	html`<details id="guide" open=${!recall("photographed")}>
		<summary>${t("guide")}</summary>
		<div class="laid" role="img" aria-label=${t("guide_picture")}>
			<span class="faces">${row(MELD)}</span>
			<span class="faces">${row(HAND)}</span><span class="faces apart">${row(["7s"])}</span>
		</div>
		<ol>${["guide_melds", "guide_won", "guide_turned", "guide_light"].map((name) => html`<li key=${name}>${t(name)}</li>`)}</ol>
	</details>`;
