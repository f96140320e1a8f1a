// A sheet to draw on from top to bottom: the first pass only measures, the second draws.

export const WIDTH = 1080;
export const MARGIN = 56;
const SMALL = 26;
const FONT = 'system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';
export const INK = { paper: "#fffdf7", text: "#16211b", soft: "#4c5952", line: "#b9c4bd", plus: "#0b5d3b" };

const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

function wrapped(parts, width, joint = " + ") {
	const pen = penOf(document.createElement("canvas"));
	pen.font = `${SMALL}px ${FONT}`;
	const rows = [];
	for (const part of parts) {
		const longer = rows.length ? rows.at(-1) + joint + part : part;
		if (rows.length && pen.measureText(longer).width <= width) rows[rows.length - 1] = longer;
		else rows.push(rows.length ? joint.trimStart() + part : part);
	}
	return rows;
}

class Paper {
	y = MARGIN;

	/** @param {CanvasRenderingContext2D | null} pen null: nothing is drawn, `y` alone moves */
	constructor(pen) {
		this.pen = pen;
	}

	text(words, x = MARGIN, { size = 34, bold = false, colour = INK.text, right = false, struck = false } = {}) {
		const { pen, y } = this;
		if (!pen) return;
		pen.font = `${bold ? 700 : 400} ${size}px ${FONT}`;
		pen.fillStyle = colour;
		pen.textAlign = right ? "right" : "left";
		pen.textBaseline = "top";
		pen.fillText(words, x, y, WIDTH - 2 * MARGIN);
		if (struck) pen.fillRect(x, y + size / 2, Math.min(pen.measureText(words).width, WIDTH - 2 * MARGIN), 2);
	}

	rule() {
		if (this.pen) {
			this.pen.fillStyle = INK.line;
			this.pen.fillRect(MARGIN, this.y, WIDTH - 2 * MARGIN, 2);
		}
		this.y += 24;
	}

	/** Parts in small rows, as many in one as there is room for. */
	small(parts, indent = 0, joint = " + ", struck = false) {
		for (const row of wrapped(parts, WIDTH - 2 * MARGIN - indent, joint)) {
			this.text(row, MARGIN + indent, { size: SMALL, colour: INK.soft, struck });
			this.y += 36;
		}
	}
}

/**
 * @param {(paper: Paper) => void} draw
 * @returns {Promise<Blob>} a PNG as high as what was drawn
 */
export async function png(draw) {
	const measured = new Paper(null);
	draw(measured);
	const canvas = document.createElement("canvas");
	canvas.width = WIDTH;
	canvas.height = measured.y + MARGIN;
	const pen = penOf(canvas);
	pen.fillStyle = INK.paper;
	pen.fillRect(0, 0, canvas.width, canvas.height);
	draw(new Paper(pen));
	return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png"));
}
