import type { EvmFacts } from "../chain/evm.ts";
import { comparisonOf } from "../effects/compare/compare.ts";
import { evmStepFacts } from "../effects/evm/step-facts.ts";
import { svmStepFacts } from "../effects/svm/step-facts.ts";
import { approvalsOf, type GrantedApproval } from "../explain/evm/approvals.ts";
import { type BalanceChanges, changesOf } from "../explain/evm/changes.ts";
import { type Costs, costsOf } from "../explain/evm/costs.ts";
import { type Headline, headlineOf } from "../explain/evm/headline.ts";
import { svmApprovalsOf } from "../explain/svm/approvals.ts";
import { svmChangesOf } from "../explain/svm/changes.ts";
import { svmCostsOf } from "../explain/svm/costs.ts";
import { svmHeadlineOf } from "../explain/svm/headline.ts";
import { type ShownTexts, textsOf } from "../format/texts.ts";
import type { Text } from "../message.ts";
import { type DescribedClaim, describeClaims } from "../messages/claim-rows.ts";
import type { ExplainedRow } from "../messages/explanation.ts";
import { messageAnalysisOf, operationAnalysisOf } from "../messages/message-leg.ts";
import type { Finding } from "../risk/finding.ts";
import { gravestFirst, ofStep } from "../risk/finding.ts";
import { stepFindings } from "../risk/general/simulation.ts";
import type { EvmItem, MessageItem, OperationItem, SignedItem, SvmItem } from "../subject/leg.ts";
import { type Comparison, type ItemOpinion, RUNNING } from "../subject/opinion.ts";
import type { ChainAnswer } from "../subject/question.ts";
import { type Subject, subjectOf, type User } from "../subject/subject.ts";
import { svmSubjectOf } from "../subject/svm/svm-subject.ts";
import type { Content } from "./content.ts";

/** All facts of one signed item. */
/** The service's name of it. */
/** `null` if nothing is sent. */
export interface ItemAnalysis {
	readonly content: Content;
	readonly headline: Headline;
	readonly serviceLabel: string | null;

	readonly changes: BalanceChanges | null;
	readonly approvals: readonly GrantedApproval[];
	readonly costs: Costs | null;
	/** Meaning of a message, line by line; empty for a transaction. */
	readonly rows: readonly ExplainedRow[];
	/** Descriptions that contracts publish, for calls that our own decoding does not cover entirely. */
	readonly claims: readonly DescribedClaim[];
	/** The most severe first. */
	readonly findings: readonly Finding[];
	/** Result of the user's own RPC. */
	readonly opinion: ItemOpinion;
	/** EVM chain data: tokens and the signer's holdings; `null` if it was not read, or is of another chain. */
	readonly facts: EvmFacts | null;
	/** Comparison with the service's simulation; `null` if nothing is sent. */
	readonly comparison: Comparison | null;
}

export interface AnalysisContext {
	readonly user: User;
	readonly shown: ShownTexts;
	/** Unix milliseconds. */
	readonly now: number;
	/** Text of the unsettled row that holds the first item's nonce; `null` if none does. */
	readonly heldBy: Text | null;
	/** In the order of signing; opinions that have not arrived are missing. */
	readonly opinions: readonly ItemOpinion[];
}

/** Position among several items, with the chain's answer. */
interface ItemPosition extends AnalysisContext {
	readonly answer: ChainAnswer | undefined;
	/** Counted from 0. */
	readonly index: number;
	readonly several: boolean;
	/** EVM steps before it, in order. */
	readonly earlier: readonly Subject[];
	readonly opinion: ItemOpinion;
}

export function evmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
}

function svmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "svm" ? answer.facts : null;
}

function analyzeEvmItem(leg: EvmItem, standing: ItemPosition): ItemAnalysis | null {
	const subject = subjectOf(leg, evmFactsOf(standing.answer), standing.user, standing.opinion.addressFacts);
	if (subject === null) return null;
	const costs = costsOf(subject, standing.opinion.own);
	const { transaction, simulation, unavailable = null } = leg;
	const claimed = [transaction?.label, transaction?.protocol, transaction?.kind];
	const texts = textsOf(claimed, simulation ?? unavailable, standing.shown);
	const heldBy = standing.index === 0 ? standing.heldBy : null;
	const { opinion } = standing;
	const comparison = comparisonOf(subject, opinion.own, standing.several);
	const found = { own: opinion.own, comparison };
	const isLater = standing.index > 0;
	return {
		content: { kind: "evm_transaction", subject },
		headline: headlineOf(subject),
		serviceLabel: transaction?.label ?? null,
		changes: changesOf(subject, found),
		approvals: approvalsOf(subject, found),
		costs,
		rows: [],
		claims: describeClaims(subject),
		findings: gravestFirst([
			...stepFindings(
				evmStepFacts(subject, { opinion, comparison, isLater, heldBy, texts, now: standing.now }),
			),
		]),
		opinion,
		facts: subject.facts,
		comparison,
	};
}

