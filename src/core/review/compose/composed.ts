import { bypassedChecks, decidedMode } from "../../../service-api/newer.ts";
import { factValue } from "../../chain/chain-error.ts";
import { nativeAmount, tokenOf, type User } from "../../decoded-transaction/decoded-transaction.ts";
import type { DeviceClaim, DevicePlan } from "../../decoded-transaction/device-plan.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import type { ChainAnswer, ChainFault } from "../../decoded-transaction/question.ts";
import { signedItemsOf } from "../../decoded-transaction/signed-item.ts";
import { wholeCosts } from "../../describe/evm/costs.ts";
import { stepHeadlines } from "../../describe/step-headline.ts";
import { devicePlansOf } from "../../device/plans.ts";
import type { Effects } from "../../effects/effects.ts";
import { evmOperationsOf } from "../../effects/evm/operations.ts";
import { moneyFlowOf } from "../../effects/money-flow.ts";
import { svmOperationsOf } from "../../effects/svm/operations.ts";
import { amountParam, message, sentences } from "../../localized-text.ts";
import { type Check, failed, type MatchResult, unproven, verdictOf } from "../../match/check.ts";
import { feeItemOf } from "../../match/fee-item.ts";
import { fingerprintOf } from "../../match/fingerprint.ts";
import { expiryOf, type FreezeRefusal, type Frozen } from "../../match/frozen.ts";
import { type Finding, gravestFirst, newFinding } from "../../risk/finding.ts";
import { typedDiffers, withoutRefused } from "../../risk/general/declared-differs.ts";
import { type StatedFee, specialFindings } from "../../risk/special/index.ts";
import { readSafetyMode } from "../../risk/special/safety-mode.ts";
import { compareTypedIntent, type TypedIntent } from "../../typed-intent/typed-intent.ts";
import {
	type ApprovalObstacle,
	type ApprovalState,
	approvalOf,
	blindObstacles,
	costObstacles,
	deviceObstacles,
	expiryObstacles,
	findingObstacles,
	matchObstacles,
	signerObstacles,
	undecodedObstacles,
} from "../approval.ts";
import { type ApprovalRequest, commitViewOf } from "../approval-request.ts";
import { differencesOf } from "../diff/diff.ts";
import { hiddenInAll } from "../effects/aggregate-effects.ts";
import { effectFindings, formatterOf, requestEffects } from "../effects/request-effects.ts";
import { type TypedWord, typedWordOf } from "../effects/typed-word.ts";
import { allFindings, analyzeItems, type ItemAnalysis } from "../item-analysis.ts";
import { matchWith } from "../matched.ts";
import { ruleObstacles, ruleSetAside } from "../policy/rule-obstacles.ts";
import type { Review, ReviewInput } from "../review.ts";

const SIMULATING = message("against.opinion.simulating");
const ASKING = message("against.opinion.asking");
const AGAIN = message("against.opinion.again");

/** Blocks the approval until the user's own RPC has shown the effects, or definitely can't show them. */
function opinionObstacles(analyses: readonly ItemAnalysis[]): readonly ApprovalObstacle[] {
	for (const {
		opinion: { local },
	} of analyses)
		if (local.state === "impossible" && local.why === "failed")
			return [{ text: sentences(local.text, AGAIN), passing: true, cause: "rpc-silent" }];
	if (analyses.some(({ opinion }) => opinion.local.state === "running"))
		return [{ text: SIMULATING, passing: true }];
	return analyses.some(({ opinion }) => opinion.addressFacts === null)
		? [{ text: ASKING, passing: true }]
		: [];
}

function statedRequests(request: ApprovalRequest): readonly unknown[] {
	if (request.kind === "action") return [request.action.request];
	const review = commitViewOf(request)?.review ?? null;
	return review === null ? [] : [review.request, ...review.legs];
}

const bypassedIn = (request: ApprovalRequest): readonly string[] => [
	...new Set(statedRequests(request).flatMap(bypassedChecks)),
];

/** Returns the check mode if the service's guards might not cover the request in that mode. */
const weakModeIn = (request: ApprovalRequest): string | null =>
	statedRequests(request)
		.map(decidedMode)
		.find((mode) => mode !== null && readSafetyMode(mode).severity !== "info") ?? null;

interface LocalReading {
	readonly party: string;
	readonly amount: bigint | null;
}

function ofTransaction(analysis: ItemAnalysis, token: string): LocalReading | null {
	if (analysis.content.kind !== "evm_transaction") return null;
	const { target, meaning } = analysis.content.subject.decoded;
	if (target !== token) return null;
	if (meaning.kind === "transfer") return { party: meaning.to, amount: meaning.amount };
	return meaning.kind === "approve" ? { party: meaning.spender, amount: meaning.amountOrId } : null;
}

