// The page without a net: kept by a service worker where the browser lets it (HTTPS, or this machine itself).

import { reaches } from "./api.js";
import { set } from "./store.js";

export function keepPage() {
	// A certificate of one's own is none to a browser: then there is no worker, and the page needs the net.
	navigator.serviceWorker?.register("sw.js").catch(() => {});
}

/** Whether the server was reached, as the last question and the phone itself have it. */
export function watchNet() {
	reaches((reached) => set({ offline: !reached }));
	addEventListener("offline", () => set({ offline: true }));
	addEventListener("online", () => set({ offline: false }));
}
