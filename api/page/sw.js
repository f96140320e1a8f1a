// The service worker: the page without a net. The service writes PARTS before this: what the page is made of, under the
// address of its version. A changed page is another script, so browsers put the new worker in the place of the old one.

const SHELL = `page ${PARTS[0].split("/")[1]}`;
const ANSWERS = "answers";
const PATIENCE = 4000; // ms for the page itself, when an older one is kept; a weak net is worse than none
const MOST_ANSWERS = 200;
const KEPT = "x-kept"; // marks an answer that did not come over the net just now

// The same question has the same answer, under one version of the rules: settlements, waits and hands, but no photos.
const PURE = ["v1/settle", "v1/waits", "v1/judge", "v1/rules/check"];

const at = (path) => new URL(path, registration.scope).href;

addEventListener("install", (event) => event.waitUntil(keepShell()));
addEventListener("activate", (event) => event.waitUntil(cleanUp()));
addEventListener("fetch", (event) => {
	const answer = answerTo(event.request);
	if (answer) event.respondWith(answer);
});

async function keepShell() {
	const shell = await caches.open(SHELL);
	await shell.addAll([at("./"), ...PARTS.map(at)]);
	await keepRules();
	await skipWaiting();
}

/** A page that is newer than the rule sets that were kept may want what these don't say. */
async function keepRules() {
	const answer = await fetch(at("v1/rules"));
	if (answer.ok) await keep(await caches.open(ANSWERS), at("v1/rules"), answer);
}

async function cleanUp() {
	for (const name of await caches.keys()) if (name.startsWith("page ") && name !== SHELL) await caches.delete(name);
	await clients.claim();
}

/** @returns {Promise<Response> | null} null: the browser asks by itself */
function answerTo(request) {
	const { method, url } = request;
	const address = url.split("#")[0];
	if (method === "GET" && (address === at("./") || address.split("?")[0] === at("./"))) return pageNow(request);
	if (method === "GET" && PARTS.some((part) => at(part) === address)) return fromShell(request);
	if (method === "GET" && address === at("v1/rules")) return freshest(request, address);
	if (method === "POST" && PURE.some((path) => at(path) === address)) return freshestPost(request, address);
	return null;
}

const fromShell = async (request) => (await caches.match(request.url.split("#")[0])) ?? fetch(request);

/** As it is on the server; the kept one where there is no net, or hardly any. */
async function pageNow(request) {
	const kept = await (await caches.open(SHELL)).match(at("./"));
	const asked = fetch(request).then((answer) => (answer.status < 500 || !kept ? answer : kept));
	if (!kept) return asked;
	const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
	return Promise.race([asked.catch(() => kept), late]);
}

async function freshestPost(request, address) {
	const digest = await crypto.subtle.digest("SHA-256", await request.clone().arrayBuffer());
	const key = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
	return freshest(request, `${address}?${key}`);
}

async function freshest(request, key) {
	const answers = await caches.open(ANSWERS);
	try {
		const answer = await fetch(request);
		if (answer.ok) await keep(answers, key, answer.clone());
		return answer;
	} catch (error) {
		const kept = await answers.match(key);
		if (kept) return kept;
		throw error;
	}
}

async function keep(answers, key, answer) {
	const headers = new Headers(answer.headers);
	headers.set(KEPT, "1");
	headers.delete("content-encoding");
	await answers.delete(key);
	await answers.put(key, new Response(await answer.blob(), { headers }));
	const keys = await answers.keys();
	for (const old of keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS))) await answers.delete(old);
}
