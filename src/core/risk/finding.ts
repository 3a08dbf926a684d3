import type { ComparedEffect } from "../decoded-transaction/opinion.ts";
import { unitKey } from "../format/amount.ts";
import { asMessage, firstSentence, type Message, message, type Text } from "../localized-text.ts";

/** Each rule is a pure function that returns at most one finding. */

export type Severity = "info" | "caution" | "danger" | "block";

export type AtStake =
	| { readonly kind: "address"; readonly address: string }
	| { readonly kind: "unlimited" }
	/** A name from the user or the chain, but never from the service or a contract. */
	| { readonly kind: "name"; readonly name: string }
	/** Host of the page that a sign-in authorizes, regardless of the site that the sign-in names. */
	| { readonly kind: "site"; readonly host: string }
	| { readonly kind: "application"; readonly name: string }
	/**
	 * An address that resembles another address. The word consists of the characters in which they differ.
	 */
	| {
			readonly kind: "imitation";
			readonly address: string;
			readonly imitated: string;
			readonly knownAs: Text;
	  }
	/** A fee has no recipient to name, because the author of the transaction sets it. */
	| { readonly kind: "cost" };

export interface Finding {
	readonly id: string;
	readonly severity: Severity;
	readonly text: Message;
	readonly short?: Message;
	readonly needsWord: boolean;
	/**
	 * All facts behind the text except figures. Set for a finding whose figures change with prices, fees and
	 * balances. A consent is compared with these facts, or with the exact text if they aren't set.
	 */
	readonly about?: About;
	/** If not set, the typed word names the review's own recipient, spender or contract. */
	readonly stake?: AtStake;
	/** Something can't be read or simulated. Sorted after losses and rights of the same severity. */
	readonly isDoubt?: true;
	readonly isPassing?: true;
}

/** A danger is approved only with the typed word. */
export const newFinding = (
	id: string,
	severity: Severity,
	text: Message,
	more: Omit<Finding, "id" | "severity" | "text" | "needsWord"> = {},
): Finding => ({ id, severity, text, needsWord: severity === "danger", ...more });

type FindingText = Pick<Finding, "short"> & { readonly text: Text };

export const shortText = ({ text, short }: FindingText): Text => short ?? firstSentence(text);

export function framed(finding: Finding, frame: (words: Message) => Message): Finding {
	const short = shortText(finding);
	return {
		...finding,
		text: frame(finding.text),
		...(short === finding.text ? {} : { short: frame(asMessage(short)) }),
	};
}

export const ofStep = (finding: Finding, step: number): Finding =>
	framed(finding, (words) => message("finding.of-step", { step: step + 1, words }));

export const doubt = (finding: Finding): Finding => ({ ...finding, isDoubt: true });

/** Facts behind a finding: addresses, assets, units, and the rule's case, but never an amount. */
export type About = readonly (string | boolean | null)[];

export { unitKey as aboutUnit } from "../format/amount.ts";

export const aboutEffect = (effect: ComparedEffect): About => {
	const { kind, status, costs, account, asset, other, theirs, ours } = effect;
	const sides = [theirs, ours].flatMap((amount) =>
		amount === null ? [null] : [unitKey(amount), amount.raw < 0n],
	);
	return [kind, status, costs, account, asset, other, ...sides];
};

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

/** Losses and rights come first, because the request's author controls fees and unreadable calls. */
const kindRank = ({ isDoubt, stake }: Pick<Finding, "isDoubt" | "stake">): number =>
	stake?.kind === "cost" ? 2 : isDoubt === true ? 1 : 0;

type Ranked = Pick<Finding, "severity">;

export const byGravity = <Row extends Ranked>(rows: readonly Row[]): readonly Row[] =>
	rows.toSorted((left, right) => SEVERITY_RANK[left.severity] - SEVERITY_RANK[right.severity]);

export const gravestFirst = (findings: readonly (Finding | null)[]): readonly Finding[] =>
	byGravity(
		findings
			.filter((finding) => finding !== null)
			.toSorted((left, right) => kindRank(left) - kindRank(right)),
	);

export interface RiskBadge {
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly worst: { readonly severity: Exclude<Severity, "info">; readonly text: Text } | null;
	readonly blocked: boolean;
}

export type Risk = "danger" | "caution" | "calm";

/** A request that is still being checked isn't calm. */
export function riskOf({ match, worst, blocked }: RiskBadge): Risk | "unknown" {
	if (blocked || match === "refused" || match === "unreadable") return "danger";
	if (worst !== null && worst.severity !== "caution") return "danger";
	if (worst !== null || match === "unproven") return "caution";
	return match === "checking" ? "unknown" : "calm";
}

const UNREAD: Readonly<Partial<Record<RiskBadge["match"], Message>>> = {
	refused: message("reason.differs"),
	unreadable: message("reason.unreadable"),
	unproven: message("reason.unproven"),
};

export function reasonOf({ match, worst, blocked }: RiskBadge): Text | null {
	if (worst?.severity === "block") return worst.text;
	if (blocked) return message("reason.blocked");
	const unread = UNREAD[match] ?? null;
	return match === "refused" || match === "unreadable" || worst === null ? unread : worst.text;
}
