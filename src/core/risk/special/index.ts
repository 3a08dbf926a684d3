import type { DevicePlan } from "../../decoded-transaction/device-plan.ts";
import type { TransactionFacts } from "../../effects/step-facts.ts";
import { plain } from "../../format/plain.ts";
import { message, type Param, sentences } from "../../localized-text.ts";
import { MAX_CLOCK_OFFSET_MS } from "../../match/frozen.ts";
import { NOTHING_SIGNED } from "../../unsigned.ts";
import { type Finding, newFinding } from "../finding.ts";
import { doneBefore, type Repetition } from "./done-before.ts";
import { imitation } from "./imitation.ts";
import { safetyModeFinding } from "./safety-mode.ts";

const BLOCK_MS = 400n;
const SOON_BLOCKS = 75n;

function blockhash({ blockhash: time }: Pick<TransactionFacts, "blockhash">): Finding | null {
	if (time === null) return null;
	const { isEnded, blocksLeft, isNonRenewable } = time;
	if (isEnded)
		return newFinding(
			"blockhash-dead",
			"block",
			sentences(
				message(isNonRenewable ? "finding.blockhash-dead.kept" : "finding.blockhash-dead"),
				NOTHING_SIGNED,
			),
			{ isPassing: true },
		);
	if (blocksLeft === null || blocksLeft < 0n || blocksLeft > SOON_BLOCKS) return null;
	const seconds = Number((blocksLeft * BLOCK_MS) / 1000n);
	return newFinding(
		"blockhash-ending",
		"info",
		message(isNonRenewable ? "finding.blockhash-ending.kept" : "finding.blockhash-ending", { seconds }),
	);
}

function deviceMembers(plans: readonly DevicePlan[]): Finding | null {
	if (!plans.some(({ sight }) => sight === "members")) return null;
	const text = message("finding.device-members");
	return newFinding("device-blind", "caution", text, { isDoubt: true });
}

export function deviceBlind({ devices: plans }: { readonly devices: readonly DevicePlan[] }): Finding | null {
	const places = plans.flatMap(({ sight }, index) => (sight === "blind" ? [index] : []));
	if (places.length === 0) return deviceMembers(plans);
	const isComparable = places.every((index) => plans[index]?.hashes.some(({ onDevice }) => onDevice));
	const steps = places.map((index) => index + 1).join(", ");
	const unseen =
		plans.length === 1
			? message("finding.device-blind")
			: message("finding.device-blind.steps", { count: places.length, steps });
	return newFinding(
		"device-blind",
		"caution",
		sentences(
			unseen,
			message(isComparable ? "finding.device-blind.compare" : "finding.device-blind.no-hash"),
		),
		{ isDoubt: true },
	);
}

function clockDiffers({
	clockOffset,
	expiresAt,
}: {
	readonly clockOffset: number;
	readonly expiresAt: number | null;
}): Finding | null {
	if (clockOffset === 0 || expiresAt === null) return null;
	const minutes = Math.max(1, Math.round(Math.abs(clockOffset) / 60_000));
	const isFar = clockOffset >= MAX_CLOCK_OFFSET_MS;
	const differs = clockOffset > 0 ? "finding.clock-ahead" : "finding.clock-behind";
	return newFinding(
		"clock-differs",
		"caution",
		isFar ? message("finding.clock-far-ahead") : message(differs, { minutes }),
		{ about: [differs, isFar] },
	);
}

function durableNonce({ nonce }: Pick<TransactionFacts, "nonce">): Finding | null {
	if (nonce === null) return null;
	if (nonce.what === "used")
		return newFinding("durable-nonce", "block", sentences(message("finding.durable-nonce"), NOTHING_SIGNED));
	return newFinding("nonce-account", "danger", message("finding.nonce-account"), {
		stake: { kind: "address", address: nonce.to },
	});
}

const FAR_SECONDS = 30n * 24n * 3600n;
/** Larger numbers mean "never" rather than a time. */
const NEVER = 2n ** 40n;

export function farDeadline({ ends }: Pick<TransactionFacts, "ends">): Finding | null {
	const first = ends.find(({ secondsLeft }) => secondsLeft > FAR_SECONDS);
	if (first === undefined) return null;
	const text =
		first.at > NEVER
			? message("finding.far-deadline.none")
			: message("finding.far-deadline", {
					day: new Date(Number(first.at) * 1000).toISOString().slice(0, 10),
				});
	return newFinding("far-deadline", "info", text);
}

function wouldFail({ foreseen }: Pick<TransactionFacts, "foreseen">): Finding | null {
	if (foreseen === null) return null;
	const { text, mayBeMended } = foreseen;
	return newFinding(
		"would-fail",
		mayBeMended ? "caution" : "block",
		sentences(text, mayBeMended ? message("finding.would-fail.later") : NOTHING_SIGNED),
	);
}

const MAX_LENGTH = 160;

function checksBypassed({ bypassed }: { readonly bypassed: readonly string[] }): Finding | null {
	if (bypassed.length === 0) return null;
	return newFinding(
		"service-check-bypassed",
		"danger",
		message("finding.service-check-bypassed", { text: plain(bypassed.join(", "), MAX_LENGTH) }),
	);
}

function nonceInUse({ sameNonceHeadline }: Pick<TransactionFacts, "sameNonceHeadline">): Finding | null {
	if (sameNonceHeadline === null) return null;
	return newFinding(
		"nonce-held",
		"block",
		message("finding.nonce-held", { transaction: sameNonceHeadline }),
		{ isPassing: true },
	);
}

function hangsOnBlock({ local }: Pick<TransactionFacts, "local">): Finding | null {
	if (local.state !== "done" || !local.hangsOnBlock) return null;
	return newFinding("hangs-on-block", "danger", message("finding.hangs-on-block"), { isDoubt: true });
}

/**
 * Rules about facts that no effect shows. A new rule must explain why general rules can't find the fact in
 * the effects.
 */
type StepRule = (facts: TransactionFacts) => Finding | null;

const STEP_RULES: readonly StepRule[] = [
	nonceInUse,
	durableNonce,
	wouldFail,
	hangsOnBlock,
	blockhash,
	farDeadline,
	imitation,
];

export interface ReviewFacts {
	readonly devices: readonly DevicePlan[];
	readonly bypassed: readonly string[];
	/** How far this computer's clock is ahead of the service's, in milliseconds. */
	readonly clockOffset: number;
	/** In Unix ms. */
	readonly expiresAt: number | null;
	readonly repeats: Repetition | null;
	/** Mode of the service's guards for the Build that sent the request. `null` if there is no Build. */
	readonly safetyMode: string | null;
	readonly feeItem: StatedFee | null;
}

/** Step that the service calls its fee. */
export interface StatedFee {
	readonly step: number;
	readonly who: Param;
	readonly amount: Param;
}

function feeItemFinding({ feeItem }: { readonly feeItem: StatedFee | null }): Finding | null {
	if (feeItem === null) return null;
	const { step, who, amount } = feeItem;
	const text = message("finding.service-fee", { step, who, amount });
	return newFinding("service-fee", "info", text);
}

type RequestRule = (facts: ReviewFacts) => Finding | null;

const REQUEST_RULES: readonly RequestRule[] = [
	checksBypassed,
	safetyModeFinding,
	feeItemFinding,
	clockDiffers,
	deviceBlind,
	doneBefore,
];

export const specialStepFindings = (facts: TransactionFacts): readonly (Finding | null)[] =>
	STEP_RULES.map((rule) => rule(facts));

export const specialFindings = (facts: ReviewFacts): readonly (Finding | null)[] =>
	REQUEST_RULES.map((rule) => rule(facts));
