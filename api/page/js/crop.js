import { Component, createRef } from "../vendor/preact.js";
import { html } from "./view.js";
import { t } from "./words.js";

const PIXELS = 640; // of the canvas, enough for a large one on a sharp screen
const MARGIN = 0.12;

/** The piece of the photo in which a tile lies; a touch makes it large and small again. */
export class Crop extends Component {
	canvas = createRef();
	state = { large: false };

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
		const { large } = this.state;
		return html`<button class=${large ? "crop large" : "crop"} aria-pressed=${String(large)} aria-label=${t("piece_of_photo")}
			onClick=${() => this.setState({ large: !large })}><canvas ref=${this.canvas} width=${PIXELS} height=${PIXELS}></canvas></button>`;
	}
}
