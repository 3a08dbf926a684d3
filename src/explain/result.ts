import { z } from "zod";
import type { ClaimedAmount } from "../core/describe/evm/changes.ts";
import { type Costs, l1Text } from "../core/describe/evm/costs.ts";
import type { Amount } from "../core/format/amount.ts";
import { plain } from "../core/format/plain.ts";
import { amountParam, type Message, message, sentences } from "../core/localized-text.ts";
import type { ItemAnalysis } from "../core/review/item-analysis.ts";
import { policyFactsOf } from "../core/review/policy/policy-facts.ts";
import { refusalsOf } from "../core/rules/check-rules.ts";
import { headlineText, textOf, textOrNull } from "../text/index.ts";
import { effectsResult, effectsResultOf } from "./effects-result.ts";
import { type Explained, signerOf } from "./explain.ts";

/** Output of --json. Renaming a field requires a new `format` number. */

const outcome = z.enum(["approvable", "word", "refused", "unreadable"]);
export type ExplainedOutcome = z.infer<typeof outcome>;

const severity = z.enum(["info", "caution", "danger", "block"]);

/** Base units in decimal digits. */
const digits = z.string().nullable();

const amountShape = {
	amount: digits,
	text: z.string(),
};

const change = z.strictObject({
	step: z.number().int().nullable(),
	account: z.string(),
	mine: z.boolean(),
	direction: z.enum(["in", "out", "unknown"]),
	asset: z.string(),
	...amountShape,
	tokenId: z.string().nullable(),
	counterparty: z.string().nullable(),
	source: z.enum(["service", "simulated", "both"]),
});

const permission = z.strictObject({
	step: z.number().int(),
	kind: z.enum(["allowance", "token", "operator", "right"]),
	grants: z.boolean(),
	spender: z.string(),
	token: z.string(),
	...amountShape,
	unlimited: z.boolean(),
	source: z.enum(["decoded", "service", "simulated"]),
	words: z.string(),
});

const finding = z.strictObject({
	id: z.string(),
	severity,
	needsWord: z.boolean(),
	words: z.string(),
});

const check = z.strictObject({
	field: z.string(),
	status: z.enum(["passed", "failed", "unknown", "noted"]),
	reviewed: z.string().nullable(),
	payload: z.string().nullable(),
	words: z.string(),
});

const step = z.strictObject({
	kind: z.enum(["evm_transaction", "svm_transaction", "message", "typed_data", "user_operation"]),
	headline: z.string(),
	/** `none`: the request sends nothing, so there is nothing to simulate. */
	simulation: z.enum(["done", "failed", "impossible", "none", "running"]),
	words: z.string().nullable(),
	/** `null` if the request sends nothing. */
	comparison: z.string().nullable(),
	claims: z.array(
		z.strictObject({
			target: z.string().nullable(),
			claimant: z.string(),
			intent: z.string().nullable(),
			proxyOf: z.string().nullable(),
			vouched: z.string(),
			isVouched: z.boolean(),
			rows: z.array(
				z.strictObject({
					kind: z.enum(["said", "adds", "left_out", "ours"]),
					label: z.string(),
					value: z.string(),
					address: z.string().nullable(),
					open: z.boolean(),
				}),
			),
		}),
	),
});

const explanation = z.strictObject({
	kind: z.enum(["commit", "action", "proposal"]),
	id: z.string(),
	sessionId: z.string(),
	signer: z.string(),
	outcome: z.enum(["approvable", "word", "refused"]),
	headline: z.string(),
	/** Result of comparing the payload with the review, field by field. */
	verdict: z.enum(["matched", "refused", "unproven"]),
	checks: z.array(check),
	steps: z.array(step),
	/** `null` if nothing could be decoded. */
	effects: effectsResult.nullable(),
	changes: z.array(change),
	permissions: z.array(permission),
	findings: z.array(finding),
	costs: z
		.strictObject({ most: digits, text: z.string(), covered: z.boolean().nullable(), words: z.string() })
		.nullable(),
	approval: z.strictObject({
		possible: z.boolean(),
		/** The main reason comes first. */
		refusals: z.array(z.string()),
		/** Whether every refusal may resolve by itself or on retry. */
		canRetry: z.boolean(),
		word: z.string().nullable(),
	}),
	rules: z.array(
		z.strictObject({
			id: z.string(),
			name: z.string(),
			answer: z.enum(["passes", "refuses"]),
			words: z.string().nullable(),
		}),
	),
	expiresAt: z.number().int().nullable(),
});
export type ExplanationFile = z.infer<typeof explanation>;

const explainedFile = z.strictObject({
	file: z.string(),
	outcome,
	faults: z.array(z.string()),
	requests: z.array(explanation),
});
export type ExplainedFile = z.infer<typeof explainedFile>;

export const explainReport = z.strictObject({
	format: z.literal(2),
	outcome,
	simulated: z.boolean(),
	files: z.array(explainedFile),
});
export type ExplainReport = z.infer<typeof explainReport>;

function amountOf(amount: Amount | null, otherwise = ""): { amount: string | null; text: string } {
	return amount === null
		? { amount: null, text: otherwise }
		: {
				amount: amount.raw.toString(),
				text: textOf(message("message.amount", { amount: amountParam(amount) })),
			};
}

