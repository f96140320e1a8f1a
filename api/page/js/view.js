// Preact bound to htm, and the small parts that every view uses. No state of its own but an open dialog's.

import { Component, createRef, h } from "../vendor/preact.js";
import htm from "../vendor/htm.js";
import { KINDS, SUITS, tileName } from "./tiles.js";
import { t } from "./words.js";

export const html = htm.bind(h);

/** A tile's face; silent (`mute`) where a button around it has the name already. */
export const Face = ({ tile, mute }) =>
	html`<svg class="face" ...${mute ? { "aria-hidden": "true" } : { role: "img", "aria-label": tileName(tile) }}>
		<use href=${`/page/tiles.svg#${tile}`} />
	</svg>`;

export const Faces = ({ tiles }) =>
	html`<span class="faces" role="img" aria-label=${tiles.map(tileName).join(" ")}>
		${tiles.map((tile, at) => html`<${Face} key=${at} tile=${tile} mute />`)}
	</span>`;

export const Tag = ({ children }) => html`<span class="tag">${children}</span>`;

/** A question: its legend, what is taken by default or still to be said, and whatever answers it. */
export const Question = ({ id, legend, note, assumed, missing, children }) =>
	html`<fieldset class=${missing ? "question missing" : "question"} id=${id} tabindex="-1">
		<legend>${legend} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}${missing && html`<${Tag}>${t("please_say")}</${Tag}>`}</legend>
		${note && html`<p class="note">${note}</p>`}
		${children}
	</fieldset>`;

const Chip = ({ label, note, ...input }) =>
	html`<label class="chip"><input ...${input} /><span>${label}${note && html` <small>${note}</small>`}</span></label>`;

/** One of several: radio chips. `options`: [{value, label, note?}]. */
export const Choice = ({ options, value, onPick, ...question }) =>
	html`<${Question} ...${question}>
		<div class="chips">
			${options.map(({ value: own, ...option }, at) => html`<${Chip} key=${at} type="radio" name=${question.id} checked=${own === value} onChange=${() => onPick(own)} ...${option} />`)}
		</div>
	</${Question}>`;

/** Several may hold: checkbox chips. `values`: those that hold. */
export const Checks = ({ options, values, onPick, ...question }) => {
	const pick = (own) => (event) => onPick(event.target.checked ? [...values, own] : values.filter((other) => other !== own));
	return html`<${Question} ...${question}>
		<div class="chips">
			${options.map(({ value: own, ...option }) => html`<${Chip} key=${own} type="checkbox" checked=${values.includes(own)}
				onChange=${pick(own)} ...${option} />`)}
		</div>
	</${Question}>`;
};

/** A small number with − and +. */
export function Stepper({ label, face, value, low = 0, high = 99, onPick, assumed }) {
	return html`<div class="stepper" role="group" aria-label=${label}>
		<span class="stepper-label">${face && html`<${Face} tile=${face} mute />`}${label} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}</span>
		<button class="round" aria-label=${`${label} −`} disabled=${value <= low} onClick=${() => onPick(value - 1)}>−</button>
		<output aria-live="polite">${value}</output>
		<button class="round" aria-label=${`${label} +`} disabled=${value >= high} onClick=${() => onPick(value + 1)}>+</button>
	</div>`;
}

/** A tile as a button; `label` where more than its name is to be said. */
export const TileButton = ({ kind, label, look = "", children, ...button }) =>
	html`<button class=${`tile ${look}`} data-kind=${kind}
		aria-label=${label || tileName(kind)} ...${button}><${Face} tile=${kind} mute />${children}</button>`;

/** The 27 kinds as buttons, five and four a suit on a phone, then `extra` ones; `left(kind)`: copies that may still be taken. */
export const Keypad = ({ onPick, left, extra = [], chosen }) => {
	const key = (kind) =>
		html`<${TileButton} key=${kind} kind=${kind} aria-pressed=${chosen && String(chosen === kind)}
			disabled=${left && left(kind) <= 0} onClick=${() => onPick(kind)} />`;
	const rows = [...SUITS.map((suit) => KINDS.filter((kind) => kind[1] === suit)), extra];
	return html`<div class="keypad" role="group"
		aria-label=${t("all_tiles")}>${rows.map((kinds, at) => kinds.length > 0 && html`<div class="suit" key=${at}>${kinds.map(key)}</div>`)}</div>`;
};

/** A modal sheet from the bottom; Escape, the × and a tap beside it close it, focus goes back to where it was. */
export class Sheet extends Component {
	dialog = createRef();

	componentDidMount() {
		this.dialog.current.showModal();
	}

	componentWillUnmount() {
		this.dialog.current?.close();
	}

	render({ title, onClose, children }) {
		return html`<dialog
			class="sheet"
			ref=${this.dialog}
			aria-label=${title}
			onCancel=${(event) => {
				event.preventDefault();
				onClose();
			}}
			onClick=${(event) => event.target === this.dialog.current && onClose()}
		>
			<div class="sheet-body">
				<header>
					<h2>${title}</h2>
					<button class="round" aria-label=${t("close")} onClick=${onClose}>×</button>
				</header>
				${children}
			</div>
		</dialog>`;
	}
}

/** A problem of the API (or of the line to it) in words. */
export const Problem = ({ problem }) =>
	html`<div class="problem" role="alert">
		<strong>${t(`problem_${problem.code}`) ?? t("problem")}</strong>
		${problem.detail && html`<p lang="en" class="note">${problem.detail}</p>`}
		${problem.code && html`<small class="code">${problem.code}${problem.pointer ? ` · ${problem.pointer}` : ""}</small>`}
	</div>`;
