import type { AssembledSvmTransaction, Broadcaster } from "../../contract/action.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { known } from "../chains/chain-error.ts";
import type { SvmAccountFacts, SvmFacts } from "../chains/svm.ts";
import { readSvmTransaction, resolveSvm, SvmBytesError, type SvmTransaction } from "../match/svm-message.ts";
import { shortKey } from "./address-text.ts";
import type { Amount, Unit } from "./amount.ts";
import { decodeSvm, type SvmStep } from "./decode-svm.ts";
import type { SvmLeg } from "./leg.ts";
import { plain } from "./plain.ts";
import type { Person } from "./subject.ts";
import { wellKnownAt } from "./tokens/known.ts";

/** One Solana transaction under review, with everything that our rules look at. */
export interface SvmSubject {
	readonly signer: string;
	/** The cluster as stated. */
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	/** Null where nobody tells of it: a transaction that is only to be signed. */
	readonly transaction: AssembledSvmTransaction | null;
	/** The service's, of this transaction alone. */
	readonly simulation: PipelineSimulation | null;
	/** The bytes, read. */
	readonly read: SvmTransaction;
	readonly steps: readonly SvmStep[];
	/** null where the cluster was not asked, could not be reached or is another. */
	readonly facts: SvmFacts | null;
	readonly person: Person;
}

/** What a sentence about an instruction needs to know. */
export type SvmTelling = Pick<SvmSubject, "signer" | "chainRef" | "steps" | "facts" | "person">;

/** The transaction of a leg; null where its bytes are none in the one canonical form. */
export function readOf(leg: SvmLeg): SvmTransaction | null {
	try {
		return readSvmTransaction(leg.payload.transaction_base64);
	} catch (error) {
		if (error instanceof SvmBytesError) return null;
		throw error;
	}
}

/** null where the bytes can't be read, or a lookup table is not known: then nothing is decoded. */
export function svmSubjectOf(leg: SvmLeg, facts: SvmFacts | null, person: Person): SvmSubject | null {
	const { signer, chainRef, broadcaster, transaction, simulation } = leg;
	const read = readOf(leg);
	if (read === null) return null;
	const resolving = resolveSvm(read, leg.lookups);
	if (!resolving.ok) return null;
	return {
		signer,
		chainRef,
		broadcaster,
		transaction,
		simulation,
		read,
		steps: resolving.resolved.instructions.map(decodeSvm),
		facts: facts?.rightCluster === true ? facts : null,
		person,
	};
}

/** Text of others may fold the case of base58, and then it is another address: a name counts only letter by letter. */
function svmLabelOf(person: Person, address: string): string | null {
	return Object.hasOwn(person.labels, address) ? (person.labels[address] ?? null) : null;
}

/** A name for a Solana address in our sentences: the person's label, else its first and last six characters. */
export function svmNameOf(person: Person, address: string): string {
	const label = svmLabelOf(person, address);
	if (label !== null) return plain(label);
	const short = shortKey(address) ?? plain(address, 20);
	return person.accounts.includes(address) ? `your account ${short}` : short;
}

/** undefined: not asked, or not to be had; null: there is no such account. */
export function accountOf(facts: SvmFacts | null, address: string): SvmAccountFacts | null | undefined {
	const fact = facts?.accounts.get(address);
	return fact?.ok === true ? fact.value : undefined;
}

type DataOf<Kind extends SvmAccountFacts["data"]["kind"]> = Extract<SvmAccountFacts["data"], { kind: Kind }>;

export function mintOf(facts: SvmFacts | null, mint: string): DataOf<"mint"> | null {
	const data = accountOf(facts, mint)?.data;
	return data?.kind === "mint" ? data : null;
}

export function tokenAccountOf(facts: SvmFacts | null, account: string): DataOf<"token"> | null {
	const data = accountOf(facts, account)?.data;
	return data?.kind === "token" ? data : null;
}

/** The mint and owner of a token account that this very transaction opens. */
export function openedHere(
	steps: readonly SvmStep[],
	account: string,
): { readonly owner: string; readonly mint: string } | null {
	for (const { meaning } of steps)
		if (meaning.kind === "token_open" && meaning.account === account)
			return { owner: meaning.owner, mint: meaning.mint };
	return null;
}

/** Who rules a token account before this transaction or at some step of it: it may be closed, opened anew, given away. */
function ownersOf({ facts, steps }: SvmTelling, account: string): readonly string[] {
	const before = tokenAccountOf(facts, account)?.owner;
	const later = steps.flatMap(({ meaning }) => {
		if (meaning.kind === "token_open" && meaning.account === account) return [meaning.owner];
		const given =
			meaning.kind === "token_authority" && meaning.role === "owner" && meaning.account === account;
		return given && meaning.to !== null ? [meaning.to] : [];
	});
	return before === undefined ? later : [before, ...later];
}

/**
 * Whose tokens an account holds; null where neither the chain nor the transaction says. Where it changes hands on the
 * way, whoever is not the signer counts: what is sent there is not known to stay with the signer.
 */
export function holderOf(telling: SvmTelling, account: string): string | null {
	const owners = ownersOf(telling, account);
	return owners.find((owner) => owner !== telling.signer) ?? owners[0] ?? null;
}

/** A step before this one closes the account: from then on, whoever has its key can take what is sent there. */
export function closedBefore({ steps }: Pick<SvmTelling, "steps">, account: string, at: number): boolean {
	return steps.some(
		(step) => step.at < at && step.meaning.kind === "token_close" && step.meaning.account === account,
	);
}

/** The mint of a token account: as the instruction names it, else as the chain or the transaction says. */
export function mintFor(telling: SvmTelling, account: string, named: string | null): string | null {
	if (named !== null) return named;
	const before = tokenAccountOf(telling.facts, account)?.mint;
	const opened = openedHere(telling.steps, account)?.mint;
	// Opened anew as of another token, it is of both in turn.
	if (before !== undefined && opened !== undefined && before !== opened) return null;
	return before ?? opened ?? null;
}

/** One list serves all clusters: elsewhere only its issuer could open a mint at the same address. */
const LISTED = "mainnet-beta";

/**
 * The unit of a mint by the chain; unchecked where the chain was not asked or does not say, and where the RPC states
 * other decimals of a well-known mint than it has.
 */
export function mintUnit(facts: SvmFacts | null, mint: string | null): Unit {
	if (mint === null) return { decimals: null, symbol: "a token that is not named", checked: false };
	const data = mintOf(facts, mint);
	const short = shortKey(mint) ?? plain(mint, 20);
	if (data === null) return { decimals: null, symbol: `the token ${short}`, checked: false };
	const symbol = data.symbol === null || data.symbol === "" ? short : plain(data.symbol, 16);
	const listed = wellKnownAt(LISTED, mint);
	return { decimals: data.decimals, symbol, checked: listed === null || listed.decimals === data.decimals };
}

export function mintAmount(facts: SvmFacts | null, mint: string | null, raw: bigint): Amount {
	return { raw, ...mintUnit(facts, mint) };
}

/** The fee payer's lamports. */
export function payerLamports(subject: SvmSubject): bigint | null {
	return known(subject.facts?.lamports);
}