function analyzeSvmItem(leg: SvmItem, standing: ItemPosition): ItemAnalysis | null {
	const subject = svmSubjectOf(leg, svmFactsOf(standing.answer), standing.user);
	if (subject === null) return null;
	const costs = svmCostsOf(subject);
	const { transaction, simulation, unavailable = null } = leg;
	const memos = subject.steps.flatMap(({ meaning }) => (meaning.kind === "memo" ? [meaning.text] : []));
	const claimed = [
		transaction?.description,
		transaction?.kind,
		...(transaction?.instructions ?? []).flatMap((each) => [each.description, each.kind]),
		...memos,
	];
	const texts = textsOf(claimed, simulation ?? unavailable, standing.shown);
	const { opinion } = standing;
	const comparison = comparisonOf(subject, opinion.own, standing.several);
	const found = { own: opinion.own, comparison };
	return {
		content: { kind: "svm_transaction", subject },
		headline: svmHeadlineOf(subject),
		serviceLabel: transaction?.description ?? null,
		changes: svmChangesOf(subject, found),
		approvals: svmApprovalsOf(subject, found),
		costs,
		rows: [],
		claims: [],
		findings: gravestFirst(
			stepFindings(svmStepFacts(subject, { opinion, comparison, isLater: standing.index > 0, texts })),
		),
		opinion,
		facts: null,
		comparison,
	};
}

function analyzeMessageItem(leg: MessageItem | OperationItem, standing: ItemPosition): ItemAnalysis | null {
	const says = leg.kind === "message" ? leg.request.description : null;
	const facts = evmFactsOf(standing.answer);
	const context = {
		signer: leg.signer,
		chainRef: leg.chainRef,
		facts: facts?.rightChain === true ? facts : null,
		user: standing.user,
		now: standing.now,
		texts: textsOf([says], null, standing.shown),
		addressFacts: standing.opinion.addressFacts,
	};
	const found = leg.kind === "message" ? messageAnalysisOf(leg, context) : operationAnalysisOf(leg, context);
	if (found === null || found.content === null) return null;
	const { content, headline, approvals, rows, claims = [], findings } = found;
	const { opinion } = standing;
	return {
		content,
		headline,
		serviceLabel: says,
		changes: null,
		approvals,
		costs: null,
		rows,
		claims,
		findings,
		opinion: { ...opinion, own: { state: "none" } },
		facts: context.facts,
		comparison: null,
	};
}

function analyzeItem(leg: SignedItem, standing: ItemPosition): ItemAnalysis | null {
	switch (leg.kind) {
		case "evm":
			return analyzeEvmItem(leg, standing);
		case "svm":
			return analyzeSvmItem(leg, standing);
		case "unreadable":
			return null;
		default:
			return analyzeMessageItem(leg, standing);
	}
}

/** Returns one for each item, in order; empty as soon as one of them can't be decoded. */
export function analyzeItems(
	legs: readonly SignedItem[],
	answers: readonly ChainAnswer[],
	context: AnalysisContext,
): readonly ItemAnalysis[] {
	const all: (ItemAnalysis | null)[] = [];
	for (const [index, leg] of legs.entries())
		all.push(
			analyzeItem(leg, {
				...context,
				index,
				several: legs.length > 1,
				earlier: all.flatMap((insight) =>
					insight?.content.kind === "evm_transaction" ? [insight.content.subject] : [],
				),
				answer: answers[index],
				opinion: context.opinions[index] ?? RUNNING,
			}),
		);
	const found = all.filter((insight) => insight !== null);
	return found.length === legs.length ? found : [];
}

/** Returns all findings, with their step if there are several; the most severe first. */
export function allFindings(insights: readonly ItemAnalysis[]): readonly Finding[] {
	const [only] = insights;
	if (only !== undefined && insights.length === 1) return only.findings;
	return gravestFirst(
		insights.flatMap(({ findings }, index) =>
			findings.map((finding) => ({
				...ofStep(finding, index),
				...(finding.about === undefined ? {} : { about: [String(index), ...finding.about] }),
			})),
		),
	);
}
