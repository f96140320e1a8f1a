// What each player has beside their photo: melds and who fed them, 报听, chickens.

import { mayDeclare, untoldHeld, untoldLying } from "./assumed.js";
import { chickenName, fedBy, kongName, seatName } from "./names.js";
import { meldTiles, seatsOf } from "./round.js";
import { changePlayer, left } from "./seats.js";
import { set } from "./store.js";
import { MeldButton, Strip } from "./strip.js";
import { count } from "./tiles.js";
import { Choice, html, Stepper, Tag } from "./view.js";
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
				(meld, at) => html`<${Strip} key=${at} title=${kongName(meld)} note=${meld.kind !== "pong" || need.feeder(meld) ? fedBy(round, meld) : ""}
					tiles=${meldTiles(meld).map((kind, place) => ({ key: place, kind, onOpen: () => set({ sheet: { kind: "meld", seat, at } }) }))}>
					${(meld.kind !== "pong" || need.feeder(meld)) && html`<${MeldButton} seat=${seat} at=${at} meld=${meld} />`}
				</${Strip}>`,
			)}
			${!player.seen && html`<p class="row"><button disabled=${player.melds.length >= 4}
				onClick=${() => set({ sheet: { kind: "meld", seat } })}>${t("add_meld")}</button>
				${!player.melds.length && html`<button aria-pressed=${String(Boolean(player.kongless))}
					onClick=${() => tell({ kongless: !player.kongless })}>${t("no_meld")}</button> ${!player.kongless && html`<${Tag}>${t("by_default")}</${Tag}>`}`}</p>`}
			<${Declared} seat=${seat} state=${state} need=${need} tell=${tell} />
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
	const told = (kind) => (need.lying.includes(kind) ? count(player.discards, kind) : 0) + (player.seen ? 0 : (player.chickens[kind] ?? 0));
	const chickens = need.chickens.reduce((sum, kind) => sum + told(kind), 0);
	if (chickens) parts.push(t("n_chickens", { n: chickens }));
	if (player.declared) parts.push(t("declared_short"));
	return parts.join(" · ");
}

function Declared({ seat, state, need, tell }) {
	const { round } = state;
	const player = round.players[seat];
	if (!mayDeclare(player, need) && !player.declared) return null;
	const kinds = need.declaredAs(seat);
	const options = kinds.map((kind) => ({ value: kind, label: t(kinds.length > 1 ? `declared_${kind}` : "declared_yes") }));
	return html`<${Choice} id=${`q-declared-${seat}`} legend=${t("declared")} value=${player.declared ?? null}
		assumed=${player.declared === undefined} options=${[{ value: null, label: t("declared_no") }, ...options]} onPick=${(declared) => tell({ declared })} />`;
}

/** No more than there can be. */
function Chickens({ player, round, need, tell }) {
	const held = untoldHeld(player, round, need);
	const lying = untoldLying(player, round, need);
	const steppers = (all, title, label, untold, value, pick) => {
		const kinds = all.filter((kind) => value(kind) || left(kind) > 0);
		return kinds.length > 0 && html`<h4>${t(title)}</h4>
			${kinds.map((kind) => html`<${Stepper} key=${kind} face=${kind} label=${t(label, { tile: chickenName(kind, round.turned) })} short=${chickenName(kind, round.turned)}
				value=${value(kind)} high=${value(kind) + Math.max(0, left(kind))} assumed=${untold.includes(kind)}
				onPick=${(copies) => pick(kind, copies)} />`)}`;
	};
	const lie = (kind, copies) =>
		tell({ discards: [...player.discards.filter((tile) => tile !== kind), ...Array(copies).fill(kind)], counted: [...player.counted, kind] });
	return html`${!player.seen && steppers(need.chickens, "chickens_held", "held", held, (kind) => player.chickens[kind] ?? 0, (kind, copies) => tell({ chickens: { ...player.chickens, [kind]: copies } }))}
		${steppers(need.lying, "chickens_discarded", "discarded", lying, (kind) => count(player.discards, kind), lie)}
		${held.length + lying.length > 0 && html`<button onClick=${() =>
			tell({ chickens: { ...player.chickens, ...Object.fromEntries(held.map((kind) => [kind, 0])) }, counted: [...player.counted, ...lying] })}>${t("no_more_chickens")}</button>`}`;
}
