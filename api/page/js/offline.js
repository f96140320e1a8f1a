// The page without a net: kept by a service worker where the browser lets it (HTTPS, or this machine itself).

import { alive, reaches } from "./api.js";
import { set } from "./store.js";

export function keepPage() {
	// A certificate of one's own is none to a browser: then there is no worker, and the page needs the net.
	navigator.serviceWorker?.register("sw.js").catch(() => {});
}

const AGAIN = 5000; // ms until the server is asked whether it is there again
let alarm = 0;

/** A phone with a net notices by itself no more than its own net: a server that was away is asked for until it answers. */
function told(reached) {
	clearTimeout(alarm);
	set({ offline: !reached });
	if (!reached) alarm = setTimeout(alive, AGAIN);
}

/** Whether the server was reached, as the last question and the phone itself have it. */
export function watchNet() {
	reaches(told);
	addEventListener("offline", () => set({ offline: true }));
	addEventListener("online", () => set({ offline: false }));
}
