// The evening for the group chat, made on the phone: who has won and lost, who pays whom, each round in a line; as text and as a picture.

import { payments, totals } from "./evening.js";
import { term } from "./names.js";
import { MARGIN, png, WIDTH } from "./paper.js";
import { language, money, t } from "./words.js";

const dayOf = ({ begun, rounds }) => {
	const at = begun ?? rounds[0]?.at;
	return at ? new Date(at).toLocaleDateString(language() === "zh" ? "zh-CN" : "en") : "";
};

const titleOf = (evening) => [t("evening_of"), dayOf(evening), t("n_rounds", { n: evening.rounds.length })].filter(Boolean).join(" · ");

/** What somebody reads of one round: who won with what, and everybody's money. @param {Evening} evening */
function roundLine({ names }, round, at) {
	const won = round.winners.map(({ seat, pattern, label }) => `${names[seat]} ${term(pattern, label)}`).join(t("and"));
	const sums = round.money.map((sum, seat) => (sum ? `${names[seat]} ${money(sum, true)}` : "")).filter(Boolean);
	return [`${at + 1}. ${won || t(round.deal ? "nobody_won" : "by_hand")}`, ...sums].join("  ");
}

const owed = (evening) => payments(totals(evening)).map((one) => `${t("pays", { from: evening.names[one.from], to: evening.names[one.to] })} ${money(one.money)}`);

/** @param {Evening} evening */
export function cardText(evening) {
	const sums = totals(evening).map((sum, seat) => `${evening.names[seat]} ${money(sum, true)}`);
	const pays = owed(evening);
	return [titleOf(evening), ...sums, "", ...(pays.length ? [t("fewest_payments"), ...pays] : [t("all_even")])].join("\n");
}

/** @param {Evening} evening @returns {Promise<Blob>} PNG */
export const cardPicture = (evening) =>
	png((paper) => {
		paper.text(titleOf(evening), MARGIN, { size: 40, bold: true });
		paper.y += 72;
		totals(evening).forEach((sum, seat) => {
			paper.text(evening.names[seat], MARGIN, { size: 40, bold: true });
			paper.text(money(sum, true), WIDTH - MARGIN, { size: 40, bold: true, right: true });
			paper.y += 60;
		});
		paper.rule();
		paper.small([t("fewest_payments")]);
		for (const line of owed(evening)) {
			paper.text(line, MARGIN, { bold: true });
			paper.y += 52;
		}
		paper.rule();
		for (const [at, round] of evening.rounds.entries()) paper.small([roundLine(evening, round, at)]);
	});
