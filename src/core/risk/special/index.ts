import type { TransactionFacts } from "../../effects/step-facts.ts";
import type { DevicePlan } from "../../subject/device-plan.ts";
import type { Finding } from "../finding.ts";
import { blockhash } from "./blockhash.ts";
import { checksBypassed } from "./checks-bypassed.ts";
import { clockDiffers } from "./clock-differs.ts";
import { deviceBlind } from "./device-blind.ts";
import { doneBefore, type Repetition } from "./done-before.ts";
import { durableNonce } from "./durable-nonce.ts";
import { farDeadline } from "./far-deadline.ts";
import { hangsOnBlock } from "./hangs-on-block.ts";
import { imitation } from "./imitation.ts";
import { nonceHeld } from "./nonce-held.ts";
import { wouldFail } from "./would-fail.ts";

/** Rules on what no effect shows. A new one needs a reason why no general rule over effects can find it. */

type StepRule = (facts: TransactionFacts) => Finding | null;

const STEP_RULES: readonly StepRule[] = [
	nonceHeld,
	durableNonce,
	wouldFail,
	hangsOnBlock,
	blockhash,
	farDeadline,
	imitation,
];

/** Facts about a whole request. */
export interface ReviewFacts {
	/** Display of a Ledger, one for each thing that is signed; empty if none signs. */
	readonly devices: readonly DevicePlan[];
	/** Names of the service's own checks that found something and let the request through. */
	readonly bypassed: readonly string[];
	/** Milliseconds by which this computer's clock is ahead of the service's. */
	readonly clockOffset: number;
	/** Unix milliseconds; `null` without an end. */
	readonly expiresAt: number | null;
	readonly repeats: Repetition | null;
}

type RequestRule = (facts: ReviewFacts) => Finding | null;

const REQUEST_RULES: readonly RequestRule[] = [checksBypassed, clockDiffers, deviceBlind, doneBefore];

export const specialStepFindings = (facts: TransactionFacts): readonly (Finding | null)[] =>
	STEP_RULES.map((rule) => rule(facts));

export const specialFindings = (facts: ReviewFacts): readonly (Finding | null)[] =>
	REQUEST_RULES.map((rule) => rule(facts));
