// Somebody else corrected the photo meanwhile: both sides, and which one stays.

import { html, TileButton } from "./view.js";
import { t } from "./words.js";

/** The tiles of a reading that stand, each as it is called. */
const named = ({ tiles }) => tiles.map(({ tile, dropped }) => (dropped ? "" : tile));

/**
 * @param {{ clash: { mine: { reading: any }, theirs: { reading: any } }, onMine: () => void, onTheirs: () => void }} props
 */
export function Both({ clash, onMine, onTheirs }) {
	const [mine, theirs] = [named(clash.mine.reading), named(clash.theirs.reading)];
	const side = (own, other) =>
		html`<div class="tiles">${own.map((kind, at) => kind && html`<${TileButton} key=${at} kind=${kind} look=${kind === other[at] ? "" : "doubtful"} disabled />`)}</div>`;
	return html`<section class="doubt" id="both" role="alert">
		<h3>${t("review_both")}</h3>
		<h4>${t("review_theirs")}</h4>
		${side(theirs, mine)}
		<h4>${t("review_mine")}</h4>
		${side(mine, theirs)}
		<div class="row">
			<button id="keep-theirs" onClick=${onTheirs}>${t("review_keep_theirs")}</button>
			<button id="keep-mine" class="danger" onClick=${onMine}>${t("review_keep_mine")}</button>
		</div>
	</section>`;
}
