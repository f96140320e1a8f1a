// The 27 kinds of tile as the API writes them: rank 1-9 and m 万, p 筒, s 条.

import { language } from "./words.js";

/** The tiles' drawings; wherever the page is served, under a prefix or a token. */
export const SPRITE = new URL("../tiles.svg", import.meta.url).pathname;

export const SUITS = ["m", "p", "s"];
export const KINDS = SUITS.flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => rank + suit));
export const BACK = "back";
export const OTHER = "other";

const HAN = "一二三四五六七八九";
const SUIT_ZH = { m: "万", p: "筒", s: "条" };
const SUIT_EN = { m: "wan", p: "tong", s: "tiao" };

export const isKind = (tile) => /^[1-9][mps]$/.test(tile);

export function parse(text) {
	if (!/^([1-9]+[mps])*$/.test(text)) return null;
	return (text.match(/[1-9]+[mps]/g) ?? []).flatMap((part) => [...part.slice(0, -1)].map((rank) => rank + part.at(-1)));
}

const place = (tile) => KINDS.indexOf(tile);
export const sorted = (tiles) => [...tiles].sort((a, b) => place(a) - place(b));

export function compact(tiles) {
	return SUITS.map((suit) => {
		const ranks = sorted(tiles.filter((tile) => tile[1] === suit)).map((tile) => tile[0]);
		return ranks.length ? ranks.join("") + suit : "";
	}).join("");
}

export const count = (tiles, kind) => tiles.filter((tile) => tile === kind).length;

export function without(tiles, ...gone) {
	const left = [...tiles];
	for (const tile of gone) {
		const at = left.indexOf(tile);
		if (at >= 0) left.splice(at, 1);
	}
	return left;
}

export const named = (words) => words.replace(/\b[1-9][mps]\b/g, tileName);

export function tileName(tile) {
	const zh = language() === "zh";
	if (tile === BACK) return zh ? "扣着的牌" : "a tile face down";
	if (!isKind(tile)) return zh ? "别的牌" : "not one of the 27";
	if (!zh) return `${tile[0]} ${SUIT_EN[tile[1]]}`;
	return tile === "1s" ? "幺鸡" : HAN[tile[0] - 1] + SUIT_ZH[tile[1]];
}
