import type { CommitView, ReadCommit } from "../../contract/commit.ts";
import { known } from "../chains/chain-error.ts";
import type { EvmFacts } from "../chains/evm-facts.ts";
import { type Check, verdictOf } from "../match/check.ts";
import { type MatchResult, matchEvm } from "../match/evm.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import { expiryOf, type FrozenReview, freeze, type Owner, type Refusal } from "../match/frozen.ts";
import { simulationOf } from "../match/member.ts";
import { type Allow, allowsOf } from "./allows.ts";
import {
	type Against,
	type Approval,
	againstCosts,
	againstExpiry,
	againstFindings,
	againstFreezing,
	againstMatch,
	againstSigner,
	againstState,
	approvalOf,
} from "./approval.ts";
import { type Changes, changesOf } from "./changes.ts";
import { type Costs, costsOf } from "./costs.ts";
import { type Difference, differencesOf } from "./diff.ts";
import { type Finding, findingsOf } from "./findings/index.ts";
import { type Headline, headlineOf } from "./headline.ts";
import { headlineOfReview } from "./reviewed.ts";
import { type Person, type Subject, subjectOf } from "./subject.ts";
import { textsOf } from "./texts.ts";

/** The chain could not be asked: why, as a whole sentence. */
export interface FactsFault {
	readonly fault: string;
}

export interface ReviewSession {
	readonly id: string;
	readonly title: string;
	readonly app: string | null;
}

export interface ReviewInput extends Owner {
	readonly read: ReadCommit;
	readonly facts: EvmFacts | FactsFault;
	readonly person: Person;
	/** Unix milliseconds. */
	readonly now: number;
	/** The journal's unsettled row for the same chain, signer and nonce, in words; null where there is none. */
	readonly lane: { readonly heldBy: string | null };
	/** The review of this commit that was open before. */
	readonly previous: FrozenReview | null;
	/** This commit's own GET has succeeded, and `read` is its answer. */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/** Checks that need more than this view: what else the service said of this revision, and of the batch. */
	readonly around: readonly Check[];
}

/** What is known of an EVM transaction that could be decoded. */
export interface Insight {
	readonly subject: Subject;
	readonly headline: Headline;
	readonly changes: Changes;
	readonly allows: readonly Allow[];
	readonly costs: Costs;
	readonly findings: readonly Finding[];
}

export interface Review {
	readonly session: ReviewSession;
	readonly person: Person;
	/** null where not even the commit can be read. */
	readonly view: CommitView | null;
	readonly commitId: string | null;
	readonly frozen: FrozenReview | null;
	/** SHA-256, 64 hex digits; null where nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	readonly headline: Headline;
	/** Of the review; null where nothing could be decoded. */
	readonly insight: Insight | null;
	readonly changed: readonly Difference[];
	/** Unix milliseconds. */
	readonly expiresAt: number | null;
	readonly approval: Approval;
	/** The service can still be told no. */
	readonly canReject: boolean;
}

const NO_MATCH: MatchResult = { verdict: "refused", checks: [] };

function headlineWithout(read: ReadCommit): Headline {
	if (read.kind === "unreadable") return { text: "A request that can't be read", known: false, amount: null };
	const { action, review } = read.view;
	const kind = action?.kind === "sign" || action?.kind === "start_wallet_send" ? action.payload.kind : null;
	if (kind === "svm_transaction") return { text: "A Solana transaction", known: false, amount: null };
	if (kind === "user_operation") return { text: "A user operation", known: false, amount: null };
	const text =
		review === null ? "A request without a readable review" : "A request that asks for no signature now";
	return { text, known: false, amount: null };
}

function unreadable(input: ReviewInput, reason: string): Review {
	const against: Against[] = [
		{
			words: `The service's request can't be read (${reason}). Nothing was signed; ask the agent for it again.`,
			passing: false,
		},
	];
	return {
		session: input.session,
		person: input.person,
		view: null,
		commitId: input.read.kind === "unreadable" ? input.read.commitId : input.read.view.commit_id,
		frozen: null,
		fingerprint: null,
		match: NO_MATCH,
		headline: headlineWithout(input.read),
		insight: null,
		changed: [],
		expiresAt: null,
		approval: approvalOf(against, []),
		canReject: false,
	};
}

