import {
	getAddress,
	type Hash,
	type Hex,
	isAddressEqual,
	isHex,
	keccak256,
	parseTransaction,
	recoverTransactionAddress,
} from "viem";
import type { EvmTransactionPayload } from "../../src/service-api/commit.ts";
import { Problem } from "./problem.ts";

/** Checks a signed transaction against the payload that was to be signed. */

function mismatch(field: string, expected: unknown, got: unknown): Problem {
	const details = { field, expected: String(expected), got: String(got) };
	return new Problem(
		422,
		"signature_mismatch",
		`The signed transaction differs in ${field}: expected ${details.expected}, got ${details.got}.`,
		{ details },
	);
}

export interface SignedTransaction {
	readonly raw: Hex;
	readonly hash: Hash;
}

/**
 * @param raw one signed EIP-1559 transaction (type 2), as 0x hex
 * @throws Problem 422 `signature_mismatch`, with the field and both values in `details`
 */
export async function verifySigned(raw: string, payload: EvmTransactionPayload): Promise<SignedTransaction> {
	if (!isHex(raw) || !raw.startsWith("0x02"))
		throw mismatch("encoding", "a type 2 transaction", raw.slice(0, 12));
	const serialized: `0x02${string}` = `0x02${raw.slice(4)}`;
	const parsed = (() => {
		try {
			return parseTransaction(serialized);
		} catch {
			throw mismatch("encoding", "a type 2 transaction", "unreadable bytes");
		}
	})();
	const { transaction } = payload;
	const fields: [string, unknown, unknown][] = [
		["chain_id", payload.chain_id, parsed.chainId],
		["nonce", payload.nonce, parsed.nonce ?? 0],
		["to", getAddress(transaction.to), parsed.to ? getAddress(parsed.to) : "none"],
		["value", BigInt(transaction.value), parsed.value ?? 0n],
		["data", transaction.data.toLowerCase(), parsed.data ?? "0x"],
		["gas_limit", BigInt(transaction.gas_limit), parsed.gas ?? 0n],
		["max_fee_per_gas", BigInt(transaction.max_fee_per_gas), parsed.maxFeePerGas ?? 0n],
		[
			"max_priority_fee_per_gas",
			BigInt(transaction.max_priority_fee_per_gas),
			parsed.maxPriorityFeePerGas ?? 0n,
		],
		["access_list", 0, parsed.accessList?.length ?? 0],
	];
	for (const [field, expected, got] of fields) if (expected !== got) throw mismatch(field, expected, got);
	const signer = await recoverTransactionAddress({ serializedTransaction: serialized }).catch(() => {
		throw mismatch("signature", payload.signer, "no signature");
	});
	if (!isAddressEqual(signer, getAddress(payload.signer))) throw mismatch("signer", payload.signer, signer);
	return { raw: serialized, hash: keccak256(serialized) };
}
