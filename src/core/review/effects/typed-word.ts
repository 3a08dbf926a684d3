import { getAddress } from "viem/utils";
import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import {
	isKnownContract,
	isUserOrSigner,
	type SignerContext,
} from "../../decoded-transaction/known-contracts.ts";
import type { CalledContract, Effects } from "../../effects/effects.ts";
import { givesAll, holdersIn, observedReceivers, receiversIn } from "../../effects/gainers.ts";
import type { MoneyFlow } from "../../effects/money-flow.ts";
import { readAddress } from "../../format/numeral.ts";
import { differenceOf } from "../../identities/address-difference.ts";
import { labelOf, sameAddress } from "../../identities/labels.ts";
import { type AtStake, type Finding, SEVERITY_RANK } from "../../risk/finding.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import { calledBy, gainersOf, isAddress } from "./parties.ts";

interface Gainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

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

export type WordOf =
	/** Last four characters of an address. */
	| "recipient"
	| "spender"
	| "contract"
	| "program"
	| "address"
	| "imitation"
	| "unlimited"
	| "name"
	| "domain"
	| "application"
	| "fingerprint";

export interface TypedWord {
	readonly text: string;
	readonly of: WordOf;
	readonly party: string | null;
}

const UNLIMITED: TypedWord = { text: "UNLIMITED", of: "unlimited", party: null };
const END = 4;
const MILDEST = 4;
const MAX_NAME = 40;

function endOf(address: string, of: WordOf): TypedWord {
	const bytes = readAddress(address);
	return { text: (bytes === null ? address : getAddress(bytes)).slice(-END), of, party: address };
}

/** Characters that can be typed on a keyboard. Excludes invisible and ambiguous characters. */
const TYPABLE = /^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u;

function nameWord(name: string, of: "name" | "domain" | "application"): TypedWord | null {
	const text = name.normalize("NFKC").replace(/\s+/g, " ").trim();
	return text.length > MAX_NAME || !TYPABLE.test(text) ? null : { text, of, party: null };
}

function atStakeWord(stake: AtStake): TypedWord | null {
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

function calledWord(user: User, called: CalledContract): TypedWord {
	const { address } = called;
	const label = labelOf(user.labels, address);
	const named = label === null ? null : nameWord(label, "name");
	return named === null ? endOf(address, wordOf(called)) : { ...named, party: address };
}

type WordSigning = SignerContext & {
	readonly effects: Effects | null;
	/** Not set if totals aren't needed, e.g. in a list row. */
	readonly flow?: MoneyFlow | null;
};

interface ContentWord {
	readonly text: TypedWord;
	/** Whether the word names a party that the user or the app knows, or a site that names itself. */
	readonly isKnown: boolean;
}

const named = (text: TypedWord | null, isKnown: boolean): ContentWord | null =>
	text === null ? null : { text, isKnown };

const isContact = (user: User, address: string): boolean => labelOf(user.labels, address) !== null;

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
	const others = gainersOf(effects, step).filter(({ address }) => !isUserOrSigner(signing, address));
	const [first] = others;
	// A signature that only pays a contact is named after the contract that verifies it.
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

const byOrder = (left: readonly number[], right: readonly number[]): number =>
	left.map((each, at) => each - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

const atStakeTier = ({ labels }: User, { stake }: Finding): number =>
	stake === undefined ? 2 : stake.kind === "address" && labelOf(labels, stake.address) !== null ? 1 : 0;

/**
 * Fees come last, regardless of their severity. Otherwise, an agent could choose which word the user types by
 * setting too much gas in one step.
 */
function wordFinding(findings: readonly Finding[], user: User): Finding | null {
	const asking = findings
		.filter(({ needsWord }) => needsWord)
		.map((finding) => ({
			finding,
			order: [isCost(finding) ? 1 : 0, SEVERITY_RANK[finding.severity], atStakeTier(user, finding)],
		}));
	return asking.toSorted((left, right) => byOrder(left.order, right.order))[0]?.finding ?? null;
}

/**
 * Prefers strangers to contacts across all items, then the item with the most severe finding, and then payees
 * to spenders, because an allowance usually only prepares a later step.
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

/**
 * Replaces a contact's word with a stranger's if strangers gain, because the contact isn't the risk in that
 * case.
 */
function notOfContact(word: TypedWord, { effects, user }: WordSigning): TypedWord {
	if (word.party === null || !isContact(user, word.party)) return word;
	const [stranger] = strangersWhoGain(effects);
	return stranger === undefined ? word : endOf(stranger.address, stranger.of);
}

/**
 * Replaces the word of a contract that passes everything on with an unknown receiver's word, because the
 * contract itself gains nothing.
 */
function notOfPasser(word: TypedWord, { flow = null }: WordSigning): TypedWord {
	const { party } = word;
	if (flow === null || party === null || word.of === "imitation") return word;
	const isPasser =
		flow.contracts.some((each) => sameAddress(each, party)) &&
		!flow.receivers.some(({ address }) => address !== null && sameAddress(address, party));
	const [outlier] = flow.receivers.flatMap(({ address, isOutlier, relation }) =>
		isOutlier && address !== null && relation !== "nobody" ? [address] : [],
	);
	return isPasser && outlier !== undefined ? endOf(outlier, "recipient") : word;
}

/**
 * If the risk is high, the user types a word that names what is at stake. The word differs between requests, so
 * it can't be typed without looking.
 * @param fingerprint `null` if nothing could be frozen, which also prevents an approval
 */
export function typedWordOf(
	findings: readonly Finding[],
	analyses: readonly ItemAnalysis[],
	whose: WordSigning & { readonly fingerprint: string | null },
): TypedWord | null {
	const finding = wordFinding(findings, whose.user);
	if (finding === null) return null;
	// The content can't supply the word, because it may repeat a name that the finding calls false.
	const word =
		finding.stake === undefined || isCost(finding)
			? wordOfContents(analyses, whose)
			: atStakeWord(finding.stake);
	return word === null
		? { text: (whose.fingerprint ?? "").slice(-END).toUpperCase(), of: "fingerprint", party: null }
		: notOfPasser(notOfContact(word, whose), whose);
}

export const isTyped = (given: string | null, word: string): boolean =>
	given !== null && given.normalize("NFKC").trim().toUpperCase() === word.toUpperCase();
