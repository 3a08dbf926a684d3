import type { AllowRow, BatchStepRow, ChangeRow, GuardRow, ReviewView } from "../../bridge/views.ts";
import type { CommitView } from "../../contract/commit.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import type { MatchResult } from "../match/check.ts";
import { simulationOf } from "../match/member.ts";
import type { Labels } from "../policy/labels.ts";
import type { Allow } from "../review/allows.ts";
import type { Change } from "../review/changes.ts";
import type { Costs } from "../review/costs.ts";
import type { Review } from "../review/review.ts";
import { addressView } from "./addresses.ts";
import { viewOfAmount, viewOfClaim } from "./amounts.ts";

/** The parts of a review's view. */

function changeRow(change: Change, step: number | null, labels: Labels): ChangeRow {
	const { account, mine, direction, amount, tokenId, counterparty, source } = change;
	return {
		account: addressView(account, labels),
		mine,
		direction,
		amount: viewOfClaim(amount),
		tokenId,
		counterparty: counterparty === null ? null : addressView(counterparty, labels),
		of: viewOfAmount(change.of),
		step,
		source,
	};
}

function allowRow(allow: Allow, step: number | null, labels: Labels): AllowRow {
	return {
		...allow,
		spender: addressView(allow.spender, labels),
		token: addressView(allow.token, labels),
		amount: viewOfAmount(allow.amount),
		step,
	};
}

/** Rows of the whole: of several steps, what names no step is told once, and without one. */
export function changeRows({ insights, person }: Review): ChangeRow[] {
	const only = insights.length === 1;
	return insights.flatMap(({ changes }, index) =>
		(changes?.rows ?? []).flatMap((change) => {
			if (only) return [changeRow(change, null, person.labels)];
			const here = change.step === index + 1 || (change.step === null && index === 0);
			return here ? [changeRow(change, change.step, person.labels)] : [];
		}),
	);
}

export function changesClaim({ insights }: Review): string {
	if (insights.length === 0) return "Nothing could be decoded.";
	const claims = insights.flatMap(({ changes }) => (changes === null ? [] : [changes.claim]));
	const [first] = claims;
	if (first === undefined) return "A signature by itself changes no balance.";
	// The least that can be relied on counts for all.
	return (
		claims.find((claim) => claim.includes("contradicts")) ??
		claims.find((claim) => claim.startsWith("Only")) ??
		first
	);
}

/** What the service says of the whole is told at each step that it may be of, so that equal rows stand once. */
export function allowRows({ insights, person }: Review): AllowRow[] {
	const only = insights.length === 1;
	const rows = insights.flatMap(({ allows }, index) =>
		allows.map((allow) => allowRow(allow, only ? null : index + 1, person.labels)),
	);
	const same = (left: AllowRow, right: AllowRow) =>
		left.source === "service" &&
		right.source === "service" &&
		left.words === right.words &&
		left.spender.address === right.spender.address &&
		left.token.address === right.token.address;
	return rows.filter((row, at) => rows.findIndex((other) => other === row || same(other, row)) === at);
}

/** Null where nothing is sent, so that it costs nothing; told as unknown where nothing could be decoded. */
export function costsView(review: Review): ReviewView["costs"] {
	const { costs, insights } = review;
	if (costs !== null) return costsRows(costs);
	if (insights.length > 0) return null;
	return {
		most: null,
		likely: null,
		serviceFee: "Not known, since the request can't be decoded.",
		fees: [],
		covered: { ok: null, words: "Not known, since the request can't be decoded." },
	};
}

function costsRows({ most, likely, serviceFee, fees, covered }: Costs): ReviewView["costs"] {
	return {
		most: viewOfAmount(most),
		likely: viewOfAmount(likely),
		serviceFee,
		fees: fees.map(({ kind, amount }) => ({ kind, amount: viewOfClaim(amount) })),
		covered,
	};
}

const moreWords = (count: number) => (count === 1 ? "1 more does not match." : `${count} more do not match.`);

export function verdictWords(match: MatchResult): string {
	const failed = match.checks.filter((check) => check.status === "failed");
	const [first] = failed;
	if (match.verdict === "matched") return `All ${match.checks.length} fields match the review`;
	if (first !== undefined)
		return failed.length === 1 ? first.words : `${first.words} ${moreWords(failed.length - 1)}`;
	if (match.verdict === "refused") return "There is nothing that could be matched.";
	const open = match.checks.filter((check) => check.status === "unknown").length;
	return `${open} of ${match.checks.length} fields could not be checked yet`;
}

/** The service's simulation, of this transaction where it is known which one that is. */
function simulationFor({ frozen, subject }: Review): PipelineSimulation | null {
	if (frozen !== null && "legs" in frozen) return simulationOf(frozen);
	const request =
		subject.kind === "commit"
			? subject.view?.review?.request
			: subject.kind === "action"
				? subject.action.request
				: undefined;
	return request === undefined || request.type === "sign" ? null : request.simulation;
}

export function simulationRows(review: Review): Pick<ReviewView, "guards" | "warnings" | "logs"> {
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

/** What is known of another commit of the batch. */
export interface BatchMember {
	readonly state: string;
	readonly headline: string;
}

/** Where the service says that a step was staged (CommitSourceRef). */
function sourceOf({ batch }: CommitView, index: number): string | null {
	const stage = batch?.ordered_stage_ids[index];
	const source = batch?.sources.find((each) => each.stage_id === stage);
	return source === undefined
		? null
		: `staged as ${source.source_id} for ${source.chain_ref} (${source.stage_id})`;
}

export function stepsOf(
	view: CommitView | null,
	headline: string,
	members: ReadonlyMap<string, BatchMember>,
): BatchStepRow[] {
	if (view === null || view.batch === null) return [];
	return view.batch.ordered_commit_ids.map((commitId, index) => {
		const here = commitId === view.commit_id;
		const member = members.get(commitId);
		return {
			commitId,
			index,
			state: here ? view.state : (member?.state ?? "unknown"),
			headline: here ? headline : (member?.headline ?? null),
			source: sourceOf(view, index),
			here,
		};
	});
}

export function placeView(view: CommitView | null): ReviewView["step"] {
	const batch = view?.batch ?? null;
	return batch === null ? null : { at: batch.index + 1, of: batch.ordered_commit_ids.length };
}
