import { liesOf } from "../../src/core/activity/lies.ts";
import { codesOf } from "../../src/core/localized-text.ts";
import type { TypedNode } from "../../src/core/match/typed-data/reading.ts";
import type { ItemAnalysis } from "../../src/core/review/item-analysis.ts";
import { type Explained, explainFile } from "../../src/explain/explain.ts";
import { readFileText } from "../../src/explain/explain-input.ts";
import { explanationOf } from "../../src/explain/result.ts";
import { textOf } from "../../src/text/index.ts";
import { callsOf, meteredRpc, PATIENT, type ReviewCalls } from "../support/metered-rpc.ts";
import type { Said } from "./compare.ts";
import type { GivenRequest } from "./sets.ts";
import type { CaseWorld } from "./worlds/world.ts";

/** Judges a request by the app's own code, as `npm run explain` does, and collects everything that a user reads. */

const UNREADABLE: Said = {
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

function saidOf(explained: Explained): Said {
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

/** Waits of this length and more are deadlines: a busy machine must not reach them, as the chains here do answer. */
const DEADLINE_MS = 1_000;
const PATIENCE = 30;

/** Creates a clock that stands still, so that a slow run makes nothing older. */
const stillAt = (now: number) => ({
	now: () => now,
	after(ms: number, run: () => void) {
		const timer = setTimeout(run, Math.max(0, ms < DEADLINE_MS ? ms : ms * PATIENCE));
		return () => clearTimeout(timer);
	},
});

interface ExplainedRequest {
	/** `null` if the file can't be read or holds no such request. */
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
		clock: stillAt(context.now ?? 0),
		log: (line) => console.error(`${id}: ${line}`),
	});
	const found = one.request === undefined ? all.at(-1) : all.find((each) => idOf(each) === one.request);
	return { explained: found ?? null, calls: callsOf(metered, all.length) };
}

export interface SaidOfRequest {
	readonly said: Said;
	/** `null` if the file can't be read. */
	readonly calls: ReviewCalls | null;
}

export async function judgeRequest(given: GivenRequest, world: CaseWorld): Promise<SaidOfRequest> {
	const { explained, calls } = await explainRequest(given, world);
	return { said: explained === null ? UNREADABLE : saidOf(explained), calls };
}
