import { type Check, failed, type MatchResult, unproven, verdictOf } from "../match/check.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import { expiryOf, type Frozen, type Refusal } from "../match/frozen.ts";
import { againstOpinion } from "./against-opinion.ts";
import { againstRules } from "./against-rules.ts";
import {
	type Against,
	type Approval,
	againstBlind,
	againstCosts,
	againstDevice,
	againstExpiry,
	againstFindings,
	againstMatch,
	againstNothing,
	againstSigner,
	approvalOf,
} from "./approval.ts";
import type { ChainAnswer } from "./ask.ts";
import { wholeCosts } from "./costs.ts";
import { devicePlansOf } from "./device/plans.ts";
import { differencesOf } from "./diff.ts";
import { deviceBlind } from "./findings/device-blind.ts";
import { gravestFirst } from "./findings/finding.ts";
import { hiddenInAll } from "./findings/together.ts";
import { allFindings, type Insight, insightsOf } from "./insight.ts";
import { legsOf } from "./leg.ts";
import { matchWith } from "./matched.ts";
import type { Review, ReviewInput } from "./review.ts";

/** What every review has in common, whatever is asked: decoding, match, costs, findings and what stands against it. */

type Common = Pick<
	Review,
	| "session"
	| "person"
	| "frozen"
	| "fingerprint"
	| "match"
	| "insights"
	| "names"
	| "findings"
	| "costs"
	| "changed"
	| "device"
	| "expiresAt"
>;

const NO_MATCH: MatchResult = { verdict: "refused", checks: [] };

/** A row for each refusal, so that the person sees the member at fault where they look for it. */
function refusedMatch(refusals: readonly Refusal[]): MatchResult {
	// What only waits for its turn differs from nothing: there is nothing yet to compare.
	const checks = refusals.map(({ field, words, waiting }) =>
		waiting === true ? unproven(field, words) : failed(field, words),
	);
	return refusals.length === 0 ? NO_MATCH : verdictOf(checks);
}

/** Nothing could be frozen, and why. */
export function withoutFrozen(input: ReviewInput, refusals: readonly Refusal[]): Common {
	return {
		session: input.session,
		person: input.person,
		frozen: null,
		fingerprint: null,
		match: refusedMatch(refusals),
		insights: [],
		names: new Map(),
		findings: [],
		costs: null,
		changed: [],
		device: [],
		expiresAt: null,
	};
}

function matchOf(frozen: Frozen, answers: readonly ChainAnswer[], around: readonly Check[]): MatchResult {
	return verdictOf([...matchWith(frozen, answers).checks, ...around]);
}

export function withFrozen(input: ReviewInput, frozen: Frozen): Common {
	const { answers, person, session, now, lane, previous } = input;
	const context = { person, now, shown: session, heldBy: lane.heldBy, opinions: input.opinion.legs };
	const insights = insightsOf(legsOf(frozen), answers, context);
	const device = devicePlansOf(frozen, person.device);
	const spent = insights.flatMap(({ costs }) => (costs === null ? [] : [costs]));
	return {
		session,
		person,
		frozen,
		fingerprint: fingerprintOf(frozen),
		match: matchOf(frozen, answers, input.around),
		insights,
		names: input.opinion.names,
		findings: gravestFirst([...allFindings(insights), hiddenInAll(insights), deviceBlind(device)]),
		costs: wholeCosts(frozen.chain_ref ?? "", spent),
		changed: previous === null ? [] : differencesOf(previous, frozen),
		device,
		expiresAt: expiryOf(frozen),
	};
}

/** The chain could not be asked: the first reason why. */
function faultOf(answers: readonly ChainAnswer[]): string | null {
	const down = answers.find((answer) => "fault" in answer);
	return down !== undefined && "fault" in down ? down.fault : null;
}

/** Each chain that was asked is the one that it should be: only then its numbers mean something. */
function rightPlace(insights: readonly Insight[]): boolean {
	return insights.every(({ content }) =>
		content.kind === "evm_transaction" || content.kind === "svm_transaction"
			? content.subject.facts !== null
			: true,
	);
}

/**
 * Everything that stands against an approval, the main reason first.
 * @param own what the kind of request itself says: that it is answered already, or not confirmed
 */
export function approvalFor(
	input: ReviewInput,
	common: Common,
	freezing: readonly Against[],
	own: readonly Against[],
): Approval {
	const { frozen, match, findings, insights, costs, expiresAt } = common;
	const against = [
		...againstExpiry(expiresAt, input.now),
		...freezing,
		...(frozen === null ? [] : againstMatch(match, faultOf(input.answers))),
		...againstFindings(findings),
		...againstRules(input.policy, insights),
		...(costs !== null && rightPlace(insights) ? againstCosts(costs) : []),
		...againstSigner(input.person.signerState),
		...(frozen === null ? [] : againstDevice(common.device, input.person.device, frozen.chain_family)),
		...(frozen === null ? [] : againstBlind(frozen, input.blindAllowed)),
		...own,
		...(frozen === null ? [] : againstNothing(insights.length)),
		...againstOpinion(insights),
	];
	return approvalOf(against, findings);
}