function claimed(of: ClaimedAmount) {
	return of.kind === "amount"
		? amountOf(of.amount)
		: { amount: null, text: plain(`${of.text} ${textOf(of.symbol)}`, 80) };
}

type ExplainedStep = ExplanationFile["steps"][number];

function simulationOf({ opinion: { local } }: ItemAnalysis): Pick<ExplainedStep, "simulation" | "words"> {
	if (local.state === "impossible") return { simulation: "impossible", words: textOf(local.text) };
	if (local.state === "done" && local.simulation.status === "failed")
		return { simulation: "failed", words: textOrNull(local.revert) };
	return { simulation: local.state, words: null };
}

function stepsOf(analyses: readonly ItemAnalysis[]): ExplainedStep[] {
	return analyses.map((analysis) => ({
		kind: analysis.content.kind,
		headline: headlineText(analysis.headline.text),
		...simulationOf(analysis),
		comparison: analysis.comparison?.verdict ?? null,
		claims: analysis.claims.map((claim) => ({
			...claim,
			claimant: textOf(claim.claimant),
			vouched: textOf(claim.vouched),
			rows: claim.rows.map((row) => ({ ...row, label: textOf(row.label), value: textOf(row.value) })),
		})),
	}));
}

/** Lists a change that doesn't belong to a step only once, as the trusted window does. */
function changesOf(analyses: readonly ItemAnalysis[]): ExplanationFile["changes"] {
	const several = analyses.length > 1;
	return analyses.flatMap(({ changes }, index) =>
		(changes?.rows ?? []).flatMap((row) => {
			const here = !several || row.step === index + 1 || (row.step === null && index === 0);
			if (!here) return [];
			const { account, mine, direction, asset, tokenId, counterparty, source } = row;
			const at = several ? row.step : 1;
			return [
				{ step: at, account, mine, direction, asset, ...claimed(row.amount), tokenId, counterparty, source },
			];
		}),
	);
}

function permissionsOf(analyses: readonly ItemAnalysis[]): ExplanationFile["permissions"] {
	return analyses.flatMap(({ permissions }, index) =>
		permissions.map(({ kind, grants, spender, token, amount, unlimited, source, text }) => ({
			step: index + 1,
			kind,
			grants,
			spender,
			token,
			...amountOf(amount, unlimited ? "unlimited" : ""),
			unlimited,
			source,
			words: textOf(text),
		})),
	);
}

function rulesOf({ review, policy }: Explained): ExplanationFile["rules"] {
	if (!policy.stored.ok) return [];
	const refusals = refusalsOf(policy, policyFactsOf(review));
	const unnamed = refusals.find(({ ruleId }) => ruleId === "");
	return policy.stored.rules.map(({ id, name }) => {
		const refusal = refusals.find(({ ruleId }) => ruleId === id) ?? unnamed;
		return {
			id,
			name,
			answer: refusal === undefined ? "passes" : "refuses",
			words: refusal === undefined ? null : textOf(refusal.text),
		};
	});
}

function outcomeOf({ approval }: Explained["review"]): ExplanationFile["outcome"] {
	if (!approval.possible) return "refused";
	return approval.word === null ? "approvable" : "word";
}

function coveredText(costs: Costs): Message {
	const l1 = l1Text(costs);
	return l1 === null ? costs.covered.text : sentences(costs.covered.text, l1);
}

export function explanationOf(explained: Explained): ExplanationFile {
	const { asked, review } = explained;
	const { approval, analyses, costs, match } = review;
	return {
		kind: asked.kind,
		id: asked.kind === "commit" ? asked.commitId : asked.action.id,
		sessionId: asked.sessionId,
		signer: signerOf(asked),
		outcome: outcomeOf(review),
		headline: headlineText(review.headline.text),
		verdict: match.verdict,
		checks: match.checks.map(({ field, status, reviewed, payload, text }) => ({
			field,
			status,
			reviewed,
			payload,
			words: textOf(text),
		})),
		steps: stepsOf(analyses),
		effects: review.effects === null ? null : effectsResultOf(review.effects),
		changes: changesOf(analyses),
		permissions: permissionsOf(analyses),
		findings: review.findings.map(({ id, severity: grave, needsWord, text }) => ({
			id,
			severity: grave,
			needsWord,
			words: textOf(text),
		})),
		costs:
			costs === null
				? null
				: {
						most: costs.most?.raw.toString() ?? null,
						text: amountOf(costs.most, "not known").text,
						covered: costs.covered.ok,
						words: textOf(coveredText(costs)),
					},
		approval: {
			possible: approval.possible,
			refusals: approval.refusals.map(textOf),
			canRetry: approval.canRetry,
			word: approval.word,
		},
		rules: rulesOf(explained),
		expiresAt: review.expiresAt,
	};
}

const WORST: readonly ExplainedOutcome[] = ["approvable", "word", "refused", "unreadable"];

/** Unreadable counts as worse than refused, because nothing is known about the request. */
export function worstOf(outcomes: readonly ExplainedOutcome[]): ExplainedOutcome {
	return outcomes.reduce<ExplainedOutcome>(
		(worst, one) => (WORST.indexOf(one) > WORST.indexOf(worst) ? one : worst),
		"approvable",
	);
}

export const EXIT: Readonly<Record<ExplainedOutcome, 0 | 2 | 3 | 4>> = {
	approvable: 0,
	word: 3,
	refused: 4,
	unreadable: 2,
};
