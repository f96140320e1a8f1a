// What this browser keeps: small things in its storage, photos in its database. One that keeps nothing (cookies
// blocked, private, full) refuses already when the storage is named: the page works without, and says so.

import { del, get, keys, set } from "../vendor/idb-keyval.js";

function shelf() {
	try {
		return globalThis.localStorage;
	} catch {
		return null;
	}
}

/** @returns {boolean} false where it was not kept */
export function remember(key, value) {
	try {
		const storage = shelf();
		if (!storage) return false;
		if (value === undefined) storage.removeItem(`zhuoji.${key}`);
		else storage.setItem(`zhuoji.${key}`, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

export function recall(key) {
	try {
		return JSON.parse(shelf()?.getItem(`zhuoji.${key}`) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}

/** Short, and unlike any other; plain HTTP has no randomUUID. */
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** Names this browser in the links that it makes, so that it knows its own again. */
export function deviceId() {
	const known = recall("device");
	if (known) return known;
	const id = newId();
	remember("device", id);
	return id;
}

const PHOTO = "photo.";

export async function keepPhoto(id, file) {
	try {
		await set(PHOTO + id, file);
		return true;
	} catch {
		return false;
	}
}

/** @returns {Promise<Blob | undefined>} */
export const keptPhoto = async (id) => {
	try {
		return await get(PHOTO + id);
	} catch {
		return undefined;
	}
};

/** Photos of rounds that are done: all but those of `ids`. */
export async function dropPhotos(ids) {
	try {
		for (const key of await keys()) if (!ids.includes(String(key).slice(PHOTO.length))) await del(key);
	} catch {
		// nothing was kept, so nothing needs to go
	}
}
