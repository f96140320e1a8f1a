// A sheet as the address's fragment, small enough for a QR code: nothing of it reaches the server before somebody plays by it.

import { bytesOf, lettered, RULES_LINK } from "./link.js";

const LONGEST = 8000; // letters

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** @param {RuleSheet} sheet */
export async function toRulesLink(sheet) {
	const bytes = new TextEncoder().encode(JSON.stringify(sheet));
	const packed = await through(bytes, new CompressionStream("deflate-raw"));
	return `${location.href.split("#")[0]}${RULES_LINK}${lettered(packed)}`;
}

/** @returns {Promise<RuleSheet | null>} null for one that is damaged */
export async function fromRulesLink(fragment) {
	try {
		const letters = fragment.slice(RULES_LINK.length);
		if (letters.length > LONGEST) return null;
		const bytes = await through(bytesOf(letters), new DecompressionStream("deflate-raw"));
		const told = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
		return typeof told?.base === "string" ? told : null;
	} catch {
		return null;
	}
}
