import { indexed } from "../../effects/accounting.ts";
import type { Effects } from "../../effects/effects.ts";
import { NO_PRICES, type PriceSource } from "../../fiat/price.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { attestationRevoked, codeChanged, fresh, noCode } from "./contracts.ts";
import { control, issuerPowers, proposal } from "./control.ts";
import { costs, withheldFromTransfers } from "./cost.ts";
import { goesToOthers } from "./elsewhere.ts";
import type { EffectFormatter, GeneralRule } from "./evidence.ts";
import { exchange } from "./exchange.ts";
import { foreignFunds, loss } from "./loss.ts";
import { firstTime, imitated, newAccount, receiving } from "./parties.ts";
import { placements } from "./placed.ts";
import { distantExpiry, distantUse, raisedRight, rights } from "./rights.ts";
import {
	claimedAmounts,
	claimedNames,
	claimedStandards,
	knownCollection,
	knownSymbol,
	knownTokenDiffers,
	lookAlikeSymbol,
	scaledAmount,
} from "./token-names.ts";
import { partial, unexplained, unexplainedLoss, unfamiliarReceiver } from "./unexplained.ts";
import {
	appCall,
	callTails,
	noProgram,
	unfamiliarArguments,
	unknownCalls,
	unknownProgram,
} from "./unread-calls.ts";

export type { EffectFormatter } from "./evidence.ts";

const RULES: readonly GeneralRule[] = [
	distantUse,
	partial,
	imitated,
	unexplainedLoss,
	loss,
	goesToOthers,
	foreignFunds,
	control,
	rights,
	raisedRight,
	distantExpiry,
	issuerPowers,
	proposal,
	appCall,
	exchange,
	noCode,
	codeChanged,
	fresh,
	claimedAmounts,
	claimedStandards,
	claimedNames,
	lookAlikeSymbol,
	knownSymbol,
	knownCollection,
	knownTokenDiffers,
	scaledAmount,
	receiving,
	unexplained,
	unfamiliarReceiver,
	noProgram,
	unknownProgram,
	newAccount,
	firstTime,
	attestationRevoked,
];

export function generalFindings(
	effects: Effects,
	formatter: EffectFormatter,
	prices: PriceSource = NO_PRICES,
	now: number | null = null,
): readonly Finding[] {
	const evidence = { effects: indexed(effects), formatter, prices, now };
	return gravestFirst([
		...placements(evidence),
		...withheldFromTransfers(evidence),
		...RULES.map((rule) => rule(evidence)),
		...unknownCalls(evidence),
		...callTails(evidence),
		...unfamiliarArguments(evidence),
		...costs(evidence),
	]);
}
