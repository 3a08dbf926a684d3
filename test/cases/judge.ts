import { liesOf } from "../../src/core/activity/lies.ts";
import { codesOf } from "../../src/core/localized-text.ts";
import type { TypedNode } from "../../src/core/match/typed-data/reading.ts";
import type { ItemAnalysis } from "../../src/core/review/item-analysis.ts";
import { type Explained, explainFile } from "../../src/explain/explain.ts";
import { readFileText } from "../../src/explain/explain-input.ts";
import { explanationOf } from "../../src/explain/result.ts";
import { textOf } from "../../src/text/index.ts";
import { callsOf, meteredRpc, PATIENT, type ReviewCalls } from "../support/metered-rpc.ts";
import type { Answer } from "./compare.ts";
import type { GivenRequest } from "./sets.ts";
import type { CaseWorld } from "./worlds/world.ts";

/**
 * Judges a request with the app's own code, as `npm run explain` does, and collects everything that the user
 * reads.
 */

const UNREADABLE: Answer = {
	outcome: "unreadable",
	severity: "block",
	word: null,
	headline: "",
	sentences: "",
	signed: "",
	refusals: "",
	codes: [],
	hash: null,
	changes: [],
	permissions: [],
	costs: null,
	lies: [],
	findings: [],
};

const idOf = ({ asked }: Explained): string => (asked.kind === "commit" ? asked.commitId : asked.action.id);

/** Returns the sentences, rows and amounts of a review. */
function sentencesOf(explained: Explained): string {
	const { headline, steps, changes, permissions, findings, costs, approval, checks } =
		explanationOf(explained);
	const { analyses } = explained.review;
	return [
		headline,
		...steps.flatMap((step) => [
			step.headline,
			step.words ?? "",
			...step.claims.flatMap(({ intent, rows }) => [
				intent ?? "",
				...rows.map(({ label, value }) => `${label}: ${value}`),
			]),
		]),
		...analyses.flatMap(({ rows }) => rows.map(({ label, value }) => `${textOf(label)}: ${textOf(value)}`)),
		...changes.map(({ text, tokenId }) => `${text} ${tokenId ?? ""}`),
		...permissions.map(({ words, text }) => `${words} ${text}`),
		...findings.map(({ words }) => words),
		...(costs === null ? [] : [costs.text, costs.words]),
		...approval.refusals,
		...checks.filter(({ status }) => status !== "passed").map(({ words }) => words),
	].join("\n");
}

const lineOf = ({ name, value, children }: TypedNode): string =>
	[`${name}: ${value ?? ""}`, ...children.map(lineOf)].join("\n");

/** Returns a message as the windows show it, without the app's own sentences. */
function signedOf({ content }: ItemAnalysis): string {
	switch (content.kind) {
		case "message":
			return content.text ?? content.bytesHex;
		case "typed_data":
			return [...content.domain, ...content.tree].map(lineOf).join("\n");
		default:
			return "";
	}
}

const hashOf = ({ content }: ItemAnalysis): string | null =>
	content.kind === "typed_data" ? content.digest : null;

function answerOf(explained: Explained): Answer {
	const { outcome, headline, changes, permissions, findings, approval } = explanationOf(explained);
	const { costs, analyses } = explained.review;
	const texts = [...explained.review.findings.map(({ text }) => text), ...explained.review.approval.refusals];
	return {
		outcome,
		severity: findings[0]?.severity ?? "none",
		word: approval.word,
		headline,
		sentences: sentencesOf(explained),
		signed: analyses.map(signedOf).join("\n"),
		refusals: approval.refusals.join("\n"),
		codes: texts.flatMap(codesOf),
		hash: analyses.map(hashOf).find((hash) => hash !== null) ?? null,
		changes,
		permissions,
		costs:
			costs === null
				? null
				: {
						most: costs.most?.raw ?? null,
						likely: costs.likely?.raw ?? null,
						covered: costs.covered.ok,
					},
		lies: liesOf(explained.review).map(({ lie }) => lie),
		findings: findings.map(({ id }) => id),
	};
}

/**
 * Timers of this length or longer are deadlines. They are extended, since a busy computer must not reach them
 * and local chains always answer.
 */
const DEADLINE_MS = 1_000;
const DEADLINE_FACTOR = 30;

/** Creates a clock with a fixed time, so that nothing gets older during a slow run. */
const fixedClock = (now: number) => ({
	now: () => now,
	after(ms: number, run: () => void) {
		const timer = setTimeout(run, Math.max(0, ms < DEADLINE_MS ? ms : ms * DEADLINE_FACTOR));
		return () => clearTimeout(timer);
	},
});

interface ExplainedRequest {
	/** `null` if the file can't be read or doesn't contain the request. */
	readonly explained: Explained | null;
	/** `null` if the file can't be read. */
	readonly calls: ReviewCalls | null;
}

export async function explainRequest(
	{ id, case: one, text, context }: GivenRequest,
	world: CaseWorld,
): Promise<ExplainedRequest> {
	const file = readFileText(text);
	if (!file.ok) return { explained: null, calls: null };
	const metered = meteredRpc(context.now ?? 0, PATIENT);
	const all = await explainFile(file, {
		context,
		rpcs: world.rpcs,
		fetch: metered.fetch,
		clock: fixedClock(context.now ?? 0),
		log: (line) => console.error(`${id}: ${line}`),
	});
	const found = one.request === undefined ? all.at(-1) : all.find((each) => idOf(each) === one.request);
	return { explained: found ?? null, calls: callsOf(metered, all.length) };
}

export interface AnswerToRequest {
	readonly said: Answer;
	/** `null` if the file can't be read. */
	readonly calls: ReviewCalls | null;
}

export async function judgeRequest(given: GivenRequest, world: CaseWorld): Promise<AnswerToRequest> {
	const { explained, calls } = await explainRequest(given, world);
	return { said: explained === null ? UNREADABLE : answerOf(explained), calls };
}
