// Preact bound to htm, and the small parts that every view uses. No state of its own but an open dialog's.

import { Component, createRef, h } from "../vendor/preact.js";
import htm from "../vendor/htm.js";
import { tileName } from "./tiles.js";
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

/** One question with radio chips. `options`: [{value, label, note?}]; values are compared by JSON. */
export function Choice({ id, legend, note, options, value, onPick, assumed, missing }) {
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  return html`<fieldset class=${missing ? "question missing" : "question"} id=${id} tabindex="-1">
    <legend>${legend} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}${missing && html`<${Tag}>${t("please_say")}</${Tag}>`}</legend>
    ${note && html`<p class="note">${note}</p>`}
    <div class="chips">
      ${options.map(
        (option, at) => html`<label class="chip" key=${at}>
          <input type="radio" name=${id} checked=${same(option.value, value)} onChange=${() => onPick(option.value)} />
          <span>${option.label}${option.note && html` <small>${option.note}</small>`}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** Several may hold: checkbox chips. `options`: [{value, label, note?}], `values` those that hold. */
export const Checks = ({ id, legend, note, options, values, onPick, assumed, missing }) =>
  html`<fieldset class=${missing ? "question missing" : "question"} id=${id} tabindex="-1">
    <legend>${legend} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}</legend>
    ${note && html`<p class="note">${note}</p>`}
    <div class="chips">
      ${options.map(
        (option) => html`<label class="chip" key=${option.value}>
          <input
            type="checkbox"
            checked=${values.includes(option.value)}
            onChange=${(event) =>
              onPick(event.target.checked ? [...values, option.value] : values.filter((v) => v !== option.value))}
          />
          <span>${option.label}${option.note && html` <small>${option.note}</small>`}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;

/** A small number with − and +. */
export function Stepper({ label, face, value, low = 0, high = 99, onPick, assumed, step = 1 }) {
  return html`<div class="stepper" role="group" aria-label=${label}>
    <span class="stepper-label">${face && html`<${Face} tile=${face} mute />`}${label} ${assumed && html`<${Tag}>${t("by_default")}</${Tag}>`}</span>
    <button type="button" class="round" aria-label=${`${label} −`} disabled=${value <= low} onClick=${() => onPick(value - step)}>−</button>
    <output aria-live="polite">${value}</output>
    <button type="button" class="round" aria-label=${`${label} +`} disabled=${value >= high} onClick=${() => onPick(value + step)}>+</button>
  </div>`;
}

/** The 27 kinds as buttons, five and four a suit on a phone; `left(kind)`: copies that may still be taken. */
export const Keypad = ({ onPick, left, extra = [], chosen, kinds }) =>
  html`<div class="keypad" role="group" aria-label=${t("all_tiles")}>
    ${["m", "p", "s"].map(
      (suit) => html`<div class="suit" key=${suit}>
        ${kinds
          .filter((kind) => kind[1] === suit)
          .map(
            (kind) => html`<button
              type="button"
              key=${kind}
              class="tile"
              data-kind=${kind}
              aria-label=${tileName(kind)}
              aria-pressed=${chosen === undefined ? undefined : String(chosen === kind)}
              disabled=${left !== undefined && left(kind) <= 0}
              onClick=${() => onPick(kind)}
            >
              <${Face} tile=${kind} mute />
            </button>`,
          )}
      </div>`,
    )}
    ${extra.length > 0 &&
    html`<div class="suit">
      ${extra.map(
        (kind) => html`<button type="button" key=${kind} class="tile" data-kind=${kind} aria-label=${tileName(kind)} onClick=${() => onPick(kind)}>
          <${Face} tile=${kind} mute />
        </button>`,
      )}
    </div>`}
  </div>`;

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
          <button type="button" class="round" aria-label=${t("close")} onClick=${onClose}>×</button>
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
