// The one state of the page. Views read it, actions replace parts of it, every change draws anew.

let state = {};
let draw = () => {};
let due = false;

export const get = () => state;

export function start(initial, drawWith) {
  state = initial;
  draw = drawWith;
  draw(state);
}

export function set(patch) {
  state = { ...state, ...patch };
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    draw(state);
  });
}

/** Something for those who don't see the page change. */
export function say(text) {
  document.getElementById("live").textContent = text;
}

/** Kept in this browser only; a browser that keeps nothing (private mode, full) just forgets. */
export function remember(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(`zhuoji.${key}`);
    else localStorage.setItem(`zhuoji.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`zhuoji.${key}`)) ?? undefined;
  } catch {
    return undefined;
  }
}
