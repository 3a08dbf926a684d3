import type { EvmFacts } from "../chain/evm.ts";
import {
	type DecodedEvmTransaction,
	decodedEvmTransactionOf,
	type User,
} from "../decoded-transaction/decoded-transaction.ts";
import { type Comparison, type ItemOpinion, RUNNING } from "../decoded-transaction/opinion.ts";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import type {
	EvmItem,
	MessageItem,
	OperationItem,
	SignedItem,
	SvmItem,
} from "../decoded-transaction/signed-item.ts";
import {
	type DecodedSvmTransaction,
	decodedSvmTransactionOf,
} from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { type BalanceChanges, changesOf } from "../describe/evm/changes.ts";
import { type Costs, costsOf } from "../describe/evm/costs.ts";
import { type Headline, headlineOf } from "../describe/evm/headline.ts";
import { type GrantedPermission, permissionsOf } from "../describe/evm/permissions.ts";
import { svmChangesOf } from "../describe/svm/changes.ts";
import { svmCostsOf } from "../describe/svm/costs.ts";
import { svmHeadlineOf } from "../describe/svm/headline.ts";
import { svmPermissionsOf } from "../describe/svm/permissions.ts";
import { comparisonOf } from "../effects/compare/compare.ts";
import { evmStepFacts } from "../effects/evm/step-facts.ts";
import { svmStepFacts } from "../effects/svm/step-facts.ts";
import { type ShownTexts, textsOf } from "../format/texts.ts";
import type { Text } from "../localized-text.ts";
import { type Finding, gravestFirst, ofStep } from "../risk/finding.ts";
import { stepFindings } from "../risk/general/simulation.ts";
import { type DescribedClaim, describeClaims } from "../signed-messages/claim-rows.ts";
import type { MessageContent, TypedDataContent, UserOperationContent } from "../signed-messages/content.ts";
import type { ExplainedRow } from "../signed-messages/explanation.ts";
import { messageAnalysisOf, operationAnalysisOf } from "../signed-messages/message-analysis.ts";

export interface ItemAnalysis {
	readonly content: Content;
	readonly headline: Headline;
	readonly serviceLabel: string | null;

	readonly changes: BalanceChanges | null;
	readonly permissions: readonly GrantedPermission[];
	readonly costs: Costs | null;
	readonly rows: readonly ExplainedRow[];
	readonly claims: readonly DescribedClaim[];
	readonly findings: readonly Finding[];
	readonly opinion: ItemOpinion;
	/** `null` if the facts weren't read, or belong to a different chain. */
	readonly facts: EvmFacts | null;
	readonly comparison: Comparison | null;
}

export interface AnalysisContext {
	readonly user: User;
	readonly shown: ShownTexts;
	readonly now: number;
	/** Headline of an unsettled row with the same nonce as the first item. */
	readonly sameNonceHeadline: Text | null;
	/** In signing order. Omits opinions that haven't arrived yet. */
	readonly opinions: readonly ItemOpinion[];
}

interface ItemPosition extends AnalysisContext {
	readonly answer: ChainAnswer | undefined;
	readonly index: number;
	readonly several: boolean;
	readonly earlier: readonly DecodedEvmTransaction[];
	readonly opinion: ItemOpinion;
}

export function evmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
}

function svmFactsOf(answer: ChainAnswer | undefined) {
	return answer !== undefined && "family" in answer && answer.family === "svm" ? answer.facts : null;
}

function analyzeEvmItem(item: EvmItem, position: ItemPosition): ItemAnalysis | null {
	const subject = decodedEvmTransactionOf(
		item,
		evmFactsOf(position.answer),
		position.user,
		position.opinion.addressFacts,
	);
	if (subject === null) return null;
	const costs = costsOf(subject, position.opinion.local);
	const { transaction, simulation, unavailable = null } = item;
	const claimed = [transaction?.label, transaction?.protocol, transaction?.kind];
	const texts = textsOf(claimed, simulation ?? unavailable, position.shown);
	const sameNonceHeadline = position.index === 0 ? position.sameNonceHeadline : null;
	const { opinion } = position;
	const comparison = comparisonOf(subject, opinion.local, position.several);
	const found = { local: opinion.local, comparison };
	const isLater = position.index > 0;
	return {
		content: { kind: "evm_transaction", subject },
		headline: headlineOf(subject),
		serviceLabel: transaction?.label ?? null,
		changes: changesOf(subject, found),
		permissions: permissionsOf(subject, found),
		costs,
		rows: [],
		claims: describeClaims(subject),
		findings: gravestFirst([
			...stepFindings(
				evmStepFacts(subject, { opinion, comparison, isLater, sameNonceHeadline, texts, now: position.now }),
			),
		]),
		opinion,
		facts: subject.facts,
		comparison,
	};
}

