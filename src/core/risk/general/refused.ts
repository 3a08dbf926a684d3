import type { Finding } from "../finding.ts";

/** Leaves out a loss that nothing explains where the service doesn't declare it either: that is refused already. */
export const withoutRefused = (
	general: readonly Finding[],
	findings: readonly (Finding | null)[],
): readonly Finding[] =>
	findings.some((each) => each?.id === "declared-differs" && each.severity === "block")
		? general.filter(({ id }) => id !== "unexplained-loss")
		: general;
