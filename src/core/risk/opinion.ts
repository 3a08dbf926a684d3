import { differs } from "./evm/simulation/differs.ts";
import { drift } from "./evm/simulation/drift.ts";
import { hangsOnBlock } from "./evm/simulation/hangs-on-block.ts";
import { notSimulated } from "./evm/simulation/not-simulated.ts";
import { ownEvmSimulationFailed } from "./evm/simulation/own-failed.ts";
import { ownSimulationPartial } from "./evm/simulation/own-partial.ts";
import { recipientShort } from "./evm/simulation/recipient-short.ts";
import { serviceSilent } from "./evm/simulation/service-silent.ts";
import { shortfall } from "./evm/simulation/shortfall.ts";
import { undeclared } from "./evm/simulation/undeclared.ts";
import type { FindingRule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const OPINION_RULES: readonly FindingRule[] = [
	undeclared,
	ownEvmSimulationFailed,
	ownSimulationPartial,
	serviceSilent,
	notSimulated,
	hangsOnBlock,
	shortfall,
	recipientShort,
	differs,
	drift,
];
