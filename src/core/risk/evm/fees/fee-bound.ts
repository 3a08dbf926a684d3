import { feeBound, REFUSED_TIMES } from "../../../explain/evm/fee-bounds.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import { aboutUnit, type FindingRule } from "../../finding.ts";

/** The most that it can cost, held against what fees are at all. */
export const feeAboveBound: FindingRule = ({ subject, costs }) => {
	const { chainRef } = subject;
	const most = costs.most ?? costs.gas.most;
	const bound = feeBound(chainRef);
	if (most === null || most.raw <= bound) return null;
	const text = message("finding.fee-bound", { most: amountParam(most) });
	if (most.raw <= bound * REFUSED_TIMES)
		return {
			id: "fee-bound",
			severity: "danger",
			text,
			needsWord: true,
			about: [aboutUnit(most)],
			stake: { kind: "cost" },
		};
	const bounded = amountParam(nativeAmount(chainRef, bound * REFUSED_TIMES));
	return {
		id: "fee-bound",
		severity: "block",
		text: sentences(text, message("finding.fee-bound.refused", { bound: bounded })),
		needsWord: false,
	};
};
