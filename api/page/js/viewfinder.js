// The camera's picture with what is wrong with it, live; the photo takes itself when two readings agree on a whole hand.

import { Component, createRef } from "../vendor/preact.js";
import * as api from "./api.js";
import { greys, moving, seen } from "./look.js";
import * as seats from "./seats.js";
import { Camera, File } from "./sources.js";
import { taught } from "./teach.js";
import { html, Sheet } from "./view.js";
import { t } from "./words.js";

const WANTED = { facingMode: "environment", width: { ideal: 2560 }, height: { ideal: 1440 } };
const LOOK = 250; // ms between two looks at the pixels
const [THUMB_WIDTH, THUMB_HEIGHT] = [64, 48];
const SMALL = 1000; // pixels of the longer side of what the server is shown
const REST = 1200; // ms between an answer and the next question, so that one phone takes no more than half of one eye
const MOST = 40; // questions; then the phone lies about, or the hand is none

export class Viewfinder extends Component {
	video = createRef();
	canvas = document.createElement("canvas");
	state = { hint: "starting", n: 0 };
	/** @type {number[] | null} */
	grey = null;
	/** The last reading of a still picture, for the next to agree with. @type {string | null} */
	before = null;
	asked = 0;
	next = 0;

	async componentDidMount() {
		try {
			this.stream = await navigator.mediaDevices.getUserMedia({ video: WANTED });
		} catch {
			return this.setState({ hint: "no_camera" });
		}
		if (this.gone) return this.stop();
		this.video.current.srcObject = this.stream;
		await this.video.current.play().catch(() => {});
		this.timer = setInterval(() => this.look(), LOOK);
	}

	componentWillUnmount() {
		this.gone = true;
		this.stop();
	}

	stop() {
		clearInterval(this.timer);
		for (const track of this.stream?.getTracks() ?? []) track.stop();
	}

	/** The frame that is shown, `longest` pixels at most. */
	frame(longest) {
		const { videoWidth, videoHeight } = this.video.current;
		const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
		return this.drawn(Math.round(videoWidth * scale), Math.round(videoHeight * scale));
	}

	drawn(width, height) {
		Object.assign(this.canvas, { width, height });
		const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { willReadFrequently: true }));
		pen.drawImage(this.video.current, 0, 0, width, height);
		return pen;
	}

	/** @returns {Promise<Blob>} */
	photo(longest, quality) {
		this.frame(longest);
		return new Promise((done) => this.canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/jpeg", quality));
	}

	look() {
		if (this.gone || !this.video.current?.videoWidth) return;
		const before = this.grey;
		this.grey = greys(this.drawn(THUMB_WIDTH, THUMB_HEIGHT).getImageData(0, 0, THUMB_WIDTH, THUMB_HEIGHT).data);
		if (moving(this.grey, before)) {
			this.before = null;
			this.setState({ hint: "moving" });
		} else this.ask();
	}

	async ask() {
		if (this.asking || Date.now() < this.next) return;
		if (this.asked >= MOST) return this.setState({ hint: "by_hand" });
		this.asking = true;
		this.asked += 1;
		const { videoWidth, videoHeight } = this.video.current;
		const longest = Math.max(videoWidth, videoHeight);
		try {
			const found = seen(await api.read(await this.photo(SMALL, 0.8), taught()), Math.max(1, longest / SMALL));
			if (this.gone) return;
			const agreed = found.whole && this.before === found.tiles;
			this.before = found.tiles;
			this.setState({ hint: found.hint, n: found.n });
			if (agreed) this.take();
		} catch {
			this.setState({ hint: "by_hand" }); // busy, or no net: a tap takes the photo all the same
			this.next = Date.now() + 4 * REST;
		} finally {
			this.asking = false;
			this.next = Math.max(this.next, Date.now() + REST);
		}
	}

	async take() {
		const { seat, onClose } = this.props;
		const photo = await this.photo(Number.POSITIVE_INFINITY, 0.92);
		if (this.gone) return;
		onClose();
		seats.choosePhoto(seat, photo);
	}

	render({ seat, onClose }) {
		const { hint, n } = this.state;
		const blind = hint === "no_camera";
		return html`<${Sheet} title=${t("viewfinder")} onClose=${onClose}>
			<p class=${hint === "found" ? "good hint" : "hint"} role="status">${t(`look_${hint}`, { n })}</p>
			${!blind && html`<video class="finder" ref=${this.video} playsinline muted aria-label=${t("viewfinder_picture")}></video>`}
			<div class="row sticky">
				<${Camera} seat=${seat} label="phone_camera" onChosen=${onClose} />
				${blind && html`<${File} seat=${seat} id="chosen" label="choose_photo" onChosen=${onClose} />`}
				${!blind && html`<button class="primary big" id="shoot" disabled=${hint === "starting"} onClick=${() => this.take()}>${t("shoot")}</button>`}
			</div>
		</${Sheet}>`;
	}
}
