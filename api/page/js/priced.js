// What each pattern is worth under the rules in force: GET /v1/rules tells it of rule sets, POST /v1/rules/check of what a table changes.

import * as api from "./api.js";
import { set } from "./store.js";

const asked = new Map();

/** The cheapest first; those of the rule set itself until the answer is there. */
export function patternsOf(one) {
	const patterns = one.changed ? (checked(one.sheet)?.patterns ?? one.patterns) : one.patterns;
	return patterns.map(({ pattern, units, single }) => ({ code: pattern, units, single })).sort((a, b) => a.units - b.units);
}

function checked(sheet) {
	const key = JSON.stringify(sheet);
	if (!asked.has(key)) {
		asked.set(key, null);
		api.checkRules(sheet).then(
			(answer) => {
				asked.set(key, answer);
				set({});
			},
			() => asked.delete(key), // asked again when it is shown again
		);
	}
	return asked.get(key);
}
