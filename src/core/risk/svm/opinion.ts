import { drift } from "../evm/simulation/drift.ts";
import { beyondSimulation } from "../evm/simulation/not-simulated.ts";
import { ownSimulationFailed } from "../evm/simulation/own-failed.ts";
import { recipientShort } from "../evm/simulation/recipient-short.ts";
import { serviceSilent } from "../evm/simulation/service-silent.ts";
import { shortfall } from "../evm/simulation/shortfall.ts";
import { undeclared } from "../evm/simulation/undeclared.ts";
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
