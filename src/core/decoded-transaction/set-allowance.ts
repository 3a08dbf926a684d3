import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeTransaction } from "../decode/evm/decode-evm.ts";
import { decodeSvm } from "../decode/svm/decode-svm.ts";
import { readAddress, readBytes, readUint } from "../format/numeral.ts";
import type { Frozen, Revoked } from "../match/frozen.ts";
import { remainingAmount } from "../match/revocation.ts";
import { resolveSvm } from "../match/svm/resolve.ts";
import { readSvmTransaction } from "../match/svm/transaction.ts";
import type { EvmItem, SignedItem, SvmItem } from "./signed-item.ts";

/** Allowance set by a transaction that does nothing else. */
export interface SetAllowance {
	/** Kind, token and spender of the allowance. */
	readonly slot: string;
	/** In base units. */
	readonly amount: bigint;
}

const slotOf = (kind: Revoked["kind"], token: string, spender: string): string =>
	kind === "delegate" ? `${kind} ${token} ${spender}` : `${kind} ${token} ${spender}`.toLowerCase();

/** Returns the lower allowance that the user chose. Returns `null` for all other requests. */
export function loweredAllowance(frozen: Frozen): SetAllowance | null {
	if (frozen.kind !== "revocation" || frozen.lowers_to === undefined) return null;
	const { revokes, lowers_to: lowersTo } = frozen;
	const amount = remainingAmount(revokes, lowersTo);
	return amount === null ? null : { slot: slotOf(revokes.kind, revokes.token, revokes.spender), amount };
}

function evmAllowance({ payload, chainRef, signer }: EvmItem): SetAllowance | null {
	const { to, value, data } = payload.transaction;
	const [target, wei, bytes] = [readAddress(to), readUint(value), readBytes(data)];
	if (target === null || wei === null || bytes === null) return null;
	const call = { to: target, value: wei, data: bytes };
	const { meaning } = decodeTransaction(call, undefined, contractsOf(chainRef));
	if (meaning.kind === "approve")
		return { slot: slotOf("allowance", target, meaning.spender), amount: meaning.amountOrId };
	if (meaning.kind !== "permits" || meaning.book !== "permit2") return null;
	const [row, ...more] = meaning.rows;
	const isOwn = meaning.owner === null || meaning.owner === signer.toLowerCase();
	return row === undefined || more.length > 0 || !isOwn
		? null
		: { slot: slotOf("permit2", row.token, row.spender), amount: row.amount };
}

function svmAllowance({ payload, lookups, signer }: SvmItem): SetAllowance | null {
	const resolving = resolveSvm(readSvmTransaction(payload.transaction_base64), lookups);
	const steps = resolving.ok ? resolving.resolved.instructions.flatMap(decodeSvm) : [];
	const [step, ...more] = steps.filter(({ meaning }) => meaning.kind !== "budget");
	if (step?.meaning.kind !== "token_approve" || more.length > 0) return null;
	const { source, delegate, authority, amount } = step.meaning;
	return authority === signer ? { slot: slotOf("delegate", source, delegate), amount } : null;
}

/**
 * Decodes the allowance that a transaction sets. Returns `null` if the transaction does anything else, or
 * increases an allowance by an amount.
 * @throws SvmBytesError if the bytes aren't a Solana transaction
 */
export function setAllowance(item: SignedItem): SetAllowance | null {
	if (item.kind === "evm") return evmAllowance(item);
	return item.kind === "svm" ? svmAllowance(item) : null;
}
