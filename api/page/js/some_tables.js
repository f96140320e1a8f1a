// What only some tables play, and only they are asked: the weekday of 星期鸡, 定缺, 估卖, 地胡.

import { mayBeEarthly } from "./assumed.js";
import { seatName } from "./names.js";
import { seatsOf } from "./round.js";
import { weekdayIn } from "./rulebook.js";
import { changePlayer, changeRound } from "./seats.js";
import { SUITS } from "./tiles.js";
import { Checks, Choice, html, Stepper } from "./view.js";
import { t } from "./words.js";

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const MOST_BET = 50;

/** Filled in from the date. */
export const Weekday = ({ round, need }) =>
	need.weekday && html`<${Choice} id="q-weekday" legend=${t("which_weekday")} note=${round.weekday === undefined ? t("weekday_today") : ""}
		value=${weekdayIn(round)} onPick=${(weekday) => changeRound({ weekday })}
		options=${[...DAYS.map((value) => ({ value, label: t(`day_${value}`) })), { value: null, label: t("unknown") }]} />`;

/** 定缺, a row a player. */
export const Missing = ({ round, need }) =>
	need.missing && html`<h3>${t("missing_suit")}</h3><p class="note">${t("missing_suit_note")}</p>
		${seatsOf(round).map((seat) => html`<${Choice} key=${seat} id=${`q-missing-${seat}`} legend=${seatName(round, seat)}
			value=${round.players[seat].missing ?? null} assumed=${round.players[seat].missing === undefined}
			onPick=${(missing) => changePlayer(seat, { missing })}
			options=${[...SUITS.map((suit) => ({ value: suit, label: t(`suit_${suit}`) })), { value: null, label: t("unknown") }]} />`)}`;

/** 估卖; who is not touched bet nothing. */
export const SideBets = ({ round, need }) =>
	need.sideBets && html`<h3>${t("side_bets")}</h3>
		${seatsOf(round).map((seat) => html`<${Stepper} key=${seat} label=${seatName(round, seat)} value=${round.players[seat].side_bet ?? 0} high=${MOST_BET}
			onPick=${(side_bet) => changePlayer(seat, { side_bet })} />`)}`;

export function Earthly({ round, need }) {
	const seats = mayBeEarthly(round, need);
	if (!seats.length) return null;
	return html`<${Checks} id="q-earthly" legend=${t("earthly")} values=${round.earthly ?? []} assumed=${round.earthly === undefined}
		options=${seats.map((seat) => ({ value: seat, label: seatName(round, seat) }))} onPick=${(earthly) => changeRound({ earthly })}>
		${round.earthly === undefined && html`<button onClick=${() => changeRound({ earthly: [] })}>${t("no")}</button>`}
	</${Checks}>`;
}
