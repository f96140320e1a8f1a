// One value of a sheet: what it is called, what it means in one example, and how it is changed.

import { Component } from "../vendor/preact.js";
import { kindsOf } from "./rulebook.js";
import { set } from "./store.js";
import { tileName } from "./tiles.js";
import { decidedOf, exampleOf, nameOf, sameValue, worded } from "./values.js";
import { Checks, Choice, html, Problem, Question, Stepper } from "./view.js";
import { t } from "./words.js";

export function Value({ about, value, base, problem, onPick }) {
	const changed = !sameValue(value, base);
	const Field = { bool: YesNo, word: Word, list: Players, map: Chickens, int: Amount }[about.type];
	return html`<div class=${changed ? "value changed" : "value"} id=${`value-${about.key}`}>
		<${Field} about=${about} value=${value} onPick=${onPick} id=${`v-${about.key}`} legend=${nameOf(about)} note=${exampleOf(about)} />
		${decidedOf(about) && html`<p class="note">${decidedOf(about)}</p>`}
		${problem && html`<${Problem} problem=${problem} />`}
		${changed && html`<p class="row"><span class="note">${t("base_has", { value: worded(about, base) })}</span><button class="small" onClick=${() => onPick(base)}>${t("as_base")}</button></p>`}
	</div>`;
}

const YesNo = ({ about, value, ...rest }) => html`<${Choice} ...${rest} value=${value} options=${[false, true].map((one) => ({ value: one, label: worded(about, one) }))} />`;

const Word = ({ about, value, ...rest }) => html`<${Choice} ...${rest} value=${value} options=${about.words.map((one) => ({ value: one, label: worded(about, one) }))} />`;

const Wrong = ({ words }) => words && html`<p class="problem" role="alert">${words}</p>`;

/** The last one stays: a sheet without any table is none. */
class Players extends Component {
	render({ about, value, onPick, ...rest }, { wrong }) {
		const pick = (some) => {
			this.setState({ wrong: some.length ? "" : t("last_players") });
			if (some.length) onPick([...some].sort());
		};
		return html`<${Checks} ...${rest} values=${value} onPick=${pick} options=${about.words.map((one) => ({ value: one, label: t("n_players", { n: one }) }))} />
			<${Wrong} words=${wrong} />`;
	}
}

/** Typed or stepped: values go to 200. What can't be taken is said, and the field shows what is in force. */
class Amount extends Component {
	render({ about, value, onPick, id, legend, note }, { wrong }) {
		const { min, max } = about;
		const right = (told) => Number.isInteger(told) && told >= min && told <= max;
		const pick = (told) => {
			this.setState({ wrong: "" });
			if (told !== value) onPick(told);
		};
		const typed = ({ target: { valueAsNumber: told } }) => right(told) && pick(told);
		const left = ({ target }) => {
			if (right(target.valueAsNumber)) return;
			this.setState({ wrong: t("bad_amount", { told: target.value, min, max, now: value }) });
			target.value = String(value);
		};
		return html`<div class="stepper" role="group" aria-label=${legend}>
				<label class="stepper-label" for=${id}><strong>${legend}</strong></label>
				<button class="round" aria-label=${`${legend} −`} disabled=${value <= min} onClick=${() => pick(value - 1)}>−</button>
				<input class="amount" id=${id} type="number" inputmode="numeric" min=${min} max=${max} value=${value} onInput=${typed} onChange=${left} />
				<button class="round" aria-label=${`${legend} +`} disabled=${value >= max} onClick=${() => pick(value + 1)}>+</button>
			</div>
			<${Wrong} words=${wrong} />
			<p class="note">${note}</p>`;
	}
}

/** 0 takes a kind away. */
function Chickens({ about, value, onPick, ...question }) {
	const tell = (kind, worth) => {
		const { [kind]: _, ...rest } = value;
		onPick(worth ? { ...rest, [kind]: worth } : rest);
	};
	const free = kindsOf(null).filter((kind) => !(kind in value));
	const add = () => set({ sheet: { kind: "pick", title: t("add_chicken"), among: free, then: (kind) => tell(kind, 1) } });
	return html`<${Question} ...${question}>
		${Object.entries(value).map(([kind, worth]) => html`<${Stepper} key=${kind} face=${kind} label=${tileName(kind)} value=${worth} low=${0} high=${about.max} onPick=${(told) => tell(kind, told)} />`)}
		<button class="small" aria-haspopup="dialog" onClick=${add}>${t("add_chicken")}</button>
	</${Question}>`;
}

