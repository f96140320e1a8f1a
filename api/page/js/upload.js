// What travels of a photo, and what is shown of it: the same pixels, so that every box lies where the eye saw it.

import * as api from "./api.js";

const LONGEST = 2000; // pixels of the longer side; the server needs no more (vision/photo/load.py: NEEDED)
const WORTH_IT = 1.2; // times LONGEST: below, a photo that is not heavy travels as it is
const HEAVY = 500_000; // bytes; the photos that are made smaller come to a third of it
// Readings are as right by either as by JPEG 0.9 at two to three times the bytes (tests/bench/shrunk.py, docs/page.md).
/** @type {[string, number]} */
const WEBP = ["image/webp", 0.85];
/** @type {[string, number]} */
const JPEG = ["image/jpeg", 0.8];

async function decoded(file) {
	const image = new Image();
	image.src = URL.createObjectURL(file);
	try {
		await image.decode();
		return image.naturalWidth ? image : null;
	} catch {
		return null;
	} finally {
		URL.revokeObjectURL(image.src);
	}
}

function drawn(image) {
	const scale = Math.min(1, LONGEST / Math.max(image.naturalWidth, image.naturalHeight));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
	canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
	const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	pen.imageSmoothingQuality = "high";
	pen.drawImage(image, 0, 0, canvas.width, canvas.height);
	return canvas;
}

/** Safari writes no WebP; asked for it, it takes its time for a PNG. */
function bestWay() {
	const dot = document.createElement("canvas");
	dot.width = dot.height = 1;
	return dot.toDataURL(WEBP[0]).startsWith(`data:${WEBP[0]}`) ? WEBP : JPEG;
}

const shrunk = (image) => new Promise((done) => drawn(image).toBlob(done, ...bestWay()));

/**
 * The upright picture to send and to show. The server makes it of what this browser cannot show (HEIC). Raises api.Problem.
 * @param {Blob} file
 * @returns {Promise<Blob>}
 */
export async function upright(file) {
	const image = await decoded(file);
	if (!image) return api.upright(file);
	const large = file.size > HEAVY || Math.max(image.naturalWidth, image.naturalHeight) > LONGEST * WORTH_IT;
	const small = large && (await shrunk(image));
	return small && small.size < file.size ? small : file;
}
