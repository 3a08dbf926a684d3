import { getAddress } from "viem/utils";
import type { CalledContract, Effects } from "../../effects/effects.ts";
import { givesAll, holdersIn, observedReceivers, receiversIn } from "../../effects/gainers.ts";
import { readAddress } from "../../format/numeral.ts";
import { differenceOf } from "../../people/difference.ts";
import { labelOf } from "../../people/labels.ts";
import { type Finding, SEVERITY_RANK, type Stake } from "../../risk/finding.ts";
import { isKnownContract, isOwn, type SignerContext } from "../../subject/known-contracts.ts";
import type { User } from "../../subject/subject.ts";
import type { ItemAnalysis } from "../insight.ts";
import { calledBy, gainersOf, isAddress } from "./parties.ts";

/** Parties that gain by a request: money or a right, by the bytes or by our simulation. */

interface Gainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

/** Returns gainers who are neither accounts nor contacts of the user's, nor known contracts; each once. */
export function strangersWhoGain(effects: Effects | null): readonly Gainer[] {
	if (effects === null) return [];
	const steps = effects.shownBy.map((_, step) => step);
	const all = steps.flatMap((step): readonly Gainer[] => [
		...[...receiversIn(effects, step), ...observedReceivers(effects, step)].map(
			(address) => ({ address, of: "recipient" }) as const,
		),
		...holdersIn(effects, step, "any").map((address) => ({ address, of: "spender" }) as const),
	]);
	const strangers = all.filter(({ address }) => effects.parties.get(address)?.relation === "stranger");
	return strangers.filter(
		({ address }, at) => strangers.findIndex((other) => other.address === address) === at,
	);
}

/**
 * Word to type at high risk: it names what is at stake, so that it differs between requests and can't be
 * typed without having looked.
 */

/** Kind of the word; the window names it beside the field. */
export type WordOf =
	/**
	 * Last four characters of an address: of a payee, a spender, a called contract or program, or another
	 * one.
	 */
	| "recipient"
	| "spender"
	| "contract"
	| "program"
	| "address"
	/** Characters in which an address differs from the one that it imitates. */
	| "imitation"
	/** The constant word for an amount without a limit. */
	| "unlimited"
	/** The user's own name of the called contract. */
	| "name"
	/** Site of the sign-in. */
	| "domain"
	/** This app's own name of the application that reads it. */
	| "application"
	/** The last four digits of the fingerprint. */
	| "fingerprint";

export interface TypedWord {
	readonly text: string;
	readonly of: WordOf;
	/** Address that it names; the review shows it above the field. `null` for a word that names no address. */
	readonly party: string | null;
}

const UNLIMITED: TypedWord = { text: "UNLIMITED", of: "unlimited", party: null };
/** Number of characters that people compare of an address. */
const END = 4;
/** Rank behind every severity. */
const MILDEST = 4;
/** Maximum length of a name to type, in characters. */
const MAX_NAME = 40;

/** Returns the end of an address as displayed: EVM checksummed (EIP-55). */
function endOf(address: string, of: WordOf): TypedWord {
	const bytes = readAddress(address);
	return { text: (bytes === null ? address : getAddress(bytes)).slice(-END), of, party: address };
}

/** Characters of a keyboard: an invisible or ambiguous character can't be typed. */
const TYPABLE = /^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u;

function nameWord(name: string, of: "name" | "domain" | "application"): TypedWord | null {
	const text = name.normalize("NFKC").replace(/\s+/g, " ").trim();
	return text.length > MAX_NAME || !TYPABLE.test(text) ? null : { text, of, party: null };
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
		case "imitation":
			return {
				text: differenceOf(stake.address, stake.imitated).text,
				of: "imitation",
				party: stake.address,
			};
		case "cost":
			return null;
	}
}

const wordOf = ({ of }: CalledContract): WordOf => (of === "verifier" ? "contract" : of);

/** Returns the user's own name, or else the end of its address. */
function calledWord(user: User, called: CalledContract): TypedWord {
	const { address } = called;
	const label = labelOf(user.labels, address);
	const named = label === null ? null : nameWord(label, "name");
	return named === null ? endOf(address, wordOf(called)) : { ...named, party: address };
}

type WordSigning = SignerContext & { readonly effects: Effects | null };

/** Word from the content of one signed item. */
interface ContentWord {
	readonly text: TypedWord;
	/** It names a party known to the user or this app, or a site that names itself. */
	readonly isKnown: boolean;
}

const named = (text: TypedWord | null, isKnown: boolean): ContentWord | null =>
	text === null ? null : { text, isKnown };

const isContact = (user: User, address: string): boolean => labelOf(user.labels, address) !== null;

