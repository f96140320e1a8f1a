import { payments } from "./evening.js";
import { reasonName, term } from "./names.js";
import { INK, MARGIN, png, WIDTH } from "./paper.js";
import { parse, SPRITE } from "./tiles.js";
import { money, t } from "./words.js";

const TILE = [58, 80];

/** A settled round as a picture. */
export async function paint(told) {
	const faces = await tileImages(told.settlement.winners.flatMap(({ sets }) => sets.flatMap((set) => parse(set) ?? [])));
	return png((paper) => draw(paper, told, faces));
}

async function tileImages(kinds) {
	const sprite = await (await fetch(SPRITE)).text();
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

function draw(paper, { head, assumed, settlement, who, pairs, waived }, faces) {
	paper.text(t("app"), MARGIN, { size: 44, bold: true });
	paper.y += 64;
	paper.small(head, 0, " · ");
	paper.y += 12;
	paper.rule();
	if (!settlement.winners.length) {
		paper.text(t("nobody_won"), MARGIN, { bold: true });
		paper.y += 56;
	}
	for (const winner of settlement.winners) {
		paper.text(`${t("won", { who: who(winner.seat) })} · ${reasonName(winner.pattern, winner)} · ${t("n_units", { n: winner.units })}`, MARGIN, { bold: true });
		paper.y += 52;
		let x = MARGIN;
		for (const set of winner.sets) {
			const tiles = parse(set) ?? [];
			if (x + tiles.length * TILE[0] > WIDTH - MARGIN) {
				x = MARGIN;
				paper.y += TILE[1] + 12;
			}
			for (const tile of tiles) {
				paper.pen?.drawImage(faces[tile], x, paper.y, ...TILE);
				x += TILE[0];
			}
			x += 16;
		}
		paper.y += TILE[1] + 28;
	}
	paper.rule();
	settlement.balance.forEach((units, seat) => {
		const colour = units > 0 ? INK.plus : INK.text;
		paper.text(who(seat), MARGIN, { bold: true, colour });
		paper.text(t("n_units", { n: money(units, true) }), WIDTH / 2 + 120, { right: true, colour });
		paper.text(money(settlement.money[seat], true), WIDTH - MARGIN, { right: true, bold: true, colour });
		paper.y += 52;
	});
	paper.rule();
	paper.small([t("netted")], 0);
	for (const one of payments(settlement.money)) {
		paper.text(t("pays", { from: who(one.from), to: who(one.to) }), MARGIN, { bold: true });
		paper.text(money(one.money), WIDTH - MARGIN, { right: true, bold: true });
		paper.y += 52;
	}
	paper.rule();
	for (const { title, lines, sum } of pairs) {
		paper.text(`${title} ${sum}`, MARGIN, { size: 30, bold: true });
		paper.y += 42;
		paper.small(lines.map((line) => `${reasonName(line.reason, line)} ${line.amount}`), 24);
		paper.y += 12;
	}
	for (const { title, lines } of waived) paper.small([title, ...lines.map((line) => `${reasonName(line.reason, line)} ${line.amount} (${term(line.because)})`)], 0, " ", true);
	if (assumed.length) {
		paper.y += 12;
		paper.text(t("assumed"), MARGIN, { size: 30, bold: true });
		paper.y += 42;
		for (const one of assumed) paper.small([one], 24);
		paper.y += 12;
	}
	paper.text(t("next_dealer", { who: who(settlement.next_dealer) }), MARGIN, { size: 30 });
	paper.y += 42;
}
