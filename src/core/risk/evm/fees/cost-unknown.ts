import { message, sentences } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";

/** Neither the user's RPC nor our own simulation tells what this call takes: most often since it would fail. */
export const costUnknown: FindingRule = ({ subject, costs, later, opinion }) => {
	const facts = subject.facts;
	if (facts === null || costs.gas.likely !== null) return null;
	const failed = [facts.gas, facts.baseFee, facts.tip].find((each) => !each.ok);
	// What an earlier step prepares is there in our own simulation, which is still to come.
	if (later && !facts.gas.ok && opinion.own.state === "running")
		return {
			id: "cost-unknown",
			severity: "caution",
			text: message("finding.cost-unknown.not-yet"),
			needsWord: false,
		};
	const text = message("finding.cost-unknown");
	return {
		id: "cost-unknown",
		severity: "danger",
		text: failed?.ok === false ? sentences(text, failed.reason) : text,
		needsWord: true,
		stake: { kind: "cost" },
	};
};