/** @param isAsking a finding requires a word because of this item */
function contentWord(
	analysis: ItemAnalysis,
	step: number,
	signing: WordSigning,
	isAsking: boolean,
): ContentWord | null {
	const { content } = analysis;
	const { user, chainRef, effects } = signing;
	if (effects !== null && givesAll(effects, step)) return named(UNLIMITED, false);
	if (content.kind === "message")
		return content.signIn === null ? null : named(nameWord(content.signIn.domain, "domain"), true);
	if (content.kind === "user_operation") return null;
	const others = gainersOf(effects, step).filter(({ address }) => !isOwn(signing, address));
	const [first] = others;
	// A signature that pays a contact alone is named by the contract that verifies it.
	const known = content.kind === "typed_data" ? undefined : first;
	const party = others.find(({ address }) => !isContact(user, address)) ?? known;
	if (party !== undefined) return named(endOf(party.address, party.of), isContact(user, party.address));
	const called = calledBy(effects, step);
	if (called === null) return null;
	if (content.kind === "typed_data") return named(endOf(called.address, wordOf(called)), !isAsking);
	const isKnown = isContact(user, called.address) || isKnownContract(chainRef, called.address.toLowerCase());
	return named(calledWord(user, called), isKnown || !isAsking);
}

const isCost = ({ stake }: Finding): boolean => stake?.kind === "cost";

/** Compares number by number; the first difference decides. */
const byOrder = (left: readonly number[], right: readonly number[]): number =>
	left.map((each, at) => each - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Ranks strangers and rights at stake first, then known parties, then findings that name nobody. */
const stakeTier = ({ labels }: User, { stake }: Finding): number =>
	stake === undefined ? 2 : stake.kind === "address" && labelOf(labels, stake.address) !== null ? 1 : 0;

/**
 * Returns the finding that gives the word; `null` if no finding requires one. Fees come last, however severe:
 * otherwise an agent that sets too much gas in one step would choose the word.
 */
function wordFinding(findings: readonly Finding[], user: User): Finding | null {
	const asking = findings
		.filter(({ needsWord }) => needsWord)
		.map((finding) => ({
			finding,
			order: [isCost(finding) ? 1 : 0, SEVERITY_RANK[finding.severity], stakeTier(user, finding)],
		}));
	return asking.toSorted((left, right) => byOrder(left.order, right.order))[0]?.finding ?? null;
}

/**
 * Returns the word; strangers come before contacts over all items, then the item with the most severe
 * finding, then payees: an allowance is mostly the first step of a later one.
 */
function wordOfContents(analyses: readonly ItemAnalysis[], whose: WordSigning): TypedWord | null {
	const words = analyses.flatMap((analysis, step) => {
		const asking = analysis.findings.filter((finding) => finding.needsWord && !isCost(finding));
		const found = contentWord(analysis, step, whose, asking.length > 0);
		if (found === null) return [];
		const rank = Math.min(...asking.map(({ severity }) => SEVERITY_RANK[severity]));
		return [
			{
				text: found.text,
				order: [found.isKnown ? 1 : 0, Math.min(rank, MILDEST), found.text.of === "spender" ? 1 : 0],
			},
		];
	});
	return words.toSorted((left, right) => byOrder(left.order, right.order))[0]?.text ?? null;
}

/** Returns the word, or a stranger's instead of a contact's: a known party is no danger while others gain. */
function notOfContact(word: TypedWord, { effects, user }: WordSigning): TypedWord {
	if (word.party === null || !isContact(user, word.party)) return word;
	const [stranger] = strangersWhoGain(effects);
	return stranger === undefined ? word : endOf(stranger.address, stranger.of);
}

/**
 * @param findings all of the review, those of its items and those of the whole
 * @param fingerprint `null` if nothing could be frozen, so that nothing can be approved
 * @returns `null` if no finding requires a word
 */
export function typedWordOf(
	findings: readonly Finding[],
	analyses: readonly ItemAnalysis[],
	whose: WordSigning & { readonly fingerprint: string | null },
): TypedWord | null {
	const finding = wordFinding(findings, whose.user);
	if (finding === null) return null;
	// The content may repeat a name that the finding calls false: a stake that can't be typed gives no other
	// name.
	const word =
		finding.stake === undefined || isCost(finding)
			? wordOfContents(analyses, whose)
			: stakeWord(finding.stake);
	return word === null
		? { text: (whose.fingerprint ?? "").slice(-END).toUpperCase(), of: "fingerprint", party: null }
		: notOfContact(word, whose);
}

/** Checks the typed word; case and surrounding spaces don't count. */
export const isTyped = (given: string | null, word: string): boolean =>
	given !== null && given.normalize("NFKC").trim().toUpperCase() === word.toUpperCase();
