import { unitKey } from "../format/amount.ts";
import { asMessage, firstSentence, type Message, message, type Text } from "../message.ts";
import type { ComparedEffect } from "../subject/opinion.ts";

/** Result of one rule. Each rule is pure and returns at most one finding. */

export type Severity = "info" | "caution" | "danger" | "block";

/** Subject of the typed word: the party that is paid or empowered, the amount, or the called contract. */
export type Stake =
	/** An EVM or Solana address; the word is its last four characters. */
	| { readonly kind: "address"; readonly address: string }
	/** An allowance above anything that the account will ever hold. */
	| { readonly kind: "unlimited" }
	/** The user's own name or the chain's: never one that the service or a contract gives. */
	| { readonly kind: "name"; readonly name: string }
	/** Host of the page that a sign-in gives power to, regardless of the site that the sign-in names. */
	| { readonly kind: "site"; readonly host: string }
	/** This app's own name of the application that reads the signature. */
	| { readonly kind: "application"; readonly name: string }
	/** An address made to look like another one; the word consists of characters in which the two differ. */
	| {
			readonly kind: "imitation";
			readonly address: string;
			readonly imitated: string;
			/** Reason why the imitated address is known. */
			readonly knownAs: Text;
	  }
	/** Fees alone, which name nobody: the author of the transaction sets them. */
	| { readonly kind: "cost" };

export interface Finding {
	readonly id: string;
	readonly severity: Severity;
	/** Whole sentences. */
	readonly text: Message;
	/** Main statement for one line of space; absent if the first sentence states it. */
	readonly short?: Message;
	/** Approval requires a typed word. */
	readonly needsWord: boolean;
	/**
	 * Every fact behind the text except its figures, for a finding whose figures change by themselves with
	 * prices, fees and balances. A consent is compared with it; if absent, with the exact displayed text.
	 */
	readonly about?: About;
	/** Subject of the typed word; if absent, the review's own recipient, spender or contract. */
	readonly stake?: Stake;
	/**
	 * States that something can't be read or simulated, and names no loss. Sorts behind losses and rights of
	 * its severity.
	 */
	readonly isDoubt?: true;
	/** Blocks now, and may end by itself or once the service renews its request. */
	readonly isPassing?: true;
}

type FindingText = Pick<Finding, "short"> & { readonly text: Text };

/** Returns the one-line text of a finding. */
export const shortText = ({ text, short }: FindingText): Text => short ?? firstSentence(text);

/** Wraps the texts of a finding, the short one too, in another message. */
export function framed(finding: Finding, frame: (words: Message) => Message): Finding {
	const short = shortText(finding);
	return {
		...finding,
		text: frame(finding.text),
		...(short === finding.text ? {} : { short: frame(asMessage(short)) }),
	};
}

/**
 * Adds the number of the step to the texts of a finding.
 * @param step counted from 0
 */
export const ofStep = (finding: Finding, step: number): Finding =>
	framed(finding, (words) => message("finding.of-step", { step: step + 1, words }));

/** Marks a finding as a doubt. */
export const doubt = (finding: Finding): Finding => ({ ...finding, isDoubt: true });

/** Addresses, assets, units and the rule's case: never an amount. */
export type About = readonly (string | boolean | null)[];

export { unitKey as aboutUnit } from "../format/amount.ts";

/** Returns the facts of a compared effect without its amounts. */
export const aboutEffect = (effect: ComparedEffect): About => {
	const { kind, status, costs, account, asset, other, theirs, ours } = effect;
	const sides = [theirs, ours].flatMap((amount) =>
		amount === null ? [null] : [unitKey(amount), amount.raw < 0n],
	);
	return [kind, status, costs, account, asset, other, ...sides];
};

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

/**
 * Ranks losses and rights before doubts, and fees last: the author of the request chooses fees and unreadable
 * calls.
 */
const kindRank = ({ isDoubt, stake }: Pick<Finding, "isDoubt" | "stake">): number =>
	stake?.kind === "cost" ? 2 : isDoubt === true ? 1 : 0;

type Ranked = Pick<Finding, "severity">;

/** Sorts the most severe first; keeps the order within one severity. */
export const byGravity = <Row extends Ranked>(rows: readonly Row[]): readonly Row[] =>
	rows.toSorted((left, right) => SEVERITY_RANK[left.severity] - SEVERITY_RANK[right.severity]);

/**
 * Sorts the most severe first, within one severity losses and rights first. Every view of one finding shows
 * the first.
 */
export const gravestFirst = (findings: readonly (Finding | null)[]): readonly Finding[] =>
	byGravity(
		findings
			.filter((finding) => finding !== null)
			.toSorted((left, right) => kindRank(left) - kindRank(right)),
	);
