import { factValue } from "../../chain/chain-error.ts";
import type { SvmAccountFacts, SvmFacts } from "../../chain/svm.ts";
import { matchSymbol, wellKnownAt } from "../../chain/tokens/known.ts";
import { decodeSvm, isBefore, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { Amount, Unit } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { shortKey } from "../../format/svm-wire.ts";
import { type Message, message, type Text } from "../../localized-text.ts";
import { resolveSvm } from "../../match/svm/resolve.ts";
import { readSvmTransaction, SvmBytesError, type SvmTransaction } from "../../match/svm/transaction.ts";
import { orIfThrown } from "../../or-if-thrown.ts";
import { scaledUnit, type User } from "../decoded-transaction.ts";
import type { SvmItem } from "../signed-item.ts";

export interface DecodedSvmTransaction extends Omit<SvmItem, "kind" | "payload" | "lookups"> {
	readonly read: SvmTransaction;
	readonly steps: readonly SvmStep[];
	/** `null` if the cluster wasn't queried, couldn't be reached, or is the wrong one. */
	readonly facts: SvmFacts | null;
	readonly user: User;
}

export type SvmContext = Pick<DecodedSvmTransaction, "signer" | "chainRef" | "steps" | "facts" | "user">;

export function readOf(item: SvmItem): SvmTransaction | null {
	return orIfThrown(null, () => readSvmTransaction(item.payload.transaction_base64), SvmBytesError);
}

export function decodedSvmTransactionOf(
	item: SvmItem,
	facts: SvmFacts | null,
	user: User,
): DecodedSvmTransaction | null {
	const { kind: _kind, payload: _payload, lookups, ...stated } = item;
	const read = readOf(item);
	if (read === null) return null;
	const resolving = resolveSvm(read, lookups);
	if (!resolving.ok) return null;
	return {
		...stated,
		read,
		steps: resolving.resolved.instructions.flatMap(decodeSvm),
		facts: facts?.rightCluster === true ? facts : null,
		user,
	};
}

/** Labels are case-sensitive, because changing the case of a base58 address makes it a different address. */
function svmLabelOf(user: User, address: string): string | null {
	return Object.hasOwn(user.labels, address) ? (user.labels[address] ?? null) : null;
}

function svmNameOf(user: User, address: string): string {
	const label = svmLabelOf(user, address);
	if (label !== null) return plain(label);
	const short = shortKey(address) ?? plain(address, 20);
	return user.accounts.includes(address) ? `your account ${short}` : short;
}

export function svmNameParam(user: User, address: string): string | Message {
	if (svmLabelOf(user, address) !== null || !user.accounts.includes(address)) return svmNameOf(user, address);
	return message("account.yours", { address: shortKey(address) ?? plain(address, 20) });
}

/** Returns `undefined` if the account wasn't queried or is unavailable, and `null` if it doesn't exist. */
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

export function openedHere(
	steps: readonly SvmStep[],
	account: string,
): { readonly owner: string; readonly mint: string } | null {
	for (const { meaning } of steps)
		if (meaning.kind === "token_open" && meaning.account === account)
			return { owner: meaning.owner, mint: meaning.mint };
	return null;
}

/** Returns every owner, because steps can close, reopen, or transfer the account. */
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
 * Returns the owner of the tokens in an account. `null` if neither the chain nor the transaction names an
 * owner. If the owner changes during the transaction, returns an owner other than the signer, because tokens
 * sent to the account might not stay with the signer.
 */
export function holderOf(context: SvmContext, account: string): string | null {
	const owners = ownersOf(context, account);
	return owners.find((owner) => owner !== context.signer) ?? owners[0] ?? null;
}

/**
 * Returns who can withdraw from a stake, vote, or nonce account, before the transaction or after any step:
 * the withdrawer, or the lockup's custodian. Prefers an authority other than the signer, like `holderOf`.
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

/** Account indexes of a new code account and its authority in the loader's instructions. */
const PROGRAM_RULERS: Readonly<Record<string, { readonly account: number; readonly ruler: number }>> = {
	initializeBuffer: { account: 0, ruler: 1 },
	deploy: { account: 1, ruler: 7 },
};

function rulersBy(
	facts: SvmFacts | null,
	{ program, name, accounts, meaning }: SvmStep,
	account: string,
): readonly string[] {
	// A split stake keeps the authorities of the stake it came from.
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

/**
 * Returns whether an earlier step closes the account. Anyone with a closed account's key can take funds sent
 * to it.
 */
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

export function mintFor(context: SvmContext, account: string, named: string | null): string | null {
	if (named !== null) return named;
	const before = tokenAccountOf(context.facts, account)?.mint;
	const opened = openedHere(context.steps, account)?.mint;
	// An account that is closed and reopened for a different token holds both, one after the other.
	if (before !== undefined && opened !== undefined && before !== opened) return null;
	return before ?? opened ?? null;
}

/**
 * One list covers all clusters, because only the issuer of a mint could create the same address on another
 * cluster.
 */
const LISTED = "mainnet-beta";

function claimedSymbol(stated: string, short: string): Text {
	const symbol = plain(stated, 16);
	return matchSymbol(LISTED, stated).kind === "plain"
		? symbol
		: message("token.unlisted", { symbol, address: short });
}

/**
 * Returns an unchecked unit if the chain doesn't respond, or if the RPC's decimals differ from the list's.
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

export function payerLamports(subject: DecodedSvmTransaction): bigint | null {
	return factValue(subject.facts?.lamports);
}

export function openedAnew(subject: DecodedSvmTransaction): readonly string[] {
	const opened = subject.steps.flatMap(({ meaning }) =>
		meaning.kind === "token_open" &&
		meaning.payer === subject.signer &&
		accountOf(subject.facts, meaning.account) === null
			? [meaning.account]
			: [],
	);
	return [...new Set(opened)];
}

export function rentOf(subject: DecodedSvmTransaction): bigint | null {
	const count = BigInt(openedAnew(subject).length);
	const each = factValue(subject.facts?.rent.token);
	if (count === 0n) return 0n;
	return each === null ? null : each * count;
}
