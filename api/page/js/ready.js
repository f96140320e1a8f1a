// Of those who are not seen: who was ready, in one row, and what they waited for where somebody is paid by it.

import { seatName, seatOptions, term } from "./names.js";
import { patternsOf } from "./priced.js";
import { ending, seatsOf, winnersOf } from "./round.js";
import { book } from "./rulebook.js";
import { changePlayer, changeRound } from "./seats.js";
import { Checks, Choice, html } from "./view.js";
import { t } from "./words.js";

const isReady = ({ ready, declared }) => ready ?? Boolean(declared);

/** Whoever is not touched was not. */
export function Ready({ state, need }) {
	const { round } = state;
	const unseen = seatsOf(round).filter((seat) => !round.players[seat].seen && !winnersOf(round).includes(seat));
	if (!need.ready || !unseen.length || !ending(round)) return null;
	const ready = unseen.filter((seat) => isReady(round.players[seat]));
	const untold = unseen.some((seat) => round.players[seat].ready === undefined);
	const tell = (seats) =>
		changeRound({ players: round.players.map((player, seat) => (unseen.includes(seat) ? { ...player, ready: seats.includes(seat) } : player)) });
	return html`<${Checks} id="q-ready" legend=${t("who_was_ready")} note=${t("who_was_ready_note")} values=${ready} assumed=${untold}
			options=${seatOptions(round, unseen)} onPick=${tell}>
			${untold && !ready.length && html`<button onClick=${() => tell([])}>${t("nobody_was_ready")}</button>`}
		</${Checks}>
		${need.dearest && ready.map((seat) => html`<${Dearest} key=${seat} seat=${seat} state=${state} />`)}`;
}

function Dearest({ seat, state }) {
	const player = state.round.players[seat];
	const patterns = patternsOf(book(state));
	const options = patterns.map(({ code, units, single }, value) => ({ value, label: `${term(code)}${single ? ` ${term("dan_diao")}` : ""} ${units}` }));
	const told = player.ready_as ?? Math.max(0, patterns.findIndex(({ units }) => units === player.ready_units));
	return html`<${Choice} id=${`q-units-${seat}`} legend=${t("dearest_wait", { who: seatName(state.round, seat) })} value=${told}
		assumed=${player.ready_units === undefined} options=${options}
		onPick=${(as) => changePlayer(seat, { ready_as: as, ready_units: patterns[as].units })} />`;
}
