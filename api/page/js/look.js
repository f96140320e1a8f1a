// What a frame of the camera is like, from its pixels and from what the eye read in a small copy of it. Pure.

/** Doubts about a photo as a whole (vision/read/conditions.py). */
export const AMISS = ["too_dark", "blurred", "too_small"];
/** Those that a small copy has in common with the photo. @type {Record<string, "dark" | "moving">} */
const HINTS = { too_dark: "dark", blurred: "moving" };

// Mean difference of 255 between two frames a quarter of a second apart: of a camera that moved so fast that names go wrong, 99 in 100
// have more, of one that shook by a tenth of a tile two in three have less (tests/bench/frames.py, docs/page.md).
const MOVED = 16;
const NEAR_ENOUGH = 32; // pixels of a tile's shorter side on the photo that would be taken: half of what the reader is given

/** RGBA -> brightness of each pixel, 0 to 255. @param {Uint8ClampedArray} pixels */
export const greys = (pixels) => Array.from({ length: pixels.length / 4 }, (_, at) => (pixels[4 * at] * 3 + pixels[4 * at + 1] * 6 + pixels[4 * at + 2]) / 10);

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** @param {number[]} grey @param {number[] | null} before the frame before this one, if there was one */
export const moving = (grey, before) => !before || mean(grey.map((one, at) => Math.abs(one - before[at]))) > MOVED;

const shorter = ({ box: [x1, y1, x2, y2] }) => Math.min(x2 - x1, y2 - y1);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/**
 * @param {Reading} reading of a small copy
 * @param {number} scale pixels of the photo that would be taken for one of the copy
 * @returns {{ hint: "nothing" | "far" | "found" | "dark" | "moving", n: number, whole: boolean, tiles: string }} `whole`: a hand with the right number of
 * tiles; `tiles`: the same for two readings that agree
 */
export function seen(reading, scale) {
	const own = reading.groups.filter(({ role }) => ["hand", "meld", "winning"].includes(role)).flatMap(({ tiles }) => tiles);
	const hand = reading.groups.filter(({ role }) => ["hand", "winning"].includes(role)).flatMap(({ tiles }) => tiles).length;
	const more = hand + 3 * reading.groups.filter(({ role }) => role === "meld").length - 13;
	const amiss = reading.doubts.map(({ code }) => HINTS[code]).find(Boolean);
	const far = () => median(own.map((at) => shorter(reading.tiles[at]))) * scale < NEAR_ENOUGH;
	const hint = amiss ?? (!own.length ? "nothing" : far() ? "far" : "found");
	return { hint, n: own.length, whole: hint === "found" && (more === 0 || more === 1), tiles: own.map((at) => reading.tiles[at].tile).sort().join(" ") };
}
