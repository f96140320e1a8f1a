import { seatName } from "./names.js";
import { t } from "./words.js";

export function toGap(gap) {
	const [name, seat] = gap.split(":");
	const place = document.getElementById(name === "hand" || name === "meld" ? `player-${seat}` : `q-${gap.replace(":", "-")}`);
	if (place?.tagName === "DETAILS") place.open = true;
	place?.scrollIntoView({ block: "center" });
	(place?.querySelector("input, button, summary") ?? place)?.focus({ preventScroll: true });
}

export function gapName(round, gap) {
	const [name, seat] = gap.split(":");
	return t(`gap_${name}`, { who: ["hand", "meld"].includes(name) ? seatName(round, Number(seat)) : "" });
}
