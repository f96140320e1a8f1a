// What leaves the page: text to the clipboard, files to the phone.

import { say, set } from "./store.js";
import { t } from "./words.js";

const SHOWN = 3000; // ms that "copied" stands
const FETCHED = 10_000; // ms in which a browser has taken a file

/** On plain HTTP a browser has no clipboard; a marked field can still be copied. */
export async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const field = document.createElement("textarea");
		field.value = text;
		document.body.append(field);
		field.select();
		const copied = document.execCommand("copy");
		field.remove();
		if (!copied) return;
	}
	set({ copied: true });
	say(t("copied"));
	setTimeout(() => set({ copied: false }), SHOWN);
}

export const stamped = (ending) => `zhuoji-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.${ending}`;

export function download(blob, name) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
}
