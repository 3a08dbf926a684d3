import type { Rule } from "./finding.ts";

/** The person's RPC answers, but can't estimate this call: most often since it would fail. */
export const costUnknown: Rule = ({ subject, costs }) => {
	const facts = subject.facts;
	if (facts === null || costs.likely !== null) return null;
	const failed = [facts.gas, facts.baseFee, facts.tip].find((each) => !each.ok);
	const reason = failed?.ok === false ? ` ${failed.reason}` : "";
	return {
		id: "cost-unknown",
		severity: "danger",
		words: `Your RPC could not estimate what this costs, so it may well fail and still cost its fee.${reason}`,
		needsWord: true,
	};
};
