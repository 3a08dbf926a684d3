import { drift } from "../evm/drift.ts";
import { beyondSimulation } from "../evm/not-simulated.ts";
import { ownSimulationFailed } from "../evm/own-failed.ts";
import { recipientShort } from "../evm/recipient-short.ts";
import { serviceSilent } from "../evm/service-silent.ts";
import { shortfall } from "../evm/shortfall.ts";
import { undeclared } from "../evm/undeclared.ts";
import type { SvmRule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const SVM_OPINION_RULES: readonly SvmRule[] = [
	undeclared,
	ownSimulationFailed,
	serviceSilent,
	beyondSimulation,
	shortfall,
	recipientShort,
	drift,
];
