import { type Finding, gravestFirst } from "../finding.ts";
import { imitationIn } from "../imitation.ts";
import { appCall } from "./app-call.ts";
import { assign } from "./assign.ts";
import { authority } from "./authority.ts";
import { blockhash } from "./blockhash.ts";
import { closing } from "./closing.ts";
import { svmContradiction } from "./contradiction.ts";
import { delegate } from "./delegate.ts";
import { durableNonce } from "./durable-nonce.ts";
import { priorityFee } from "./fee.ts";
import type { SvmEvidence, SvmRule } from "./finding.ts";
import { svmFirstTime } from "./first-time.ts";
import { guard } from "./guard.ts";
import { keptBackByToken } from "./kept-back.ts";
import { svmLargeOutflow } from "./large-outflow.ts";
import { svmLookAlike } from "./look-alike.ts";
import { svmLostFunds } from "./lost-funds.ts";
import { mintPowers } from "./mint-powers.ts";
import { noProgram } from "./no-program.ts";
import { opening } from "./opening.ts";
import { SVM_OPINION_RULES } from "./opinion.ts";
import { placed } from "./placed.ts";
import { receiving } from "./receiving.ts";
import { recipient } from "./recipient.ts";
import { SVM_TOKEN_RULES } from "./tokens.ts";
import { svmUnderpriced } from "./underpriced.ts";
import { unknownProgram } from "./unknown-program.ts";

export type { SvmEvidence } from "./finding.ts";

const RULES: readonly SvmRule[] = [
	durableNonce,
	svmContradiction,
	noProgram,
	unknownProgram,
	appCall,
	assign,
	authority,
	delegate,
	closing,
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
	opening,
	({ texts }) => imitationIn(texts),
	svmFirstTime,
];

/** What all rules for Solana say, the gravest first. */
export function svmFindingsOf(evidence: SvmEvidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
