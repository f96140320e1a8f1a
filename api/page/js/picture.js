import { payments } from "./evening.js";
import { reasonName, term } from "./names.js";
import { parse } from "./tiles.js";
import { money, t } from "./words.js";

const WIDTH = 1080;
const MARGIN = 56;
const TILE = [58, 80];
const SMALL = 26;
const FONT = 'system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';
const INK = { paper: "#fffdf7", text: "#16211b", soft: "#4c5952", line: "#b9c4bd", plus: "#0b5d3b" };

export async function paint(told) {
	const faces = await tileImages(told.settlement.winners.flatMap(({ sets }) => sets.flatMap((set) => parse(set) ?? [])));
	const canvas = document.createElement("canvas");
	canvas.width = WIDTH;
	canvas.height = draw(null, told, faces); // a first pass only measures
	const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
	pen.fillStyle = INK.paper;
	pen.fillRect(0, 0, canvas.width, canvas.height);
	draw(pen, told, faces);
	return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function tileImages(kinds) {
	const sprite = await (await fetch("page/tiles.svg")).text();
	const inside = sprite.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
	const images = {};
	await Promise.all(
		[...new Set(kinds)].map(async (kind) => {
			const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE[0]}" height="${TILE[1]}">${inside}<use href="#${kind}"/></svg>`;
			const image = new Image();
			image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
			await image.decode();
			URL.revokeObjectURL(image.src);
			images[kind] = image;
		}),
	);
	return images;
}

function wrapped(parts, width, joint = " + ") {
	const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
	pen.font = `${SMALL}px ${FONT}`;
	const rows = [];
	for (const part of parts) {
		const longer = rows.length ? rows.at(-1) + joint + part : part;
		if (rows.length && pen.measureText(longer).width <= width) rows[rows.length - 1] = longer;
		else rows.push(rows.length ? joint.trimStart() + part : part);
	}
	return rows;
}

function draw(pen, { head, assumed, settlement, who, pairs, waived }, faces) {
	let y = MARGIN;
	const text = (words, x, { size = 34, bold = false, colour = INK.text, right = false, struck = false } = {}) => {
		if (!pen) return;
		pen.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
		pen.fillStyle = colour;
		pen.textAlign = right ? "right" : "left";
		pen.textBaseline = "top";
		pen.fillText(words, x, y, WIDTH - 2 * MARGIN);
		if (struck) pen.fillRect(x, y + size / 2, Math.min(pen.measureText(words).width, WIDTH - 2 * MARGIN), 2);
	};
	const rule = () => {
		if (pen) {
			pen.fillStyle = INK.line;
			pen.fillRect(MARGIN, y, WIDTH - 2 * MARGIN, 2);
		}
		y += 24;
	};
	const small = (parts, indent, joint, struck = false) => {
		for (const row of wrapped(parts, WIDTH - 2 * MARGIN - indent, joint)) {
			text(row, MARGIN + indent, { size: SMALL, colour: INK.soft, struck });
			y += 36;
		}
	};
	text(t("app"), MARGIN, { size: 44, bold: true });
	y += 64;
	small(head, 0, " · ");
	y += 12;
	rule();
	if (!settlement.winners.length) {
		text(t("nobody_won"), MARGIN, { bold: true });
		y += 56;
	}
	for (const winner of settlement.winners) {
		text(`${t("won", { who: who(winner.seat) })} · ${reasonName(winner.pattern, winner)} · ${t("n_units", { n: winner.units })}`, MARGIN, { bold: true });
		y += 52;
		let x = MARGIN;
		for (const set of winner.sets) {
			const tiles = parse(set) ?? [];
			if (x + tiles.length * TILE[0] > WIDTH - MARGIN) {
				x = MARGIN;
				y += TILE[1] + 12;
			}
			for (const tile of tiles) {
				pen?.drawImage(faces[tile], x, y, ...TILE);
				x += TILE[0];
			}
			x += 16;
		}
		y += TILE[1] + 28;
	}
	rule();
	settlement.balance.forEach((units, seat) => {
		const colour = units > 0 ? INK.plus : INK.text;
		text(who(seat), MARGIN, { bold: true, colour });
		text(t("n_units", { n: money(units, true) }), WIDTH / 2 + 120, { right: true, colour });
		text(money(settlement.money[seat], true), WIDTH - MARGIN, { right: true, bold: true, colour });
		y += 52;
	});
	rule();
	small([t("netted")], 0);
	for (const one of payments(settlement.money)) {
		text(t("pays", { from: who(one.from), to: who(one.to) }), MARGIN, { bold: true });
		text(money(one.money), WIDTH - MARGIN, { right: true, bold: true });
		y += 52;
	}
	rule();
	for (const { title, lines, sum } of pairs) {
		text(`${title} ${sum}`, MARGIN, { size: 30, bold: true });
		y += 42;
		small(lines.map((line) => `${reasonName(line.reason, line)} ${line.amount}`), 24);
		y += 12;
	}
	for (const { title, lines } of waived) small([title, ...lines.map((line) => `${reasonName(line.reason, line)} ${line.amount} (${term(line.because)})`)], 0, " ", true);
	if (assumed.length) {
		y += 12;
		text(t("assumed"), MARGIN, { size: 30, bold: true });
		y += 42;
		for (const one of assumed) small([one], 24);
		y += 12;
	}
	text(t("next_dealer", { who: who(settlement.next_dealer) }), MARGIN, { size: 30 });
	return y + 42 + MARGIN;
}
