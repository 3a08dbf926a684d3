import type { Rule } from "./finding.ts";

/** The person's RPC answers, but can't estimate this call: most often since it would fail. */
export const costUnknown: Rule = ({ subject, costs, later }) => {
	const facts = subject.facts;
	if (facts === null || costs.likely !== null) return null;
	const failed = [facts.gas, facts.baseFee, facts.tip].find((each) => !each.ok);
	const reason = failed?.ok === false ? ` ${failed.reason}` : "";
	// What an earlier step prepares is not there yet, so that the estimate fails for that alone.
	if (later && !facts.gas.ok)
		return {
			id: "cost-unknown",
			severity: "caution",
			words: "What this step costs can't be estimated before the steps that come first; its most is shown.",
			needsWord: false,
		};
	return {
		id: "cost-unknown",
		severity: "danger",
		words: `Your RPC could not estimate what this costs, so it may well fail and still cost its fee.${reason}`,
		needsWord: true,
	};
};
