import { getAddress } from "viem/utils";
import type { SvmMeaning } from "../decode/svm/meaning.ts";
import { readAddress } from "../format/numeral.ts";
import { readKey } from "../format/svm-wire.ts";
import type { TypedDataContent } from "../messages/content.ts";
import { labelOf, sameAddress } from "../people/labels.ts";
import { callsOf, payeesOf } from "../risk/evm/calls.ts";
import type { Finding, Severity, Stake } from "../risk/finding.ts";
import type { Person, Subject } from "../subject/subject.ts";
import { holderOf, type SvmSubject } from "../subject/svm/svm-subject.ts";
import type { Insight } from "./insight.ts";

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

function nameWord(name: string, of: "name" | "domain"): TypedWord | null {
	const text = name.normalize("NFKC").replace(/\s+/g, " ").trim();
	return text.length > MAX_NAME || !TYPABLE.test(text) ? null : { text, of };
}

const isAddress = (text: string) => readAddress(text) !== null || readKey(text) !== null;

function stakeWord(stake: Stake): TypedWord | null {
	switch (stake.kind) {
		case "unlimited":
			return UNLIMITED;
		case "address":
			return isAddress(stake.address) ? endOf(stake.address, "address") : null;
		case "name":
			return nameWord(stake.name, "name");
	}
}

const othersThan = (person: Person, signer: string) => (address: string) =>
	![signer, ...person.accounts].some((own) => sameAddress(own, address));

/** By the user's own name, or else by its address. */
function called(person: Person, address: string, of: "contract" | "program"): TypedWord {
	const label = labelOf(person.labels, address);
	return (label === null ? null : nameWord(label, "name")) ?? endOf(address, of);
}

interface Parties {
	readonly paid: readonly string[];
	readonly empowered: readonly string[];
	readonly called: TypedWord | null;
}

function evmParties(subject: Subject): Parties {
	const calls = callsOf(subject);
	return {
		paid: calls.flatMap(payeesOf),
		empowered: calls.flatMap(({ decoded: { meaning } }) =>
			meaning.kind === "control" && meaning.to !== null ? [meaning.to] : [],
		),
		called: called(subject.person, subject.decoded.target, "contract"),
	};
}

/** Who is paid, as the address that is shown: whoever holds a token account. */
function paidBy(subject: SvmSubject, meaning: SvmMeaning): readonly string[] {
	switch (meaning.kind) {
		case "lamports":
		case "withdraw":
		case "token_close":
		case "token_unwrap":
			return [holderOf(subject, meaning.to) ?? meaning.to];
		case "token_transfer":
			return [holderOf(subject, meaning.destination) ?? meaning.destination];
		default:
			return [];
	}
}

function empoweredBy(meaning: SvmMeaning): readonly (string | null)[] {
	switch (meaning.kind) {
		case "token_approve":
			return [meaning.delegate];
		case "token_authority":
		case "control":
			return [meaning.to];
		case "lockup":
			return [meaning.custodian];
		case "rule":
			return [meaning.withdrawer, meaning.staker];
		case "assign":
			return [meaning.owner];
		default:
			return [];
	}
}

function svmParties(subject: SvmSubject): Parties {
	const { steps, person } = subject;
	const program =
		steps.find(({ meaning }) => meaning.kind === "unknown") ??
		steps.find(({ meaning }) => meaning.kind !== "budget");
	return {
		paid: steps.flatMap(({ meaning }) => paidBy(subject, meaning)),
		empowered: steps.flatMap(({ meaning }) => empoweredBy(meaning)).filter((each) => each !== null),
		called: program === undefined ? null : called(person, program.programId, "program"),
	};
}

/** The contract that typed data is for, by its domain (EIP-712). */
function verifyingContract({ domain }: TypedDataContent): TypedWord | null {
	const found = domain.find(({ name }) => name === "verifyingContract")?.value;
	return typeof found === "string" && isAddress(found) ? endOf(found, "contract") : null;
}

/** What one thing that is signed puts at stake by its own content. */
function contentWord({ content, allows }: Insight, { person, signer }: StakeOwner): TypedWord | null {
	const given = allows.filter(({ grants }) => grants);
	if (given.some(({ unlimited }) => unlimited)) return UNLIMITED;
	const isOther = othersThan(person, signer);
	const spender = given.map((each) => each.spender).find(isOther);
	const of = (parties: Parties) => {
		const paid = parties.paid.find(isOther);
		if (paid !== undefined) return endOf(paid, "recipient");
		const empowered = spender ?? parties.empowered.find(isOther);
		return empowered === undefined ? parties.called : endOf(empowered, "spender");
	};
	switch (content.kind) {
		case "evm_transaction":
			return of(evmParties(content.subject));
		case "svm_transaction":
			return of(svmParties(content.subject));
		case "message":
			return content.signIn === null ? null : nameWord(content.signIn.domain, "domain");
		case "typed_data":
			return spender === undefined ? verifyingContract(content) : endOf(spender, "spender");
		case "user_operation":
			return null;
	}
}

interface StakeOwner {
	readonly person: Person;
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
