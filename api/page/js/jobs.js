// The page of label jobs: many photos are sent at once, how far each job is, its labels.

import { render } from "../vendor/preact.js";
import { heads } from "./api.js";
import "./jobs_words.js";
import { recall, remember } from "./memory.js";
import { html } from "./view.js";
import { language, speak, t } from "./words.js";

const JOBS = "v1/label-jobs";
const OVER = ["done", "failed"];
const AGAIN = 3000; // ms until a server that was away is asked again

/**
 * @typedef {{ id: string, state: string, created: string, expires: string | null, formats: string[], photos: number | null, read: number,
 *   failed: number, failures: { file: string, detail: string }[], problem: { detail: string } | null }} Job
 * @type {{ jobs: Job[] | null, formats: string[], sent: number | null, problem: string, sure: string }}
 */
let state = { jobs: null, formats: [], sent: null, problem: "", sure: "" };
/** @type {Map<string, EventSource>} jobs that are followed */
const followed = new Map();
/** @type {XMLHttpRequest | null} */
let sending = null;

function set(patch) {
	state = { ...state, ...patch };
	render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
}

function say(text) {
	/** @type {HTMLElement} */ (document.getElementById("live")).textContent = text;
}

async function load() {
	try {
		const answer = await fetch(JOBS, { headers: heads() });
		const told = await answer.json();
		if (!answer.ok) throw new Error(told.detail);
		set({ jobs: told.jobs, formats: told.formats, problem: "" });
		for (const job of told.jobs) follow(job);
	} catch (error) {
		set({ problem: error instanceof TypeError ? t("jobs_lost") : String(error instanceof Error ? error.message : error) });
		setTimeout(load, AGAIN);
	}
}

/** @param {Job} job */
function took(job) {
	const jobs = state.jobs ?? [];
	const known = jobs.some((one) => one.id === job.id);
	set({ jobs: known ? jobs.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs] });
}

/** @param {Job} job */
function follow(job) {
	if (OVER.includes(job.state) || followed.has(job.id)) return;
	const events = new EventSource(`${JOBS}/${job.id}`);
	followed.set(job.id, events);
	const end = () => {
		events.close();
		followed.delete(job.id);
	};
	events.addEventListener("gone", () => {
		end();
		load();
	});
	events.addEventListener("job", (event) => {
		const now = JSON.parse(event.data);
		took(now);
		if (OVER.includes(now.state)) {
			end();
			say(t(`jobs_${now.state}`));
		}
	});
}

function send(event) {
	event.preventDefault();
	const told = new FormData(event.target);
	const form = new FormData();
	form.append("format", told.getAll("format").join(","));
	for (const file of told.getAll("photo")) form.append("photo", file);
	const request = new XMLHttpRequest(); // fetch does not say how much of a body is on its way
	sending = request;
	request.open("POST", JOBS);
	for (const [name, value] of Object.entries(heads())) request.setRequestHeader(name, value);
	request.upload.onprogress = ({ loaded, total }) => set({ sent: Math.floor((100 * loaded) / total) });
	request.onload = () => {
		const answer = JSON.parse(request.responseText);
		set({ sent: null, problem: request.status === 202 ? "" : answer.detail });
		if (request.status !== 202) return;
		event.target.reset();
		say(t("jobs_sent"));
		took(answer);
		follow(answer);
	};
	request.onerror = () => set({ sent: null, problem: t("jobs_lost") });
	request.onabort = () => set({ sent: null });
	set({ sent: 0, problem: "" });
	request.send(form);
}

/** @param {Job} job */
async function remove(job) {
	if (state.sure !== job.id) return set({ sure: job.id });
	const answer = await fetch(`${JOBS}/${job.id}`, { method: "DELETE", headers: heads() }).catch(() => null);
	if (!answer?.ok && answer?.status !== 404) return set({ problem: t("jobs_lost") });
	followed.get(job.id)?.close();
	followed.delete(job.id);
	set({ jobs: (state.jobs ?? []).filter((one) => one.id !== job.id), sure: "" });
}

function switchLanguage() {
	speak(language() === "zh" ? "en" : "zh");
	remember("language", language());
	load();
}

const when = (time) => new Date(time).toLocaleString(language() === "zh" ? "zh-CN" : "en", { dateStyle: "short", timeStyle: "short" });

function App() {
	const { jobs, problem } = state;
	return html`<header class="top">
			<h1>${t("app")}</h1>
			<button id="language" lang=${language() === "zh" ? "en" : "zh-CN"} onClick=${switchLanguage}>${language() === "zh" ? "English" : "中文"}</button>
		</header>
		<main>
			${problem && html`<div class="problem" role="alert">${problem}</div>`}
			<h2>${t("jobs_new")}</h2>
			<${Sending} />
			<h2>${t("jobs_mine")}</h2>
			${jobs?.length === 0 && html`<p class="note">${t("jobs_none")}</p>`}
			${jobs?.map((job) => html`<${OneJob} key=${job.id} job=${job} />`)}
		</main>
		<footer><small>${t("privacy")}</small></footer>`;
}

function Sending() {
	const { formats, sent } = state;
	return html`<form onSubmit=${send}>
		<label>${t("jobs_files")} <input type="file" name="photo" multiple required accept="image/*,.heic,.heif,.avif,.zip" /></label>
		<fieldset class="question">
			<legend>${t("jobs_formats")}</legend>
			<div class="chips">
				${formats.map((name) => html`<label class="chip" key=${name}><input type="checkbox" name="format" value=${name} defaultChecked=${name === formats[0]} /><span>${name}</span></label>`)}
			</div>
		</fieldset>
		<div class="row">
			<button class="primary" disabled=${sent !== null}>${t("jobs_send")}</button>
			${sent !== null && html`<span role="status">${t("jobs_sending", { n: sent })}</span> <button type="button" onClick=${() => sending?.abort()}>${t("jobs_stop")}</button>`}
		</div>
	</form>`;
}

/** @param {{ job: Job }} told */
function OneJob({ job }) {
	const { id, photos, read, failed, failures } = job;
	const over = OVER.includes(job.state);
	const many = photos === null ? "" : over ? t("jobs_photos", { n: photos }) : t("jobs_read", { n: read, of: photos });
	return html`<section class="job" data-state=${job.state}>
		<header><strong>${t(`jobs_${job.state}`)}</strong> <span class="note">${when(job.created)} · ${job.formats.join(", ")}</span></header>
		<p>${many}</p>
		${!over && html`<progress aria-label=${many || t(`jobs_${job.state}`)} max=${photos || 1} value=${photos ? read : 0}></progress>`}
		${job.problem && html`<p class="note">${job.problem.detail}</p>`}
		${failed > 0 && html`<details><summary>${t("jobs_without", { n: failed })}</summary>
			<ul>${failures.map(({ file, detail }, at) => html`<li key=${at}>${file}: ${detail}</li>`)}</ul></details>`}
		<div class="row">
			${job.state === "done" && html`<a class="button" href=${`${JOBS}/${id}/labels`} download>${t("jobs_labels")}</a>
				<a class="button" href=${`${JOBS}/${id}/labels?pictures=all`} download>${t("jobs_all")}</a>`}
			<button class="danger" onClick=${() => remove(job)}>${t(state.sure === id ? "jobs_delete_sure" : "jobs_delete")}</button>
		</div>
		${job.expires && html`<p class="note">${t("jobs_kept", { when: when(job.expires) })}</p>`}
	</section>`;
}

speak(recall("language") ?? "zh");
set({});
load();
