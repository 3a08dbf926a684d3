import { drift } from "./drift.ts";
import type { Rule } from "./finding.ts";
import { ownSimulationFailed } from "./own-failed.ts";
import { ownSimulationPartial } from "./own-partial.ts";
import { promiseShort } from "./promise-short.ts";
import { recipientShort } from "./recipient-short.ts";
import { undeclared } from "./undeclared.ts";

/** What our own simulation says against the service's, or by itself. */
export const OPINION_RULES: readonly Rule[] = [
	undeclared,
	ownSimulationFailed,
	ownSimulationPartial,
	promiseShort,
	recipientShort,
	drift,
];
