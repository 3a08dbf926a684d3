import { differs } from "./evm/differs.ts";
import { drift } from "./evm/drift.ts";
import { hangsOnBlock } from "./evm/hangs-on-block.ts";
import { notSimulated } from "./evm/not-simulated.ts";
import { ownSimulationFailed } from "./evm/own-failed.ts";
import { ownSimulationPartial } from "./evm/own-partial.ts";
import { recipientShort } from "./evm/recipient-short.ts";
import { serviceSilent } from "./evm/service-silent.ts";
import { shortfall } from "./evm/shortfall.ts";
import { undeclared } from "./evm/undeclared.ts";
import type { FindingRule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const OPINION_RULES: readonly FindingRule[] = [
	undeclared,
	ownSimulationFailed,
	ownSimulationPartial,
	serviceSilent,
	notSimulated,
	hangsOnBlock,
	shortfall,
	recipientShort,
	differs,
	drift,
];
