import { getAddress } from "viem/utils";
import { readAddress } from "../../format/numeral.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import type { Finding, Severity, Stake } from "../../risk/finding.ts";
import type { User } from "../../subject/subject.ts";
import type { Insight } from "../insight.ts";
import { type ContentParties, contentParties, isAddress } from "./parties.ts";

/**
 * The word that is typed where the risk is high: it says what is at stake, so that it is never the same for everything
 * and can't be typed without having looked.
 */

/** What the word is, so that the window can say so beside it. */
export type WordOf =
	/** The last four characters of an address: of who is paid, who may take something later, what is called, or other. */
	| "recipient"
	| "spender"
	| "contract"
	| "program"
	| "address"
	/** There is no limit. */
	| "unlimited"
	/** The user's own name of what is called. */
	| "name"
	/** The site that is signed in to. */
	| "domain"
	/** What Countersign calls the application that reads it. */
	| "application"
	/** The last four digits of the fingerprint. */
	| "fingerprint";

export interface TypedWord {
	readonly text: string;
	readonly of: WordOf;
}

const UNLIMITED: TypedWord = { text: "UNLIMITED", of: "unlimited" };
/** As many characters as people compare of an address. */
const END = 4;
/** What is longer is no word to type. */
const MAX_NAME = 40;

const RANK: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

/** The end of an address as it is shown: of EVM checksummed (EIP-55). */
function endOf(address: string, of: WordOf): TypedWord {
	const bytes = readAddress(address);
	return { text: (bytes === null ? address : getAddress(bytes)).slice(-END), of };
}

/** Letters that a keyboard has: what is invisible or not to be told from another can't be asked for. */
const TYPABLE = /^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u;

function nameWord(name: string, of: "name" | "domain" | "application"): TypedWord | null {
	const text = name.normalize("NFKC").replace(/\s+/g, " ").trim();
	return text.length > MAX_NAME || !TYPABLE.test(text) ? null : { text, of };
}

function stakeWord(stake: Stake): TypedWord | null {
	switch (stake.kind) {
		case "unlimited":
			return UNLIMITED;
		case "address":
			return isAddress(stake.address) ? endOf(stake.address, "address") : null;
		case "name":
		case "application":
			return nameWord(stake.name, stake.kind);
		case "site":
			return nameWord(stake.host, "domain");
	}
}

const othersThan = (user: User, signer: string) => (address: string) =>
	![signer, ...user.accounts].some((own) => sameAddress(own, address));

/** By the user's own name, or else by its address. */
function calledWord(user: User, { address, of }: NonNullable<ContentParties["called"]>): TypedWord {
	const label = labelOf(user.labels, address);
	return (label === null ? null : nameWord(label, "name")) ?? endOf(address, of);
}

/** What one thing that is signed puts at stake by its own content. */
function contentWord(insight: Insight, { user, signer }: StakeOwner): TypedWord | null {
	const { content, approvals } = insight;
	const given = approvals.filter(({ grants }) => grants);
	if (given.some(({ unlimited }) => unlimited)) return UNLIMITED;
	if (content.kind === "message")
		return content.signIn === null ? null : nameWord(content.signIn.domain, "domain");
	if (content.kind === "user_operation") return null;
	const isOther = othersThan(user, signer);
	const { paid, empowered, called } = contentParties(insight);
	const recipient = paid.find(isOther);
	if (recipient !== undefined) return endOf(recipient, "recipient");
	const spender = given.map((each) => each.spender).find(isOther) ?? empowered.find(isOther);
	if (spender !== undefined) return endOf(spender, "spender");
	if (called === null) return null;
	return content.kind === "typed_data" ? endOf(called.address, called.of) : calledWord(user, called);
}

interface StakeOwner {
	readonly user: User;
	readonly signer: string;
}

/** @returns the gravest finding that takes a word; null where none does */
const gravest = (findings: readonly Finding[]): Finding | null =>
	findings
		.filter(({ needsWord }) => needsWord)
		.toSorted((left, right) => RANK[left.severity] - RANK[right.severity])[0] ?? null;

/** Of several things that are signed the one whose finding asks for the word; else the first. */
function askingInsight(insights: readonly Insight[]): Insight | undefined {
	const graves = insights.flatMap((insight) => {
		const found = gravest(insight.findings);
		return found === null ? [] : [{ insight, rank: RANK[found.severity] }];
	});
	return graves.toSorted((left, right) => left.rank - right.rank)[0]?.insight ?? insights[0];
}

/**
 * @param findings all of the review, those of its insights and those of the whole
 * @param fingerprint null where nothing could be frozen, so that nothing can be approved
 * @returns null where no finding takes a word
 */
export function typedWordOf(
	findings: readonly Finding[],
	insights: readonly Insight[],
	whose: StakeOwner & { readonly fingerprint: string | null },
): TypedWord | null {
	const grave = gravest(findings);
	if (grave === null) return null;
	const stated = grave.stake === undefined ? null : stakeWord(grave.stake);
	if (stated !== null) return stated;
	const insight = askingInsight(insights);
	const word = insight === undefined ? null : contentWord(insight, whose);
	return word ?? { text: (whose.fingerprint ?? "").slice(-END).toUpperCase(), of: "fingerprint" };
}

/** Is this what was asked for? Case and spaces around don't count. */
export const isTyped = (given: string | null, word: string): boolean =>
	given !== null && given.normalize("NFKC").trim().toUpperCase() === word.toUpperCase();