function analyzeSvmItem(item: SvmItem, position: ItemPosition): ItemAnalysis | null {
	const subject = decodedSvmTransactionOf(item, svmFactsOf(position.answer), position.user);
	if (subject === null) return null;
	const costs = svmCostsOf(subject);
	const { transaction, simulation, unavailable = null } = item;
	const memos = subject.steps.flatMap(({ meaning }) => (meaning.kind === "memo" ? [meaning.text] : []));
	const claimed = [
		transaction?.description,
		transaction?.kind,
		...(transaction?.instructions ?? []).flatMap((each) => [each.description, each.kind]),
		...memos,
	];
	const texts = textsOf(claimed, simulation ?? unavailable, position.shown);
	const { opinion } = position;
	const comparison = comparisonOf(subject, opinion.local, position.several);
	const found = { local: opinion.local, comparison };
	return {
		content: { kind: "svm_transaction", subject },
		headline: svmHeadlineOf(subject),
		serviceLabel: transaction?.description ?? null,
		changes: svmChangesOf(subject, found),
		permissions: svmPermissionsOf(subject, found),
		costs,
		rows: [],
		claims: [],
		findings: gravestFirst(
			stepFindings(svmStepFacts(subject, { opinion, comparison, isLater: position.index > 0, texts })),
		),
		opinion,
		facts: null,
		comparison,
	};
}

function analyzeMessageItem(item: MessageItem | OperationItem, position: ItemPosition): ItemAnalysis | null {
	const says = item.kind === "message" ? item.request.description : null;
	const facts = evmFactsOf(position.answer);
	const context = {
		signer: item.signer,
		chainRef: item.chainRef,
		facts: facts?.rightChain === true ? facts : null,
		user: position.user,
		now: position.now,
		texts: textsOf([says], null, position.shown),
		addressFacts: position.opinion.addressFacts,
	};
	const found =
		item.kind === "message" ? messageAnalysisOf(item, context) : operationAnalysisOf(item, context);
	if (found === null || found.content === null) return null;
	const { content, headline, permissions, rows, claims = [], findings } = found;
	const { opinion } = position;
	return {
		content,
		headline,
		serviceLabel: says,
		changes: null,
		permissions,
		costs: null,
		rows,
		claims,
		findings,
		opinion: { ...opinion, local: { state: "none" } },
		facts: context.facts,
		comparison: null,
	};
}

function analyzeItem(item: SignedItem, position: ItemPosition): ItemAnalysis | null {
	switch (item.kind) {
		case "evm":
			return analyzeEvmItem(item, position);
		case "svm":
			return analyzeSvmItem(item, position);
		case "unreadable":
			return null;
		default:
			return analyzeMessageItem(item, position);
	}
}

export function analyzeItems(
	items: readonly SignedItem[],
	answers: readonly ChainAnswer[],
	context: AnalysisContext,
): readonly ItemAnalysis[] {
	const all: (ItemAnalysis | null)[] = [];
	for (const [index, item] of items.entries())
		all.push(
			analyzeItem(item, {
				...context,
				index,
				several: items.length > 1,
				earlier: all.flatMap((analysis) =>
					analysis?.content.kind === "evm_transaction" ? [analysis.content.subject] : [],
				),
				answer: answers[index],
				opinion: context.opinions[index] ?? RUNNING,
			}),
		);
	const found = all.filter((analysis) => analysis !== null);
	return found.length === items.length ? found : [];
}

export function allFindings(analyses: readonly ItemAnalysis[]): readonly Finding[] {
	const [only] = analyses;
	if (only !== undefined && analyses.length === 1) return only.findings;
	return gravestFirst(
		analyses.flatMap(({ findings }, index) =>
			findings.map((finding) => ({
				...ofStep(finding, index),
				...(finding.about === undefined ? {} : { about: [String(index), ...finding.about] }),
			})),
		),
	);
}

export type Content =
	| { readonly kind: "evm_transaction"; readonly subject: DecodedEvmTransaction }
	| { readonly kind: "svm_transaction"; readonly subject: DecodedSvmTransaction }
	| MessageContent
	| TypedDataContent
	| UserOperationContent;
