import { type Finding, SEVERITY_RANK } from "../finding.ts";

/**
 * Rules for one family or form whose loss a general rule tells as well: where that one finds it at least as grave, it is
 * told once.
 */
const TELLS_TOO: Readonly<Record<string, readonly string[]>> = {
	loss: ["large-outflow", "whole-balance", "part-of-holdings", "item-given"],
};

/** Leaves out a loss that nothing explains where the service doesn't declare it either: that is refused already. */
export const withoutRefused = (
	general: readonly Finding[],
	findings: readonly (Finding | null)[],
): readonly Finding[] =>
	findings.some((each) => each?.id === "declared-differs" && each.severity === "block")
		? general.filter(({ id }) => id !== "unexplained-loss")
		: general;

/** Leaves out what the general findings tell as well. */
export const withoutReplaced = (
	findings: readonly (Finding | null)[],
	general: readonly Finding[],
): readonly (Finding | null)[] =>
	findings.filter(
		(each) =>
			each === null ||
			!general.some(
				({ id, severity }) =>
					TELLS_TOO[id]?.includes(each.id) === true &&
					SEVERITY_RANK[severity] <= SEVERITY_RANK[each.severity],
			),
	);
