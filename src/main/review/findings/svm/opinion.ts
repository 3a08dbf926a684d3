import { drift } from "../drift.ts";
import { ownSimulationFailed } from "../own-failed.ts";
import { promiseShort } from "../promise-short.ts";
import { recipientShort } from "../recipient-short.ts";
import { undeclared } from "../undeclared.ts";
import type { SvmRule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const SVM_OPINION_RULES: readonly SvmRule[] = [
	undeclared,
	ownSimulationFailed,
	promiseShort,
	recipientShort,
	drift,
];
