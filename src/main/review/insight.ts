import { type Allow, allowsOf } from "./allows.ts";
import type { ChainAnswer } from "./ask.ts";
import { type Changes, changesOf } from "./changes.ts";
import type { Content } from "./content.ts";
import { type Costs, costsOf } from "./costs.ts";
import { gravestFirst } from "./findings/finding.ts";
import { type Finding, findingsOf } from "./findings/index.ts";
import { svmFindingsOf } from "./findings/svm/index.ts";
import { type Headline, headlineOf } from "./headline.ts";
import type { EvmLeg, Leg, MessageLeg, OperationLeg, SvmLeg } from "./leg.ts";
import { messageInsightOf, operationInsightOf } from "./message-leg.ts";
import type { ExplainedRow } from "./messages/content.ts";
import { type Comparison, type LegOpinion, RUNNING } from "./opinion.ts";
import { comparisonOf } from "./simulate/compare.ts";
import { type Person, subjectOf } from "./subject.ts";
import { svmAllowsOf } from "./svm/allows.ts";
import { svmChangesOf } from "./svm/changes.ts";
import { svmCostsOf } from "./svm/costs.ts";
import { svmHeadlineOf } from "./svm/headline.ts";
import { svmSubjectOf } from "./svm-subject.ts";
import { type ShownTexts, textsOf } from "./texts.ts";

/** What is known of one thing that is signed. */
export interface Insight {
	readonly content: Content;
	readonly headline: Headline;
	/** What the service calls it. */
	readonly says: string | null;
	/** Null where nothing is sent. */
	readonly changes: Changes | null;
	readonly allows: readonly Allow[];
	readonly costs: Costs | null;
	/** What a message means, line by line; empty for a transaction. */
	readonly rows: readonly ExplainedRow[];
	/** The gravest first. */
	readonly findings: readonly Finding[];
	/** What the person's own RPC makes of it. */
	readonly opinion: LegOpinion;
	/** Held against the service's simulation; null where nothing is sent. */
	readonly comparison: Comparison | null;
}

export interface InsightContext {
	readonly person: Person;
	readonly shown: ShownTexts;
	/** Unix milliseconds. */
	readonly now: number;
	/** The unsettled row that holds the first one's nonce, in words; null where none does. */
	readonly heldBy: string | null;
	/** In the order of signing; what is not there yet is missing. */
	readonly opinions: readonly LegOpinion[];
}

/** Which of several it is, and what the chain said of it. */
interface Standing extends InsightContext {
	readonly answer: ChainAnswer | undefined;
	/** Counted from 0. */
	readonly index: number;
	readonly several: boolean;
	readonly opinion: LegOpinion;
}

export function evmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
}

export function svmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "svm" ? answer.facts : null;
}

function evmInsight(leg: EvmLeg, standing: Standing): Insight | null {
	const subject = subjectOf(leg, evmFactsOf(standing.answer), standing.person);
	if (subject === null) return null;
	const costs = costsOf(subject);
	const { transaction, simulation } = leg;
	const said = [transaction?.label, transaction?.protocol, transaction?.kind];
	const texts = textsOf(said, simulation, standing.shown);
	const heldBy = standing.index === 0 ? standing.heldBy : null;
	const { opinion } = standing;
	const comparison = comparisonOf(subject, opinion.own, standing.several);
	const found = { own: opinion.own, comparison };
	return {
		content: { kind: "evm_transaction", subject },
		headline: headlineOf(subject),
		says: transaction?.label ?? null,
		changes: changesOf(subject, found),
		allows: allowsOf(subject, found),
		costs,
		rows: [],
		findings: findingsOf({
			subject,
			costs,
			heldBy,
			later: standing.index > 0,
			texts,
			opinion,
			comparison,
			now: standing.now,
		}),
		opinion,
		comparison,
	};
}

function svmInsight(leg: SvmLeg, standing: Standing): Insight | null {
	const subject = svmSubjectOf(leg, svmFactsOf(standing.answer), standing.person);
	if (subject === null) return null;
	const costs = svmCostsOf(subject);
	const { transaction, simulation } = leg;
	const memos = subject.steps.flatMap(({ meaning }) => (meaning.kind === "memo" ? [meaning.text] : []));
	const said = [
		transaction?.description,
		transaction?.kind,
		...(transaction?.instructions ?? []).flatMap((each) => [each.description, each.kind]),
		...memos,
	];
	const texts = textsOf(said, simulation, standing.shown);
	const { opinion } = standing;
	const comparison = comparisonOf(subject, opinion.own, standing.several);
	const found = { own: opinion.own, comparison };
	return {
		content: { kind: "svm_transaction", subject },
		headline: svmHeadlineOf(subject),
		says: transaction?.description ?? null,
		changes: svmChangesOf(subject, found),
		allows: svmAllowsOf(subject, found),
		costs,
		rows: [],
		findings: svmFindingsOf({
			subject,
			costs,
			later: standing.index > 0,
			texts,
			opinion,
			comparison,
			now: standing.now,
		}),
		opinion,
		comparison,
	};
}

function messageInsight(leg: MessageLeg | OperationLeg, standing: Standing): Insight | null {
	const says = leg.kind === "message" ? leg.request.description : null;
	const facts = evmFactsOf(standing.answer);
	const telling = {
		signer: leg.signer,
		chainRef: leg.chainRef,
		facts: facts?.rightChain === true ? facts : null,
		person: standing.person,
		now: standing.now,
		texts: textsOf([says], null, standing.shown),
		enquiry: standing.opinion.enquiry,
	};
	const found = leg.kind === "message" ? messageInsightOf(leg, telling) : operationInsightOf(leg, telling);
	if (found === null || found.content === null) return null;
	const { content, headline, allows, rows, findings } = found;
	const { opinion } = standing;
	return {
		content,
		headline,
		says,
		changes: null,
		allows,
		costs: null,
		rows,
		findings,
		opinion: { ...opinion, own: { state: "none" } },
		comparison: null,
	};
}

function insightOf(leg: Leg, standing: Standing): Insight | null {
	switch (leg.kind) {
		case "evm":
			return evmInsight(leg, standing);
		case "svm":
			return svmInsight(leg, standing);
		case "unreadable":
			return null;
		default:
			return messageInsight(leg, standing);
	}
}

/** One for each leg, in order; empty as soon as one of them can't be decoded. */
export function insightsOf(
	legs: readonly Leg[],
	answers: readonly ChainAnswer[],
	context: InsightContext,
): readonly Insight[] {
	const all = legs.map((leg, index) =>
		insightOf(leg, {
			...context,
			index,
			several: legs.length > 1,
			answer: answers[index],
			opinion: context.opinions[index] ?? RUNNING,
		}),
	);
	const found = all.filter((insight) => insight !== null);
	return found.length === legs.length ? found : [];
}

/** All that was found, each told of its step where there are several; the gravest first. */
export function allFindings(insights: readonly Insight[]): readonly Finding[] {
	const [only] = insights;
	if (only !== undefined && insights.length === 1) return only.findings;
	return gravestFirst(
		insights.flatMap(({ findings }, index) =>
			findings.map((finding) => ({ ...finding, words: `Step ${index + 1}: ${finding.words}` })),
		),
	);
}
