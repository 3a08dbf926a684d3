import type { AssembledSvmTransaction, Broadcaster } from "../../../service-api/action.ts";
import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { known } from "../../chain/chain-error.ts";
import type { SvmAccountFacts, SvmFacts } from "../../chain/svm.ts";
import { standingOf, wellKnownAt } from "../../chain/tokens/known.ts";
import { decodeSvm, isBefore, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { shortKey } from "../../format/address-text.ts";
import type { Amount, Unit } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { resolveSvm } from "../../match/svm/resolve.ts";
import { readSvmTransaction, SvmBytesError, type SvmTransaction } from "../../match/svm/transaction.ts";
import { type Message, message, type Text } from "../../message.ts";
import type { SvmLeg } from "../leg.ts";
import { scaledUnit, type User } from "../subject.ts";

/** One Solana transaction under review, with everything that our rules look at. */
export interface SvmSubject {
	readonly signer: string;
	/** The cluster as stated. */
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	/** Null where nobody tells of it: a transaction that is only to be signed. */
	readonly transaction: AssembledSvmTransaction | null;
	/** The service's, of this transaction alone; null where it declares nothing. */
	readonly simulation: PipelineSimulation | null;
	/** What it gave instead where it could not simulate. */
	readonly unavailable?: PipelineSimulation;
	/** The bytes, read. */
	readonly read: SvmTransaction;
	readonly steps: readonly SvmStep[];
	/** null where the cluster was not asked, could not be reached or is another. */
	readonly facts: SvmFacts | null;
	readonly user: User;
}

/** What a sentence about an instruction needs to know. */
export type SvmContext = Pick<SvmSubject, "signer" | "chainRef" | "steps" | "facts" | "user">;

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
export function svmSubjectOf(leg: SvmLeg, facts: SvmFacts | null, user: User): SvmSubject | null {
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
		...(leg.unavailable === undefined ? {} : { unavailable: leg.unavailable }),
		read,
		steps: resolving.resolved.instructions.flatMap(decodeSvm),
		facts: facts?.rightCluster === true ? facts : null,
		user,
	};
}

/** Text of others may fold the case of base58, and then it is another address: a name counts only letter by letter. */
function svmLabelOf(user: User, address: string): string | null {
	return Object.hasOwn(user.labels, address) ? (user.labels[address] ?? null) : null;
}

/** A name for a Solana address in our sentences: the user's label, else its first and last six characters. */
function svmNameOf(user: User, address: string): string {
	const label = svmLabelOf(user, address);
	if (label !== null) return plain(label);
	const short = shortKey(address) ?? plain(address, 20);
	return user.accounts.includes(address) ? `your account ${short}` : short;
}

