import { set } from "./store.js";
import { tileName } from "./tiles.js";
import { html, Tag, TileButton } from "./view.js";
import { t } from "./words.js";

export const Strip = ({ title, note, tiles, children }) =>
	html`<div class="strip" role="group" aria-label=${title}>
		<h3>${title} ${note && html`<${Tag}>${note}</${Tag}>`}</h3>
		<div class="tiles">
			${tiles.map(
				({ key, kind, doubt, onOpen }) =>
					html`<${TileButton} key=${key} kind=${kind} look=${doubt ? "doubtful" : ""}
						label=${doubt && t("doubtful_tile", { tile: tileName(kind) })} aria-haspopup="dialog" onClick=${onOpen} />`,
			)}
			${children}
		</div>
	</div>`;

export const Plus = ({ label, onClick }) => html`<button class="tile plus" aria-label=${label} aria-haspopup="dialog"
	onClick=${onClick}>+</button>`;

export const MeldButton = ({ seat, at, meld }) =>
	html`<button class="small" aria-haspopup="dialog" onClick=${() => set({ sheet: { kind: "meld", seat, at } })}>
		${meld.kind === "exposed" && meld.from == null ? t("who_fed") : t("change_meld")}
	</button>`;