function ofMessage({ permissions, content }: ItemAnalysis, token: string): LocalReading | null {
	if (content.kind !== "typed_data") return null;
	const allowed = permissions.find((each) => each.token.toLowerCase() === token);
	if (allowed === undefined || (allowed.amount === null && !allowed.unlimited)) return null;
	return { party: allowed.spender, amount: allowed.unlimited ? null : (allowed.amount?.raw ?? null) };
}

function agrees(claim: DeviceClaim, analysis: ItemAnalysis): boolean {
	const decimals = factValue(tokenOf(analysis.facts, claim.token)?.decimals);
	if (decimals !== null && decimals !== claim.decimals) return false;
	const own = ofTransaction(analysis, claim.token) ?? ofMessage(analysis, claim.token);
	// Allowance lists never contain zero amounts.
	if (own === null) return analysis.content.kind === "typed_data" && claim.amount === 0n;
	const same = own.amount === null || own.amount === claim.amount;
	return same && own.party.toLowerCase() === claim.party;
}

/**
 * Compares our decoding with the token texts on a Ledger, which come from descriptions bundled with the app.
 */
export function deviceDiffers(
	plans: readonly DevicePlan[],
	analyses: readonly ItemAnalysis[],
): Finding | null {
	const isOdd = plans.some(({ claims }, index) => {
		const analysis = analyses[index];
		return analysis !== undefined && claims.some((claim) => !agrees(claim, analysis));
	});
	if (!isOdd) return null;
	return newFinding("device-differs", "danger", message("finding.device-differs"));
}

type ReviewCommon = Pick<
	Review,
	| "request"
	| "session"
	| "user"
	| "frozen"
	| "fingerprint"
	| "match"
	| "analyses"
	| "effects"
	| "flow"
	| "names"
	| "typedIntent"
	| "findings"
	| "costs"
	| "changed"
	| "device"
	| "expiresAt"
>;

const NO_MATCH: MatchResult = { verdict: "refused", checks: [] };

function refusedMatch(refusals: readonly FreezeRefusal[]): MatchResult {
	const checks = refusals.map(({ field, text, waiting }) =>
		waiting === true ? unproven(field, text) : failed(field, text),
	);
	return refusals.length === 0 ? NO_MATCH : verdictOf(checks);
}

export const composeCommon = (input: ReviewInput): ReviewCommon =>
	input.freezing.ok
		? withFrozen(input, input.freezing.frozen)
		: withoutFrozen(input, input.freezing.refusals);

export const refusalsOf = ({ freezing }: ReviewInput): readonly FreezeRefusal[] =>
	freezing.ok ? [] : freezing.refusals;

function withoutFrozen(input: ReviewInput, refusals: readonly FreezeRefusal[]): ReviewCommon {
	return {
		request: input.request,
		session: input.session,
		user: input.user,
		frozen: null,
		fingerprint: null,
		match: refusedMatch(refusals),
		analyses: [],
		effects: null,
		flow: null,
		names: new Map(),
		typedIntent: null,
		findings: [],
		costs: null,
		changed: [],
		device: [],
		expiresAt: null,
	};
}

function matchOf(frozen: Frozen, answers: readonly ChainAnswer[], context: readonly Check[]): MatchResult {
	return verdictOf([...matchWith(frozen, answers).checks, ...context]);
}

/** Only transactions that a service requested are compared with the user's texts. */
function typedIntentOf(
	{ request, typed = [], user, opinion }: ReviewInput,
	analyses: readonly ItemAnalysis[],
): TypedIntent | null {
	if (request.kind !== "commit" && request.kind !== "action") return null;
	const operations = analyses.flatMap(({ content }) =>
		content.kind === "evm_transaction"
			? [evmOperationsOf(content.subject)]
			: content.kind === "svm_transaction"
				? [svmOperationsOf(content.subject)]
				: [],
	);
	if (operations.length < analyses.length) return null;
	return compareTypedIntent(operations, { typed, user, names: opinion.names });
}

function withHeadlines(
	analyses: readonly ItemAnalysis[],
	effects: Effects | null,
	user: User,
): readonly ItemAnalysis[] {
	if (effects === null) return analyses;
	const headlines = stepHeadlines(
		effects,
		analyses.map(({ headline }) => headline),
		formatterOf(analyses, user, effects.chainRef),
	);
	return analyses.map((analysis, step) => ({ ...analysis, headline: headlines[step] ?? analysis.headline }));
}

