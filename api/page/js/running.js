// Above every step while an evening runs: which round it is, who deals, by what rules; or that it is somebody else's.

import { placeOf } from "./evening.js";
import { seatName } from "./names.js";
import { book, titleOf } from "./rulebook.js";
import { html } from "./view.js";
import { money, t } from "./words.js";

export function Running({ state }) {
	const { evening, round, answer, place } = state;
	if (answer?.opened) return html`<p class="note" id="running">${t("shared_round")}</p>`;
	if (!evening) return null;
	const at = placeOf(evening, place);
	const rules = book(state);
	const parts = [
		at < 0 ? t("running_round", { n: evening.rounds.length + 1 }) : t("editing_round", { n: at + 1 }),
		`${t("deals", { who: seatName(round, round.dealer ?? 0) })}${(round.streak ?? 1) > 1 ? ` ${t("streak_of", { n: round.streak })}` : ""}`,
		rules && titleOf(rules),
		t("stake_is", { n: money(round.stake ?? 1) }),
	];
	return html`<p class="note" id="running">${parts.filter(Boolean).join(" · ")}</p>`;
}
