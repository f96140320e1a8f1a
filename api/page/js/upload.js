// What travels of a photo, and what is shown of it: the same pixels, so that every box lies where the eye saw it.

import * as api from "./api.js";
import { dark, greys } from "./look.js";

const LONGEST = 2000; // pixels of the longer side; the server needs no more (vision/photo/load.py: NEEDED)
const WORTH_IT = 1.2; // times LONGEST: below, a photo travels as it is
const QUALITY = 0.9;
const THUMB = 64; // pixels of the longer side that are enough to tell how bright it is

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

function drawn(image, longest) {
	const scale = longest / Math.max(image.naturalWidth, image.naturalHeight);
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
	canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
	const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	pen.imageSmoothingQuality = "high";
	pen.drawImage(image, 0, 0, canvas.width, canvas.height);
	return { canvas, pen };
}

const shrunk = (image) => new Promise((done) => drawn(image, LONGEST).canvas.toBlob(done, "image/jpeg", QUALITY));

/** Whether it is too dark to be read well, as far as this browser can show it. @param {Blob} file */
export async function tooDark(file) {
	const image = await decoded(file);
	if (!image) return false;
	const { canvas, pen } = drawn(image, THUMB);
	return dark(greys(pen.getImageData(0, 0, canvas.width, canvas.height).data));
}

/**
 * The upright picture to send and to show. The server makes it of what this browser cannot show (HEIC). Raises api.Problem.
 * @param {Blob} file
 * @returns {Promise<Blob>}
 */
export async function upright(file) {
	const image = await decoded(file);
	if (!image) return api.upright(file);
	const large = Math.max(image.naturalWidth, image.naturalHeight) > LONGEST * WORTH_IT;
	return (large && (await shrunk(image))) || file;
}
