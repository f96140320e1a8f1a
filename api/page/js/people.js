// What each player has beside his photo: melds and who fed them, 报听, chickens; of one who isn't seen also whether he was ready.

import { Strip, MeldButton } from "./strip.js";
import { chickenName, kongName, seatName, term } from "./names.js";
import { book, patternsOf } from "./rulebook.js";
import { meldTiles, seatsOf } from "./round.js";
import { changePlayer } from "./seats.js";
import { set } from "./store.js";
import { count } from "./tiles.js";
import { Choice, Stepper, Tag, html } from "./view.js";
import { t } from "./words.js";

export const People = ({ state, need, gaps }) =>
	html`<h3>${t("the_players")}</h3>
		<p class="note">${t("the_players_note")}</p>
		${seatsOf(state.round).map((seat) => html`<${Person} key=${seat} seat=${seat} state=${state} need=${need} gaps=${gaps} />`)}`;

function Person({ seat, state, need, gaps }) {
	const { round } = state;
	const player = round.players[seat];
	const gap = gaps.some((one) => one === `hand:${seat}` || one.startsWith(`meld:${seat}:`));
	const tell = (patch) => changePlayer(seat, patch);
	const open = state.opened.includes(seat) || gap;
	return html`<details class=${gap ? "person missing" : "person"} id=${`player-${seat}`} open=${open}
		onToggle=${(event) => toggle(state, seat, event.target.open)}>
		<summary><strong>${seatName(round, seat)}</strong> ${gap && html`<${Tag}>${t("please_say")}</${Tag}>`} <span class="note">${summary(round, seat, need)}</span></summary>
		${open &&
		html`<p class="row"><a class="button" href="#hand"
			onClick=${() => set({ seat, typing: false })}>${player.seen ? t("see_tiles") : t("give_tiles")}</a></p>
			${player.melds.map(
				(meld, at) => html`<${Strip} key=${at} title=${kongName(meld)}
					tiles=${meldTiles(meld).map((kind, place) => ({ key: place, kind, onOpen: () => set({ sheet: { kind: "meld", seat, at } }) }))}>
					${(meld.kind !== "pong" || need.feeder(meld)) && html`<${MeldButton} seat=${seat} at=${at} meld=${meld} />`}
				</${Strip}>`,
			)}
			${!player.seen && html`<p class="row"><button disabled=${player.melds.length >= 4}
				onClick=${() => set({ sheet: { kind: "meld", seat } })}>${t("add_meld")}</button></p>`}
			<${Declared} seat=${seat} state=${state} need=${need} tell=${tell} />
			${!player.seen && need.ready && html`<${Ready} seat=${seat} state=${state} need=${need} tell=${tell} />`}
			<${Chickens} player=${player} round=${round} need=${need} tell=${tell} />`}
	</details>`;
}

const toggle = ({ opened }, seat, open) => {
	if (opened.includes(seat) !== open) set({ opened: open ? [...opened, seat] : opened.filter((one) => one !== seat) });
};

function summary(round, seat, need) {
	const player = round.players[seat];
	const ready = player.ready ?? Boolean(player.declared);
	const parts = [player.seen ? t("seen") : need.ready ? t(ready ? "unseen_ready" : "unseen_not_ready") : t("unseen")];
	if (player.melds.length) parts.push(player.melds.map((meld) => kongName(meld)).join(" "));
	const told = (kind) => (need.discards ? count(player.discards, kind) : 0) + (player.seen ? 0 : (player.chickens[kind] ?? 0));
	const chickens = need.chickens.reduce((sum, kind) => sum + told(kind), 0);
	if (chickens) parts.push(t("n_chickens", { n: chickens }));
	if (player.declared) parts.push(t("declared_short"));
	return parts.join(" · ");
}

/** 报听, where the rule set plays it and the melds allow it. */
function Declared({ seat, state, need, tell }) {
	const { round } = state;
	const player = round.players[seat];
	const barred = player.melds.some((meld) => !need.declaredMayKong || meld.kind === "pong");
	if (!need.declared.length || (barred && !player.declared)) return null;
	const kinds = seat === (round.dealer ?? 0) && !need.dealerMayHard ? need.declared.filter((kind) => kind !== "hard") : need.declared;
	const options = kinds.map((kind) => ({ value: kind, label: kinds.length > 1 ? t(`declared_${kind}`) : t("yes") }));
	return html`<${Choice} id=${`q-declared-${seat}`} legend=${t("declared")} value=${player.declared}
		options=${[{ value: null, label: t("no") }, ...options]} onPick=${(declared) => tell({ declared })} />`;
}

/** Of an unseen hand: was it ready, and what was its dearest wait (asked where somebody pays by it). */
function Ready({ seat, state, need, tell }) {
	const player = state.round.players[seat];
	const ready = player.ready ?? Boolean(player.declared);
	const options = patternsOf(book(state), state.round.options).map(({ code, units }) => ({ value: units, label: `${term(code)} ${units}` }));
	const distinct = options.filter((option, at) => options.findIndex((other) => other.value === option.value) === at);
	return html`<${Choice} id=${`q-ready-${seat}`} legend=${t("was_ready")} value=${ready} assumed=${player.ready === undefined}
		onPick=${(is) => tell({ ready: is })}
			options=${[{ value: false, label: t("ready_no") }, { value: true, label: t("ready_yes") }]} />
		${ready && need.dearest &&
		html`<${Choice} id=${`q-units-${seat}`} legend=${t("dearest_wait")} value=${player.ready_units ?? distinct[0]?.value}
			assumed=${player.ready_units === undefined} options=${distinct}
			onPick=${(ready_units) => tell({ ready_units })} />`}`;
}

/** How many chickens lie among his discards, and (unseen) how many he holds. */
function Chickens({ player, round, need, tell }) {
	const lying = (kind, copies) => tell({ discards: [...player.discards.filter((tile) => tile !== kind), ...Array(copies).fill(kind)] });
	return html`${!player.seen && need.chickens.length > 0 &&
		html`<h4>${t("chickens_held")}</h4>
			${need.chickens.map((kind) => html`<${Stepper} key=${kind} face=${kind} label=${chickenName(kind, round.turned)}
				value=${player.chickens[kind] ?? 0} high=${4}
				onPick=${(copies) => tell({ chickens: { ...player.chickens, [kind]: copies } })} />`)}`}
		${need.discards && need.chickens.length > 0 &&
		html`<h4>${t("chickens_discarded")}</h4>
			${need.chickens.map((kind) => html`<${Stepper} key=${kind} face=${kind}
				label=${t("discarded", { tile: chickenName(kind, round.turned) })} value=${count(player.discards, kind)} high=${4} onPick=${(copies) => lying(kind, copies)} />`)}`}`;
}
