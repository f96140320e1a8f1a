import { Payments } from "./answer.js";
import { broken, dealing, running, totals } from "./evening.js";
import * as actions from "./evening_actions.js";
import { recall } from "./memory.js";
import { term } from "./names.js";
import { copyText, download, stamped } from "./outgoing.js";
import { File, Take } from "./sources.js";
import { set } from "./store.js";
import { html, Problem } from "./view.js";
import { language, money, t } from "./words.js";

const card = () => import("./evening_card.js"); // few ask for it: not loaded before

export const Evening = ({ state }) =>
	html`<section aria-labelledby="evening-title">
		<h2 id="evening-title" tabindex="-1">${t("evening_title")}</h2>
		${state.evening ? html`<${Running} evening=${state.evening} state=${state} />` : html`<${Begin} seats=${state.round.players.length} />`}
		${state.importProblem && html`<${Problem} problem=${state.importProblem} />`}
		<${Archive} archive=${state.archive} />
	</section>`;

const Import = () =>
	html`<label class="button"><input class="quiet" id="import" type="file" accept=".json,.csv,application/json,text/csv"
		onChange=${(event) => {
			const [file] = event.target.files;
			event.target.value = "";
			if (file) actions.bringIn(file);
		}} />${t("import_file")}</label>`;

const Mark = ({ name, seat, label, ...input }) =>
	html`<label class="chip"><input type="radio" name=${name} value=${seat} aria-label=${`${t("name_of", { n: seat + 1 })} ${label}`} ...${input} /><span>${label}</span></label>`;

const Name = ({ seat, children, ...input }) =>
	html`<div class="row named"><label class="field">${t("name_of", { n: seat + 1 })} <input autocomplete="off" maxlength="20" ...${input} /></label><div class="chips">${children}</div></div>`;

/** The names of the last evening stand there already. */
function Begin({ seats }) {
	const last = recall("names");
	const known = last?.names.length === seats ? last : { names: [], me: 0 };
	const begin = (event) => {
		event.preventDefault();
		const form = new FormData(event.target);
		const entered = form.getAll("name").map((name) => String(name).trim());
		actions.begin(entered.map((name, seat) => name || t(`wind_${seat}`)), Number(form.get("me")), Number(form.get("dealer")));
	};
	return html`<form onSubmit=${begin}>
		<p class="note">${t("evening_note")}</p>
		${Array.from({ length: seats }, (_, seat) => html`<${Name} key=${seat} seat=${seat} name="name" placeholder=${t(`wind_${seat}`)} defaultValue=${known.names[seat] ?? ""}>
			<${Mark} name="me" seat=${seat} label=${t("seat_me")} defaultChecked=${seat === known.me} />
			<${Mark} name="dealer" seat=${seat} label=${t("deals_first")} defaultChecked=${seat === 0} />
		</${Name}>`)}
		<p class="row"><button class="primary" id="begin">${t("begin_evening")}</button><${Import} /></p>
	</form>`;
}

