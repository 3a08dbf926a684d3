import type {
	AllowRow,
	BatchStepRow,
	ChangeRow,
	CheckRow,
	FindingRow,
	GuardRow,
	ReviewView,
} from "../../bridge/views.ts";
import type { Broadcaster } from "../../contract/action.ts";
import type { CommitView } from "../../contract/commit.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { chainName } from "../chains/names.ts";
import type { MatchResult } from "../match/evm.ts";
import { simulationOf } from "../match/member.ts";
import type { Labels } from "../policy/labels.ts";
import type { Allow } from "../review/allows.ts";
import type { Change } from "../review/changes.ts";
import type { Insight, Review } from "../review/compose.ts";
import { addressView } from "./addresses.ts";
import { viewOfAmount, viewOfClaim } from "./amounts.ts";

/** From a Review to what the trusted window draws. */

const SUBMITS: Readonly<Record<Broadcaster, string>> = {
	wallet: "Your wallet submits",
	hosted: "The service submits for you",
	venue: "The venue submits",
};

export interface ReviewPlace {
	readonly entryId: string;
	/** States of the batch's other commits, by id, as far as they are known. */
	readonly batchStates: ReadonlyMap<string, string>;
}

function changeRow(change: Change, labels: Labels): ChangeRow {
	const { account, mine, direction, amount, tokenId, counterparty } = change;
	return {
		account: addressView(account, labels),
		mine,
		direction,
		amount: viewOfClaim(amount),
		tokenId,
		counterparty: counterparty === null ? null : addressView(counterparty, labels),
		of: viewOfAmount(change.of),
	};
}

function allowRow(allow: Allow, labels: Labels): AllowRow {
	return {
		...allow,
		spender: addressView(allow.spender, labels),
		token: addressView(allow.token, labels),
		amount: viewOfAmount(allow.amount),
	};
}

function costsView(insight: Insight | null): ReviewView["costs"] {
	if (insight === null)
		return {
			most: null,
			likely: null,
			serviceFee: "Not known, since the request can't be decoded.",
			fees: [],
			covered: { ok: null, words: "Not known, since the request can't be decoded." },
		};
	const { most, likely, serviceFee, fees, covered } = insight.costs;
	return {
		most: viewOfAmount(most),
		likely: viewOfAmount(likely),
		serviceFee,
		fees: fees.map(({ kind, amount }) => ({ kind, amount: viewOfClaim(amount) })),
		covered,
	};
}

function verdictWords(match: MatchResult): string {
	const failed = match.checks.filter((check) => check.status === "failed");
	const [first] = failed;
	if (match.verdict === "matched") return `All ${match.checks.length} fields match the review`;
	if (first !== undefined)
		return failed.length === 1 ? first.words : `${first.words} ${failed.length - 1} more do not match.`;
	if (match.verdict === "refused") return "There is nothing that could be matched.";
	const open = match.checks.filter((check) => check.status === "unknown").length;
	return `${open} of ${match.checks.length} fields could not be checked yet`;
}

/** The service's simulation, of this transaction where it is known which one that is. */
function simulationFor(review: Review): PipelineSimulation | null {
	if (review.frozen !== null) return simulationOf(review.frozen);
	const request = review.view?.review?.request;
	return request === undefined || request.type === "sign" ? null : request.simulation;
}

function labelsSaid(review: Review): string[] {
	const own = review.insight?.subject.transaction.label;
	if (own !== undefined) return [own];
	const request = review.view?.review?.request;
	if (request === undefined) return [];
	if (request.type === "sign") return [request.description];
	if (request.type === "execute_svm") return request.transactions.map((tx) => tx.description);
	return request.transactions.map((tx) => tx.label);
}

function stepsOf(view: CommitView | null, states: ReadonlyMap<string, string>): BatchStepRow[] {
	if (view === null || view.batch === null) return [];
	return view.batch.ordered_commit_ids.map((commitId, index) => ({
		commitId,
		index,
		state: commitId === view.commit_id ? view.state : (states.get(commitId) ?? "unknown"),
		here: commitId === view.commit_id,
	}));
}

const SIGNER_WORDS = {
	ready: "Ready to sign",
	locked: "Locked",
	missing: "Not one of your accounts here",
} as const;

function signerView(review: Review): ReviewView["signer"] {
	const { labels, signerState } = review.person;
	return {
		address: addressView(review.view?.signer ?? "", labels),
		state: signerState,
		words: SIGNER_WORDS[signerState],
	};
}

function rawText(review: Review): string {
	if (review.view === null) return "";
	const { action, review: snapshot } = review.view;
	return JSON.stringify({ action, review: snapshot }, null, 2);
}

function simulationRows(review: Review): Pick<ReviewView, "guards" | "warnings" | "logs"> {
	const simulation = simulationFor(review);
	if (simulation === null) return { guards: [], warnings: [], logs: [] };
	const guards: GuardRow[] = simulation.guards.map(({ name, status, message }) => ({
		name,
		status,
		message: message ?? null,
	}));
	const logs = simulation.logs.map(({ address, topics, data }) => ({ address, topics, data }));
	return { guards, warnings: simulation.warnings, logs };
}

function placeView(view: CommitView | null): ReviewView["step"] {
	const batch = view?.batch ?? null;
	return batch === null ? null : { at: batch.index + 1, of: batch.ordered_commit_ids.length };
}

function insightRows(
	review: Review,
): Pick<ReviewView, "changes" | "changesClaim" | "allows" | "decoded" | "to"> {
	const { insight } = review;
	const { labels } = review.person;
	if (insight === null)
		return { changes: [], changesClaim: "Nothing could be decoded.", allows: [], decoded: null, to: null };
	return {
		changes: insight.changes.rows.map((change) => changeRow(change, labels)),
		changesClaim: insight.changes.claim,
		allows: insight.allows.map((allow) => allowRow(allow, labels)),
		decoded: insight.subject.decoded.call,
		to: addressView(insight.subject.decoded.target, labels),
	};
}

/** Everything that the trusted window draws of one review. */
export function reviewView(review: Review, place: ReviewPlace): ReviewView {
	const { view, session, insight, headline, match, frozen } = review;
	const broadcaster = view?.broadcaster ?? "wallet";
	const chainRef = view?.chain_ref ?? "";
	const checks: CheckRow[] = match.checks.map((check) => ({ ...check }));
	const findings: FindingRow[] = (insight?.findings ?? []).map(({ id, severity, words }) => ({
		id,
		severity,
		words,
	}));
	return {
		entryId: place.entryId,
		commitId: review.commitId ?? "",
		who: {
			app: session.app ?? insight?.subject.transaction.protocol ?? null,
			session: session.title,
			sessionId: session.id,
		},
		broadcaster: { kind: broadcaster, words: SUBMITS[broadcaster] },
		chain: { id: chainRef, name: view?.chain_family === "evm" ? chainName(chainRef) : chainRef },
		step: placeView(view),
		headline: headline.text,
		headlineKnown: headline.known,
		serviceSays: labelsSaid(review),
		expiresAt: review.expiresAt,
		...insightRows(review),
		costs: costsView(insight),
		verdict: match.verdict,
		verdictWords: verdictWords(match),
		checks,
		...simulationRows(review),
		findings,
		fingerprint: review.fingerprint,
		digest: view?.review?.digest ?? null,
		revision: frozen?.review_revision ?? view?.review?.revision ?? null,
		steps: stepsOf(view, place.batchStates),
		raw: rawText(review),
		changed: review.changed,
		signer: signerView(review),
		approval: review.approval,
		canReject: review.canReject,
	};
}