/** `svmNameOf` as the value of a message. */
export function svmNameParam(user: User, address: string): string | Message {
	if (svmLabelOf(user, address) !== null || !user.accounts.includes(address)) return svmNameOf(user, address);
	return message("account.yours", { address: shortKey(address) ?? plain(address, 20) });
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
function ownersOf({ facts, steps }: SvmContext, account: string): readonly string[] {
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
export function holderOf(context: SvmContext, account: string): string | null {
	const owners = ownersOf(context, account);
	return owners.find((owner) => owner !== context.signer) ?? owners[0] ?? null;
}

/**
 * Who may take what is in a stake, vote or nonce account before this transaction or at some step of it: its withdrawer,
 * and the custodian of a lockup, who may keep it from them. As of holderOf, whoever is not the signer counts.
 */
export function authorityOf({ facts, steps, signer }: SvmContext, account: string): string | null {
	const rulers = [
		...rulersBefore(facts, account),
		...steps.flatMap((step) => rulersBy(facts, step, account)),
	];
	return rulers.find((ruler) => ruler !== signer) ?? rulers[0] ?? null;
}

function rulersBefore(facts: SvmFacts | null, account: string): readonly string[] {
	const data = accountOf(facts, account)?.data;
	switch (data?.kind) {
		case "stake":
			return [data.withdrawer, ...(data.lockup === null ? [] : [data.lockup.custodian])];
		case "vote":
			return [data.withdrawer];
		case "nonce":
			return data.authority === undefined ? [] : [data.authority];
		default:
			return [];
	}
}

const present = (keys: readonly (string | null)[]) => keys.filter((key) => key !== null);

/** Where an instruction of the loader names a new account for code, and who rules it. */
const PROGRAM_RULERS: Readonly<Record<string, { readonly account: number; readonly ruler: number }>> = {
	initializeBuffer: { account: 0, ruler: 1 },
	deploy: { account: 1, ruler: 7 },
};

function rulersBy(
	facts: SvmFacts | null,
	{ program, name, accounts, meaning }: SvmStep,
	account: string,
): readonly string[] {
	// What is split off a stake is ruled by whoever rules that.
	if (program === "Stake" && name === "split" && accounts[1]?.pubkey === account)
		return rulersBefore(facts, accounts[0]?.pubkey ?? "");
	const places = program === "BPF Loader" ? PROGRAM_RULERS[name ?? ""] : undefined;
	if (places !== undefined && accounts[places.account]?.pubkey === account)
		return present([accounts[places.ruler]?.pubkey ?? null]);
	switch (meaning.kind) {
		case "rule": {
			const all = [meaning.withdrawer, meaning.lockup?.custodian ?? null];
			return meaning.account === account ? present(all) : [];
		}
		case "control":
			return meaning.account === account && meaning.role === "withdraw" ? present([meaning.to]) : [];
		case "lockup":
			return meaning.stake === account ? present([meaning.custodian]) : [];
		case "nonce":
			return meaning.account === account && meaning.what !== "withdraw" ? present([meaning.to]) : [];
		default:
			return [];
	}
}

const empties = (meaning: SvmMeaning): boolean =>
	meaning.kind === "token_close" ||
	meaning.kind === "withdraw" ||
	(meaning.kind === "nonce" && meaning.what === "withdraw");

/** A step before this one closes the account: from then on, whoever has its key can take what is sent there. */
export function closedBefore(
	{ steps }: Pick<SvmContext, "steps">,
	account: string,
	before: Pick<SvmStep, "at" | "part">,
): boolean {
	return steps.some(
		(step) =>
			isBefore(step, before) &&
			empties(step.meaning) &&
			"account" in step.meaning &&
			step.meaning.account === account,
	);
}

/** The mint of a token account: as the instruction names it, else as the chain or the transaction says. */
export function mintFor(context: SvmContext, account: string, named: string | null): string | null {
	if (named !== null) return named;
	const before = tokenAccountOf(context.facts, account)?.mint;
	const opened = openedHere(context.steps, account)?.mint;
	// Opened anew as of another token, it is of both in turn.
	if (before !== undefined && opened !== undefined && before !== opened) return null;
	return before ?? opened ?? null;
}

/** One list serves all clusters: elsewhere only its issuer could open a mint at the same address. */
const LISTED = "mainnet-beta";

/** A listed mint's symbol, or one that is drawn like it, never stands alone for another mint. */
function claimedSymbol(stated: string, short: string): Text {
	const symbol = plain(stated, 16);
	return standingOf(LISTED, stated).kind === "plain"
		? symbol
		: message("token.unlisted", { symbol, address: short });
}

/**
 * The unit of a mint by the chain; unchecked where the chain was not asked or does not say, and where the RPC states
 * other decimals of a well-known mint than it has. A well-known mint is called as the list calls it, any other as its
 * maker does.
 */
export function mintUnit(facts: SvmFacts | null, mint: string | null): Unit {
	if (mint === null) return { decimals: null, symbol: message("token.not-named"), checked: false };
	const data = mintOf(facts, mint);
	const short = shortKey(mint) ?? plain(mint, 20);
	if (data === null)
		return { decimals: null, symbol: message("token.without-symbol", { address: short }), checked: false };
	const listed = wellKnownAt(LISTED, mint);
	const claimed = data.symbol === null || data.symbol === "" ? short : claimedSymbol(data.symbol, short);
	const agrees = listed?.decimals === data.decimals;
	const unit = {
		decimals: data.decimals,
		symbol: agrees ? listed.symbol : claimed,
		checked: listed === null || agrees,
	};
	return scaledUnit(unit, data.scaling ?? null, listed !== null);
}

export function mintAmount(facts: SvmFacts | null, mint: string | null, raw: bigint): Amount {
	return { raw, ...mintUnit(facts, mint) };
}

/** The fee payer's lamports. */
export function payerLamports(subject: SvmSubject): bigint | null {
	return known(subject.facts?.lamports);
}
