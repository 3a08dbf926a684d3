import { unitKey } from "../format/amount.ts";
import { asMessage, firstSentence, type Message, message, type Text } from "../message.ts";
import type { ComparedEffect } from "../subject/opinion.ts";

/** What one rule has to say. Each rule is pure, stands in its own file and says at most one thing. */

export type Severity = "info" | "caution" | "danger" | "block";

/** What is at stake, as far as a typed word can name it: who is paid or empowered, how much, or what is called. */
export type Stake =
	/** Of EVM or Solana; the word is its last four characters. */
	| { readonly kind: "address"; readonly address: string }
	/** More than the account will ever hold may be taken. */
	| { readonly kind: "unlimited" }
	/** A name of the user's own, or the chain's: never one that the service or a contract gives. */
	| { readonly kind: "name"; readonly name: string }
	/** Host of the page that a sign-in gives power to, whatever site it names. */
	| { readonly kind: "site"; readonly host: string }
	/** What this app itself calls the application that reads it. */
	| { readonly kind: "application"; readonly name: string }
	/** An address made to be taken for another; the word is characters in which the two differ. */
	| {
			readonly kind: "imitation";
			readonly address: string;
			readonly imitated: string;
			/** Why the imitated one is known. */
			readonly whom: Text;
	  }
	/** Fees alone, which name nobody: whoever prepares the transaction sets them. */
	| { readonly kind: "cost" };

export interface Finding {
	readonly id: string;
	readonly severity: Severity;
	/** Whole sentences. */
	readonly text: Message;
	/** The main thing, for where there is room for one line; absent if the first sentence says it. */
	readonly short?: Message;
	/** The user has to type a word before this is approved. */
	readonly needsWord: boolean;
	/**
	 * Of a finding whose figures move by themselves, with prices, fees and balances: all else that its words hang on.
	 * A consent is held against it; where it is left out, against the very words that were shown.
	 */
	readonly about?: About;
	/** What the typed word names; where it is left out, the review's own recipient, spender or contract. */
	readonly stake?: Stake;
	/** Says that something can't be read or seen, and names no loss. Sorts behind losses and rights of its severity. */
	readonly isDoubt?: true;
	/** It blocks now, and may go away by itself or once the service renews what it asks. */
	readonly isPassing?: true;
}

type Said = Pick<Finding, "short"> & { readonly text: Text };

/** Returns what is said of a finding where there is room for one line. */
export const shortText = ({ text, short }: Said): Text => short ?? firstSentence(text);

/** Puts the words of a finding into others, the short ones too. */
export function framed(finding: Finding, frame: (words: Message) => Message): Finding {
	const short = shortText(finding);
	return {
		...finding,
		text: frame(finding.text),
		...(short === finding.text ? {} : { short: frame(asMessage(short)) }),
	};
}

/** Says of which step a finding is. @param step counted from 0 */
export const ofStep = (finding: Finding, step: number): Finding =>
	framed(finding, (words) => message("finding.of-step", { step: step + 1, words }));

/** Marks a finding as a doubt. */
export const doubt = (finding: Finding): Finding => ({ ...finding, isDoubt: true });

/** Addresses, assets, units and which case of the rule it is: never an amount. */
export type About = readonly (string | boolean | null)[];

export { unitKey as aboutUnit } from "../format/amount.ts";

/** An effect of both simulations apart from its amounts. */
export const aboutEffect = (effect: ComparedEffect): About => {
	const { kind, status, costs, account, asset, other, theirs, ours } = effect;
	const sides = [theirs, ours].flatMap((amount) =>
		amount === null ? [null] : [unitKey(amount), amount.raw < 0n],
	);
	return [kind, status, costs, account, asset, other, ...sides];
};

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

/** A loss or a right before a doubt, fees last: whoever prepares the request chooses fees and unreadable parts. */
const kindRank = ({ isDoubt, stake }: Pick<Finding, "isDoubt" | "stake">): number =>
	stake?.kind === "cost" ? 2 : isDoubt === true ? 1 : 0;

type Ranked = Pick<Finding, "severity">;

/** The gravest first; of one severity as they came. */
export const byGravity = <Row extends Ranked>(rows: readonly Row[]): readonly Row[] =>
	rows.toSorted((left, right) => SEVERITY_RANK[left.severity] - SEVERITY_RANK[right.severity]);

/** The gravest first; of one severity what is lost or given first. Every place that shows one finding takes the first. */
export const gravestFirst = (findings: readonly (Finding | null)[]): readonly Finding[] =>
	byGravity(
		findings
			.filter((finding) => finding !== null)
			.toSorted((left, right) => kindRank(left) - kindRank(right)),
	);
