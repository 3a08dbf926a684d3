import type { SvmStep } from "../decode-svm.ts";
import type { Headline } from "../headline.ts";
import { plain } from "../plain.ts";
import { openedHere, type SvmTelling } from "../svm-subject.ts";
import { svmFlowsOf } from "./outflow.ts";
import { tellStep } from "./tell.ts";

/** One plain sentence of what a Solana transaction does, from our own decoding and the chain's own token data. */

/** More steps than these are counted, not told. */
const MOST_TOLD = 3;

/** Fees, notes and the opening of an account that a later step sends to go without saying. */
function goesWithoutSaying(telling: SvmTelling, step: SvmStep): boolean {
	const { steps } = telling;
	const { meaning } = step;
	if (meaning.kind === "budget" || meaning.kind === "memo") return true;
	if (meaning.kind === "other") return !meaning.control && meaning.words.startsWith("Counts the SOL");
	if (meaning.kind === "create")
		return openedHere(steps, meaning.account) !== null && svmFlowsOf(telling, step).length === 0;
	if (meaning.kind !== "token_open") return false;
	return steps.some(
		(other) => other.meaning.kind === "token_transfer" && other.meaning.destination === meaning.account,
	);
}

/** What takes something from the signer, or gives somebody a right. */
export function isGrave(telling: SvmTelling, step: SvmStep): boolean {
	const { meaning } = step;
	switch (meaning.kind) {
		case "token_approve":
		case "token_authority":
		case "token_mint":
		case "assign":
		case "nonce":
			return true;
		case "token_close":
		case "token_unwrap":
		case "stake_withdraw":
			return meaning.to !== telling.signer;
		case "other":
			return meaning.control;
		default:
			return svmFlowsOf(telling, step).length > 0;
	}
}

/** What can't be read is told first: nothing that follows it may hide it. Where not all is told, what is grave is. */
function weight(telling: SvmTelling, step: SvmStep, all: number): number {
	if (step.meaning.kind === "unknown") return 0;
	return all <= MOST_TOLD || isGrave(telling, step) ? 1 : 2;
}

/** The first letter made small, as within a sentence. */
export const within = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

export function joined(texts: readonly string[]): string {
	return texts.map((text, at) => (at === 0 ? text : within(text))).join(", then ");
}

export function svmHeadlineOf(telling: SvmTelling): Headline {
	const { steps } = telling;
	const isKnown = steps.every((step) => step.meaning.kind !== "unknown");
	const weighty = steps.filter((step) => !goesWithoutSaying(telling, step));
	const all = weighty.length === 0 ? steps : weighty;
	const shown = all.toSorted(
		(left, right) => weight(telling, left, all.length) - weight(telling, right, all.length),
	);
	if (shown.length === 0) return { text: "Does nothing but pay its fee", known: isKnown, amount: null };
	const told = shown.slice(0, MOST_TOLD).map((step) => tellStep(telling, step));
	const rest = shown.length - told.length;
	const more = rest === 0 ? "" : `, and ${rest} more`;
	const amounts = told.flatMap(({ amount }) => (amount === null ? [] : [amount]));
	const text = `${joined(told.map((each) => each.text))}${more}`;
	return {
		text: plain(text, 600),
		known: isKnown,
		amount: amounts.length === 1 ? (amounts[0] ?? null) : null,
	};
}
