// Preact bound to htm, and the small parts that every view uses.

import htm from "../vendor/htm.js";
import { Component, createRef, h } from "../vendor/preact.js";
import { seatName } from "./names.js";
import { REFUSALS } from "./phrases.js";
import { get } from "./store.js";
import { KINDS, named, SPRITE, SUITS, tileName } from "./tiles.js";
import { fill, language, t } from "./words.js";

export const html = htm.bind(h);

export function focusTitle(options = {}) {
	const title = /** @type {HTMLElement | null} */ (document.querySelector("main h2"));
	title?.focus(options);
}

/** A view that was just opened is seen, and read out, from its title on. */
export const arrive = () =>
	queueMicrotask(() => {
		scrollTo(0, 0);
		focusTitle({ preventScroll: true });
	});

export const Face = ({ tile, mute }) =>
	html`<svg class="face" ...${mute ? { "aria-hidden": "true" } : { role: "img", "aria-label": tileName(tile) }}>
		<use href=${`${SPRITE}#${tile}`} />
	</svg>`;

export const Faces = ({ tiles }) =>
	html`<span class="faces" role="img" aria-label=${tiles.map(tileName).join(" ")}>
		${tiles.map((tile, at) => html`<${Face} key=${at} tile=${tile} mute />`)}
	</span>`;

export const Tag = ({ children }) => html`<span class="tag">${children}</span>`;

export const Question = ({ id, legend, note, assumed, missing, children }) =>
	html`<fieldset class=${missing ? "question missing" : "question"} id=${id} tabindex="-1">
		<legend>${legend} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}${missing && html`<${Tag}>${t("please_say")}</${Tag}>`}</legend>
		${note && html`<p class="note">${note}</p>`}
		${children}
	</fieldset>`;

const Chip = ({ label, note, ...input }) =>
	html`<label class="chip"><input ...${input} /><span>${label}${note && html` <small>${note}</small>`}</span></label>`;

/** Radio chips; touching the one that is taken by default says it. */
export const Choice = ({ options, value, onPick, look = "", ...question }) =>
	html`<${Question} ...${question}>
		<div class=${`chips ${look}`}>
			${options.map(({ value: own, ...option }, at) => html`<${Chip} key=${at} type="radio" name=${question.id} checked=${own === value} onClick=${() => onPick(own)} ...${option} />`)}
		</div>
	</${Question}>`;

export const Checks = ({ options, values, onPick, children, ...question }) => {
	const pick = (own) => (event) => onPick(event.target.checked ? [...values, own] : values.filter((other) => other !== own));
	return html`<${Question} ...${question}>
		<div class="chips">
			${options.map(({ value: own, ...option }) => html`<${Chip} key=${own} type="checkbox" checked=${values.includes(own)}
				onChange=${pick(own)} ...${option} />`)}
			${children}
		</div>
	</${Question}>`;
};

/** `short`: what is seen of the label, where a heading says the rest. */
export function Stepper({ label, short = label, face, value, low = 0, high = 99, onPick, assumed }) {
	return html`<div class="stepper" role="group" aria-label=${label}>
		<span class="stepper-label">${face && html`<${Face} tile=${face} mute />`}<span>${short} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}</span></span>
		<button class="round" aria-label=${`${label} −`} disabled=${value <= low} onClick=${() => onPick(value - 1)}>−</button>
		<output aria-live="polite">${value}</output>
		<button class="round" aria-label=${`${label} +`} disabled=${value >= high} onClick=${() => onPick(value + 1)}>+</button>
	</div>`;
}

export const TileButton = ({ kind, label, look = "", children, ...button }) =>
	html`<button class=${`tile ${look}`} data-kind=${kind}
		aria-label=${label || tileName(kind)} ...${button}><${Face} tile=${kind} mute />${children}</button>`;

/** Five and four a suit on a phone, then `extra` ones; `left(kind)`: copies that may still be taken. */
export const Keypad = ({ onPick, left, extra = [], chosen }) => {
	const key = (kind) =>
		html`<${TileButton} key=${kind} kind=${kind} aria-pressed=${chosen && String(chosen === kind)}
			disabled=${left && left(kind) <= 0} onClick=${() => onPick(kind)} />`;
	const rows = [...SUITS.map((suit) => KINDS.filter((kind) => kind[1] === suit)), extra];
	return html`<div class="keypad" role="group"
		aria-label=${t("all_tiles")}>${rows.map((kinds, at) => kinds.length > 0 && html`<div class="suit" key=${at}>${kinds.map(key)}</div>`)}</div>`;
};

/** Opens at its title: what it is about is read out first, and Enter closes nothing. */
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
					<h2 tabindex="-1" autofocus>${title}</h2>
					<button class="round" aria-label=${t("close")} onClick=${onClose}>×</button>
				</header>
				${children}
			</div>
		</dialog>`;
	}
}

export function Problem({ problem: { code, detail = "", pointer = "", seat, tile } }) {
	const { round } = get();
	const player = (at) => (round?.players[at] ? seatName(round, Number(at)) : "");
	const who = player(seat ?? pointer.match(/^\/players\/(\d)/)?.[1]);
	const own = t(`problem_${code}`) ?? (language() === "zh" && fill(REFUSALS[code], { who, tile: tile && tileName(tile) }));
	const sentence = detail.replace(/（[^（）]*[a-z] [^（）]*）$/, ""); // a Chinese one may have the English one behind it
	const isEnglish = /[a-z]+ [a-z]+ [a-z]/.test(sentence); // the language may have been changed since
	const told = isEnglish === (language() === "en") && sentence;
	const theirs = told && named(told).replace(/\bseat (\d)|座位(\d)/g, (words, en, zh) => player(en ?? zh) || words);
	return html`<div class="problem" role="alert">
		<strong>${own || theirs || t("problem")}</strong>
		${own && theirs && own.replace(/。$/, "") !== theirs && html`<p class="note">${theirs}</p>`}
	</div>`;
}