function statedFee(frozen: Frozen, user: User): StatedFee | null {
	const fee = feeItemOf(frozen);
	if (fee === null) return null;
	const amount = amountParam(nativeAmount(frozen.chain_ref ?? "", fee.amount));
	return { step: fee.place + 1, who: nameParam(user, fee.to), amount };
}

function withFrozen(input: ReviewInput, frozen: Frozen): ReviewCommon {
	const { answers, user, session, now, lane, previous } = input;
	const context = {
		user,
		now,
		shown: session,
		sameNonceHeadline: lane.sameNonceHeadline,
		opinions: input.opinion.items,
	};
	const legs = signedItemsOf(frozen);
	const read = analyzeItems(legs, answers, context);
	const effects = requestEffects(legs, read, user, frozen.chain_ref);
	const insights = withHeadlines(read, effects, user);
	const special = allFindings(insights);
	const general = withoutRefused(effectFindings(effects, insights, user, input.prices, now), special);
	const device = devicePlansOf(frozen, user.device);
	const asked = typedIntentOf(input, insights);
	const spent = insights.flatMap(({ costs }) => (costs === null ? [] : [costs]));
	const findings = [...special, ...general].filter((each) => each !== null);
	return {
		request: input.request,
		session,
		user,
		frozen,
		fingerprint: fingerprintOf(frozen),
		match: matchOf(frozen, answers, input.contextChecks),
		analyses: insights,
		effects,
		flow: effects === null ? null : moneyFlowOf(effects),
		names: input.opinion.names,
		typedIntent: asked,
		findings: gravestFirst([
			typedDiffers(asked),
			...findings,
			hiddenInAll(insights),
			...specialFindings({
				devices: device,
				bypassed: bypassedIn(input.request),
				// A proposal's expiry already uses this computer's clock.
				clockOffset: frozen.kind === "proposal" ? 0 : (input.clockOffset ?? 0),
				expiresAt: expiryOf(frozen),
				repeats: input.repeats ?? null,
				safetyMode: weakModeIn(input.request) ?? input.safetyMode ?? null,
				feeItem: statedFee(frozen, user),
			}),
			deviceDiffers(device, insights),
			ruleSetAside(input.policy, { analyses: insights, effects, findings }),
		]),
		costs: wholeCosts(frozen.chain_ref ?? "", spent),
		changed: previous === null ? [] : differencesOf(previous, frozen),
		device,
		expiresAt: expiryOf(frozen, input.clockOffset),
	};
}

function faultOf(answers: readonly ChainAnswer[]): ChainFault | null {
	const down = answers.find((answer) => "fault" in answer);
	return down !== undefined && "fault" in down ? down : null;
}

/** Returns whether each queried chain is the expected one. Otherwise, the numbers are meaningless. */
function areOnExpectedChains(analyses: readonly ItemAnalysis[]): boolean {
	return analyses.every(({ content }) =>
		content.kind === "evm_transaction" || content.kind === "svm_transaction"
			? content.subject.facts !== null
			: true,
	);
}

export function wordFor({
	findings,
	analyses,
	effects,
	flow,
	user,
	frozen,
	fingerprint,
}: ReviewCommon): TypedWord | null {
	const chainRef = frozen?.chain_ref ?? "";
	return typedWordOf(findings, analyses, {
		user,
		signer: frozen?.signer ?? "",
		chainRef,
		fingerprint,
		effects,
		flow,
	});
}

/**
 * @param own obstacles for this kind of request only, e.g. that it was already answered or isn't confirmed
 */
export function approvalFor(
	input: ReviewInput,
	common: ReviewCommon,
	freezing: readonly ApprovalObstacle[],
	own: readonly ApprovalObstacle[],
): ApprovalState {
	const { frozen, match, findings, analyses, costs, expiresAt } = common;
	const obstacles = [
		...expiryObstacles(expiresAt, input.now),
		...freezing,
		...(frozen === null ? [] : matchObstacles(match, faultOf(input.answers), frozen.chain_ref ?? "")),
		...findingObstacles(findings),
		...ruleObstacles(input.policy, common),
		...(costs !== null && areOnExpectedChains(analyses) ? costObstacles(costs) : []),
		...signerObstacles(input.user.signerState),
		...(frozen === null ? [] : deviceObstacles(common.device, input.user.device, frozen.chain_family)),
		...(frozen === null ? [] : blindObstacles(frozen, input.blindAllowed)),
		...own,
		...(frozen === null ? [] : undecodedObstacles(analyses.length)),
		...opinionObstacles(analyses),
	];
	return approvalOf(obstacles, wordFor(common));
}