function insightOf(input: ReviewInput, frozen: FrozenReview, facts: EvmFacts | null): Insight | null {
	const subject = subjectOf(frozen, facts, input.person);
	if (subject === null) return null;
	const costs = costsOf(subject);
	const texts = textsOf(subject.transaction, simulationOf(frozen), input.session);
	const { heldBy } = input.lane;
	return {
		subject,
		headline: headlineOf(subject),
		changes: changesOf(subject),
		allows: allowsOf(subject),
		costs,
		findings: findingsOf({ subject, costs, heldBy, texts }),
	};
}

function matchOf(frozen: FrozenReview, facts: EvmFacts | null, around: readonly Check[]): MatchResult {
	const match = matchEvm(frozen, {
		chainId: facts?.chainId ?? null,
		pendingNonce: facts?.rightChain === true ? known(facts.pendingNonce) : null,
	});
	return verdictOf([...match.checks, ...around]);
}

/** A row for each refusal, so that the person sees the member at fault where they look for it. */
function refusedMatch(refusals: readonly Refusal[]): MatchResult {
	const checks = refusals.map(({ field, words }) => ({
		field,
		status: "failed" as const,
		reviewed: null,
		payload: null,
		words,
	}));
	return { verdict: "refused", checks };
}

function stillOpen(view: CommitView): boolean {
	return view.state === "needs_signature" && view.wallet_attempt === null;
}

function knownReview(input: ReviewInput, view: CommitView, reviewFault: string | null): Review {
	const facts = "fault" in input.facts ? null : input.facts;
	const fault = "fault" in input.facts ? input.facts.fault : null;
	const freezing = freeze(view, input);
	const frozen = freezing.ok ? freezing.frozen : null;
	const refusals = freezing.ok ? [] : freezing.refusals;
	const insight = frozen === null ? null : insightOf(input, frozen, facts);
	const match = frozen === null ? refusedMatch(refusals) : matchOf(frozen, facts, input.around);
	const findings = insight?.findings ?? [];
	const expiresAt = frozen === null ? null : expiryOf(frozen);
	const state = againstState(view, input.confirmedByGet);
	const settled = view.state !== "needs_signature" || (view.action === null && view.wallet_attempt === null);
	const against = settled
		? state
		: [
				...againstExpiry(expiresAt, input.now),
				...againstFreezing(refusals, reviewFault),
				...(frozen === null ? [] : againstMatch(match, fault)),
				...againstFindings(findings),
				...(insight === null || facts?.rightChain !== true ? [] : againstCosts(insight.costs)),
				...againstSigner(input.person.signerState),
				...state,
			];
	return {
		session: input.session,
		person: input.person,
		view,
		commitId: view.commit_id,
		frozen,
		fingerprint: frozen === null ? null : fingerprintOf(frozen),
		match,
		headline: insight?.headline ?? headlineOfReview(view, facts, input.person) ?? headlineWithout(input.read),
		insight,
		changed: frozen === null || input.previous === null ? [] : differencesOf(input.previous, frozen),
		expiresAt,
		approval: approvalOf(against, findings),
		canReject: stillOpen(view),
	};
}

/**
 * Turns a commit, what the chain says and what the person has into a Review. Pure: the same input, the same review.
 * It may be approved only where it asks for a signature, its own GET has succeeded, it matches, it is not expired,
 * the person's RPC answers for the right chain and nonce, the balance covers it, and the signer is ready.
 */
export function composeReview(input: ReviewInput): Review {
	const { read } = input;
	if (read.kind === "unreadable") return unreadable(input, read.reason);
	return knownReview(input, read.view, read.reviewFault);
}
