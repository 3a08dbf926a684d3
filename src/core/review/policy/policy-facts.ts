import { evmScaling } from "../../decoded-transaction/decoded-transaction.ts";
import { mintOf } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { Effects, ShownBy, StepSimulation } from "../../effects/effects.ts";
import { addressKey } from "../../effects/parties.ts";
import { type Scaling, scaled } from "../../format/scale.ts";
import type { Spend } from "../../journal/records.ts";
import type { ItemFacts } from "../../rules/rule-facts.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import type { Review } from "../review.ts";
import {
	type Amounts,
	type DeclaredEffects,
	declaredEffects,
	grantsOf,
	isSeen,
	leavingOf,
	lostBalances,
	permissionAmounts,
	recipientsOf,
	stepFlows,
	sumOf,
} from "./policy-amounts.ts";

/**
 * Collects facts about each signed item for the user's rules. Each amount is the largest that the bytes, our
 * simulation or the service states. It is unknown if neither the bytes nor our simulation state it.
 */

export type RuledReview = Pick<Review, "analyses" | "effects" | "findings">;

function scalingIn({ content, facts }: ItemAnalysis, asset: string): Scaling | null {
	if (asset === "native") return null;
	if (content.kind === "svm_transaction") return mintOf(content.subject.facts, asset)?.scaling ?? null;
	return evmScaling(facts, asset);
}

/** Scales the amount and rounds it up, because limits are set in displayed units. */
function scaledAmount(analysis: ItemAnalysis, asset: string, amount: bigint | null): bigint | null {
	const scaling = scalingIn(analysis, asset);
	if (scaling === null || amount === null || amount === 0n) return amount;
	return scaling.now === null ? null : scaled(amount, scaling.now, "up");
}

const toSpends = (analysis: ItemAnalysis, amounts: Amounts): Spend[] =>
	[...amounts]
		.filter(([, amount]) => amount !== 0n)
		.map(([asset, amount]) => ({
			asset,
			amount: scaledAmount(analysis, asset, amount)?.toString() ?? null,
		}));

function contractsOf({ called }: Effects, step: number): readonly string[] | null {
	const its = called.filter((each) => each.step === step && each.isOuter);
	return its.length === 0
		? null
		: its.filter(({ isPlain, isRead }) => !isPlain || !isRead).map(({ address }) => address);
}

const NOTHING_KNOWN: ItemFacts = {
	spends: { certain: false, amounts: [] },
	known: false,
	recipients: [],
	contracts: null,
	grants: [],
	simulated: "not",
};

const NOTHING_DONE: ItemFacts = {
	spends: { certain: true, amounts: [] },
	known: true,
	recipients: [],
	contracts: [],
	grants: [],
	simulated: "nothing",
};

function simulatedOf(simulation: StepSimulation | null, shownBy: ShownBy): ItemFacts["simulated"] {
	// Undecoded bytes may have effects that no simulation shows, even if both simulations agree.
	if (simulation === null || !simulation.isWhole || shownBy === "nothing") return "not";
	switch (simulation.verdict) {
		// The service doesn't declare anything about the user's own requests, so a successful simulation is
		// enough.
		case "not-declared":
		case "agrees":
		case "drifts":
			return "agrees";
		case "undeclared-proposal":
			return "undeclared";
		case "unproven":
			return "not";
		case "unseen":
			return shownBy === "bytes" ? "agrees" : "not";
		default:
			return "differs";
	}
}

/** A standard sign-in without rights has no effects. Any other signed text could mean anything. */
const isSignIn = ({ content }: ItemAnalysis, { findings }: RuledReview): boolean =>
	content.kind === "message" &&
	content.signIn !== null &&
	!findings.some(({ severity }) => severity === "danger");

interface WholeRequest {
	readonly review: RuledReview;
	readonly effects: Effects;
	readonly declared: DeclaredEffects;
	readonly isUsers: (address: string) => boolean;
}

function factsOf(
	analysis: ItemAnalysis,
	step: number,
	{ review, effects, declared, isUsers }: WholeRequest,
): ItemFacts {
	const shownBy = effects.shownBy[step] ?? "nothing";
	const simulation = effects.simulations[step] ?? null;
	const { content } = analysis;
	if (content.kind === "message") return isSignIn(analysis, review) ? NOTHING_DONE : NOTHING_KNOWN;
	if (content.kind === "user_operation" || (content.kind === "typed_data" && shownBy === "nothing"))
		return NOTHING_KNOWN;
	const flows = stepFlows(effects, declared, step, isUsers);
	const less = lostBalances(simulation, isUsers);
	const leaving = leavingOf(flows, less);
	const costs = effects.costs.filter((cost) => cost.step === step && isUsers(cost.payer));
	const amounts = sumOf([
		...costs.map(({ most }) => new Map([["native", most]])),
		leaving,
		permissionAmounts(flows),
	]);
	const isShown =
		shownBy === "bytes" ||
		(shownBy === "simulation" && simulation?.isWhole === true && (isSeen(flows) || less.size > 0));
	const isKnown = isShown && simulation?.losesControl !== true && !effects.gaps.has("too-many");
	return {
		spends: { certain: isKnown, amounts: toSpends(analysis, amounts) },
		known: isKnown,
		recipients: recipientsOf(flows, leaving, shownBy === "bytes"),
		contracts: contractsOf(effects, step),
		grants: grantsOf(flows),
		simulated: simulatedOf(simulation, shownBy),
	};
}

export function policyFactsOf(review: RuledReview): readonly ItemFacts[] {
	const { analyses, effects } = review;
	if (effects === null) return analyses.map(() => NOTHING_KNOWN);
	const subjects = analyses.flatMap(({ content }) =>
		content.kind === "evm_transaction" || content.kind === "svm_transaction" ? [content.subject] : [],
	);
	const own = new Set(
		[effects.signer, ...subjects.flatMap(({ user }) => user.accounts)].map((each) => addressKey(each)),
	);
	const isUsers = (address: string) =>
		own.has(addressKey(address)) || effects.parties.get(address)?.relation === "own";
	const whole = { review, effects, declared: declaredEffects(subjects), isUsers };
	return analyses.map((analysis, step) => factsOf(analysis, step, whole));
}

export function stillRunning(analyses: readonly ItemAnalysis[]): boolean {
	return analyses.some(({ opinion }) => opinion.local.state === "running");
}
