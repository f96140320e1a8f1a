// Doubts of the photos that nobody has looked at: they stand until somebody answers them or waves them through.

import { doubtsOf, keyOf } from "./reading.js";
import { note } from "./seats.js";

/** Those that change something, of every seat. @param {State} state @returns {OpenDoubt[]} */
export const unseenDoubts = ({ photos }) =>
	Object.entries(photos).flatMap(([seat, { reading, noted }]) =>
		reading
			? doubtsOf(reading, noted)
					.filter(({ worth }) => worth?.changes !== "nothing")
					.map((doubt) => ({ seat: Number(seat), key: keyOf(doubt), code: doubt.code, message: doubt.message, message_en: doubt.message_en }))
			: [],
	);

/** As they are kept with a settled round. @param {State} state @returns {OpenDoubt[]} */
export const openDoubts = (state) => unseenDoubts(state).map(({ key, ...doubt }) => doubt);

/** @param {State} state */
export const wave = ({ photos }, { seat, key }) => note(seat, [...photos[seat].noted, key]);
