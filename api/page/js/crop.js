import { Component, createRef } from "../vendor/preact.js";
import { html } from "./view.js";
import { t } from "./words.js";

const SIDE = 96; // CSS pixels
const MARGIN = 0.12;

export class Crop extends Component {
	canvas = createRef();

	componentDidMount() {
		this.paint();
	}

	componentDidUpdate() {
		this.paint();
	}

	async paint() {
		const { url, box, width } = this.props;
		const image = new Image();
		image.src = url;
		await image.decode().catch(() => {});
		const canvas = this.canvas.current;
		if (!canvas || !image.naturalWidth) return;
		const scale = image.naturalWidth / width; // the reading counts pixels of the upright photo, as the image does
		const [x1, y1, x2, y2] = box;
		const side = Math.max(x2 - x1, y2 - y1) * (1 + 2 * MARGIN);
		const left = (x1 + x2 - side) / 2;
		const top = (y1 + y2 - side) / 2;
		canvas.getContext("2d").drawImage(image, left * scale, top * scale, side * scale, side * scale, 0, 0, canvas.width, canvas.height);
	}

	render() {
		return html`<canvas class="crop" ref=${this.canvas} width=${SIDE * 2} height=${SIDE * 2} role="img"
			aria-label=${t("piece_of_photo")}></canvas>`;
	}
}