function Running({ evening, state }) {
	const { names, rounds, past } = evening;
	const sums = totals(evening);
	const after = running(evening);
	const odd = broken(evening);
	const { dealer, streak } = dealing(evening);
	const begun = actions.isBegun(state);
	const next = { n: rounds.length + 1 };
	const row = (round, at) =>
		html`<${Row} key=${at} round=${round} at=${at} after=${after[at]} names=${names} odd=${odd.includes(at)} open=${state.openRound === at} />`;
	const total = (sum, seat) => html`<td key=${seat} class=${sum > 0 ? "plus" : ""}><strong>${money(sum, true)}</strong></td>`;
	return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("rounds")}>
			<table class="rounds">
				<caption class="quiet">${t("rounds")}</caption>
				<thead><tr><th scope="col">${t("round")}</th>${names.map((name, seat) => html`<th scope="col" key=${seat}>${name}</th>`)}</tr></thead>
				<tbody>${rounds.map(row)}</tbody>
				<tfoot><tr><th scope="row">${t("total")}</th>${sums.map(total)}</tr></tfoot>
			</table>
		</div>
		${odd.map((at) => html`<p class="note" key=${at}>${t("odd_dealer", { n: at + 1, before: at })}</p>`)}
		<p>${t("next_dealer", { who: names[dealer] })} ${streak > 1 ? t("streak_of", { n: streak }) : ""}</p>
		<p class="row">
			${!begun && html`<${Take} seat=${evening.me} look="big primary" words=${t("photograph_round", next)} onOpen=${actions.photographNext} onChosen=${actions.toNext} />
				<${File} seat=${evening.me} look="big" label="choose_photo" onChosen=${actions.toNext} />`}
			<button class=${begun ? "big primary" : "big"} id="next-round" onClick=${actions.toNext}>${t("next_round", next)}</button>
			<button id="undo" disabled=${!past.length} onClick=${actions.undo}>${t("undo")}</button>
		</p>
		${rounds.length > 0 && html`<h3>${t("fewest_payments")}</h3>
			<${Payments} sums=${sums} who=${(seat) => names[seat]} />
			${sums.every((sum) => sum === 0) && html`<p>${t("all_even")}</p>`}
			<p class="row"><button id="copy-card" onClick=${async () => copyText((await card()).cardText(evening))}>${state.copied ? t("copied") : t("copy_card")}</button>
				<button id="save-card" onClick=${async () => download(await (await card()).cardPicture(evening), stamped("png"))}>${t("save_card")}</button></p>`}
		<details><summary>${t("names_and_files")}</summary>
			${names.map((name, seat) => html`<${Name} key=${seat} seat=${seat} value=${name}
				onChange=${(event) => event.target.value.trim() && actions.change({ names: names.map((old, at) => (at === seat ? event.target.value.trim() : old)) })}>
				<${Mark} name="me" seat=${seat} label=${t("seat_me")} checked=${evening.me === seat} onClick=${() => actions.change({ me: seat })} />
			</${Name}>`)}
			<h4>${t("change_places")}</h4>
			<p class="note">${t("change_places_note")}</p>
			<p class="row">${pairsOf(names).map(([one, other]) => html`<button key=${`${one} ${other}`} onClick=${() => actions.swap(one, other)}>${t("swap_two", { one: names[one], other: names[other] })}</button>`)}</p>
			<p class="row">
				<button id="export-json" onClick=${async () => download(await actions.exported.json(), "zhuoji.json")}>${t("export_json")}</button>
				<button id="export-csv" onClick=${async () => download(await actions.exported.csv(), "zhuoji.csv")}>${t("export_csv")}</button>
				<${Import} />
			</p>
			<p class="row"><button id="end" onClick=${actions.end}>${t("end_evening")}</button> <span class="note">${t("end_note")}</span></p>
		</details>`;
}

const pairsOf = (names) => names.flatMap((_, one) => names.slice(one + 1).map((_, more) => [one, one + 1 + more]));

function Row({ round, at, after, names, odd, open }) {
	const wins = round.winners.map(({ seat, pattern, label }) => `${names[seat]} ${term(pattern, label)}`);
	const what = [wins.length ? wins.join(t("and")) : t(round.deal ? "nobody_won" : "by_hand")];
	if (round.assumed?.length) what.push(t("n_assumed", { n: round.assumed.length }));
	if (round.extra?.length) what.push(t("n_extra", { n: round.extra.length }));
	if (round.doubts?.length) what.push(t("n_unseen", { n: round.doubts.length }));
	const standing = (sum, seat) => html`<td key=${seat} class=${sum > 0 ? "plus" : ""}>${money(sum, true)}<small><span class="quiet">${t("total")} </span>${money(after[seat], true)}</small></td>`;
	return html`<tr class=${odd ? "odd" : ""}>
			<th scope="row"><button class="small" aria-label=${t("next_round", { n: at + 1 })} aria-expanded=${String(open)}
				onClick=${() => set({ openRound: open ? undefined : at })}>${at + 1}${odd ? " ⚠" : ""}</button></th>
			${round.money.map(standing)}
		</tr>
		${open && html`<tr class="detail"><td colspan=${names.length + 1}><p>${what.join(" · ")}</p><p class="row">
			${round.deal && html`<button onClick=${() => actions.show(at)}>${t("show_round")}</button><button
				onClick=${() => actions.edit(at)}>${t("edit_round")}</button>`}
			<button class="danger" onClick=${() => actions.remove(at)}>${t("remove_round")}</button></p></td></tr>`}`;
}

/** Evenings that are over, the last first: each may go on, or go for good. */
function Archive({ archive }) {
	if (!archive.length) return null;
	const day = (text) => (text ? new Date(text).toLocaleDateString(language() === "zh" ? "zh-CN" : "en") : "");
	return html`<details id="archive"><summary>${t("archive", { n: archive.length })} <span class="note">${archive[0].names.join(t("and"))}</span></summary>
		<ul class="plain">${archive.map((one, place) => html`<li class="row" key=${one.begun ?? one.ended}>
			<span>${day(one.begun ?? one.rounds[0]?.at)} ${totals(one).map((sum, seat) => `${one.names[seat]} ${money(sum, true)}`).join(t("and"))}</span>
			<button class="small" onClick=${() => actions.resume(place)}>${t("resume")}</button>
			<button class="small danger" onClick=${() => actions.forget(place)}>${t("forget")}</button></li>`)}</ul>
	</details>`;
}
