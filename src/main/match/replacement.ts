import type { EvmTransactionPayload } from "../../contract/commit.ts";
import { type Check, failed, type MatchResult, passed, verdictOf } from "./check.ts";
import type { FrozenReplacement } from "./frozen.ts";
import { readAddress, readBytes, readChainRef, readUint } from "./numeral.ts";

/** Is this the transaction that it replaces, at a higher fee, or nothing sent to oneself in its place? */

/** Nodes take a replacement only where both fees are at least this many percent of the old ones (go-ethereum). */
const LEAST_PERCENT = 110n;

/** The least fee per gas that nodes take in place of `fee`, in wei. */
export function leastReplacementFee(fee: bigint): bigint {
	return (fee * LEAST_PERCENT + 99n) / 100n;
}

function same(field: string, words: string, one: unknown, other: unknown): Check {
	const values = { reviewed: String(one), payload: String(other) };
	return one !== null && one === other
		? passed(field, words, values)
		: failed(field, "The replacement differs here from what it replaces.", values);
}

function placeChecks(frozen: FrozenReplacement): Check[] {
	const { payload, replaces } = frozen;
	const signer = readAddress(frozen.signer);
	return [
		same("chain_id", "For the same chain.", replaces.payload.chain_id, payload.chain_id),
		same("chain_ref", "For the chain that is named.", readChainRef(frozen.chain_ref), payload.chain_id),
		same("signer", "Of the same account.", readAddress(replaces.payload.signer), readAddress(payload.signer)),
		same("account", "Of the account that is named.", signer, readAddress(payload.signer)),
		same(
			"nonce",
			"It takes the same nonce, so that only one of the two can happen.",
			replaces.payload.nonce,
			payload.nonce,
		),
	];
}

function callChecks(frozen: FrozenReplacement): Check[] {
	const { transaction: tx } = frozen.payload;
	const old = frozen.replaces.payload.transaction;
	if (frozen.purpose === "cancel")
		return [
			same("to", "It goes to the account itself.", readAddress(frozen.signer), readAddress(tx.to)),
			same("value", "It sends nothing.", 0n, readUint(tx.value)),
			same("data", "It calls nothing.", "0x", readBytes(tx.data)),
		];
	return [
		same("to", "The same target.", readAddress(old.to), readAddress(tx.to)),
		same("value", "The same value, to the last wei.", readUint(old.value), readUint(tx.value)),
		same("data", "The same data, byte for byte.", readBytes(old.data), readBytes(tx.data)),
		same("gas_limit", "The same gas limit.", old.gas_limit, tx.gas_limit),
	];
}

function feeCheck(
	field: "max_fee_per_gas" | "max_priority_fee_per_gas",
	before: EvmTransactionPayload,
	now: EvmTransactionPayload,
): Check {
	const [old, fresh] = [readUint(before.transaction[field]), readUint(now.transaction[field])];
	const values = { reviewed: before.transaction[field], payload: now.transaction[field] };
	if (old === null || fresh === null) return failed(field, "The fee is not written as plain digits.", values);
	return fresh >= leastReplacementFee(old)
		? passed(field, "High enough to take the place of the first one.", values)
		: failed(field, "Too low: nodes take a replacement only at a fee that is a tenth higher.", values);
}

function feeOrderCheck({ transaction: tx }: EvmTransactionPayload): Check {
	const [most, tip] = [readUint(tx.max_fee_per_gas), readUint(tx.max_priority_fee_per_gas)];
	return most !== null && tip !== null && tip <= most
		? passed("fees", "The priority fee is within the most per gas.")
		: failed("fees", "The priority fee is above the most per gas.");
}

/** Compares a replacement with what it replaces, field by field; needs neither chain nor clock. */
export function matchReplacement(frozen: FrozenReplacement): MatchResult {
	const { payload, replaces } = frozen;
	return verdictOf([
		...placeChecks(frozen),
		...callChecks(frozen),
		feeCheck("max_fee_per_gas", replaces.payload, payload),
		feeCheck("max_priority_fee_per_gas", replaces.payload, payload),
		feeOrderCheck(payload),
	]);
}
