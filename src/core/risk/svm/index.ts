import { type Finding, gravestFirst } from "../finding.ts";
import { imitationIn } from "../imitation.ts";
import { assign } from "./authority/assign.ts";
import { authority } from "./authority/authority.ts";
import { closing } from "./authority/closing.ts";
import { delegate } from "./authority/delegate.ts";
import { guard } from "./authority/guard.ts";
import { issuer } from "./authority/issuer.ts";
import { mintPowers } from "./authority/mint-powers.ts";
import { opening } from "./authority/opening.ts";
import { svmContradiction } from "./contradiction.ts";
import type { SvmEvidence, SvmRule } from "./finding.ts";
import { commission } from "./money/commission.ts";
import { priorityFee } from "./money/fee.ts";
import { svmFirstTime } from "./money/first-time.ts";
import { keptBackByToken } from "./money/kept-back.ts";
import { svmLargeOutflow } from "./money/large-outflow.ts";
import { svmLookAlike } from "./money/look-alike.ts";
import { svmLostFunds } from "./money/lost-funds.ts";
import { receiving } from "./money/receiving.ts";
import { recipient } from "./money/recipient.ts";
import { tip } from "./money/tip.ts";
import { SVM_TOKEN_RULES } from "./money/tokens.ts";
import { svmUnderpriced } from "./money/underpriced.ts";
import { SVM_OPINION_RULES } from "./opinion.ts";
import { placed } from "./placed.ts";
import { appCall } from "./program/app-call.ts";
import { appFee } from "./program/app-fee.ts";
import { blockhash } from "./program/blockhash.ts";
import { durableNonce } from "./program/durable-nonce.ts";
import { noProgram } from "./program/no-program.ts";
import { proposal } from "./program/proposal.ts";
import { unknownProgram } from "./program/unknown-program.ts";

export type { SvmEvidence } from "./finding.ts";

const RULES: readonly SvmRule[] = [
	durableNonce,
	svmContradiction,
	noProgram,
	unknownProgram,
	appCall,
	appFee,
	proposal,
	assign,
	authority,
	delegate,
	closing,
	issuer,
	svmLookAlike,
	svmLostFunds,
	...SVM_TOKEN_RULES,
	...SVM_OPINION_RULES,
	mintPowers,
	svmLargeOutflow,
	placed,
	keptBackByToken,
	guard,
	receiving,
	recipient,
	svmUnderpriced,
	blockhash,
	priorityFee,
	tip,
	commission,
	opening,
	({ texts }) => imitationIn(texts),
	svmFirstTime,
];

/** What all rules for Solana say, the gravest first. */
export function svmFindingsOf(evidence: SvmEvidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
