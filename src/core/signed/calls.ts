import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { isMultiSend } from "../decode/evm/accounts.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeEvm } from "../decode/evm/decode-evm.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import type { User } from "../decoded-transaction/decoded-transaction.ts";
import { verifyBy } from "../decoded-transaction/known-accounts.ts";
import type { AddressFacts } from "../decoded-transaction/opinion.ts";
import type { CarriedCall } from "../match/typed-data/carried-call.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedStruct } from "../match/typed-data/reading.ts";
import { addressAt, fungible, NATIVE, type SignedPart, wholeAt } from "./reading.ts";

/**
 * Decodes a call that a signature contains, and its additional cost: a Safe's refund, or the gas for a user
 * operation.
 */

export interface CallSiteFacts {
	readonly chainRef: string | null;
	readonly user: Pick<User, "accounts">;
	readonly addressFacts: AddressFacts | null;
}

export function decodedCall(
	{ chainRef, user, addressFacts }: CallSiteFacts,
	{ from, to, value, data }: CarriedCall,
): Decoded {
	const chain = chainRef ?? "";
	const verify = verifyBy(chain, user.accounts, addressFacts);
	return decodeEvm({ to, value, data }, verify, contractsOf(chain), isMultiSend(to) ? from : to);
}

export function delegateCallTarget({ message }: TypedData): string | null {
	const to = addressAt(message, "to");
	return wholeAt(message, "operation") === 0n || isMultiSend(to) ? null : to;
}

/** Gas that a Safe adds to a call that sends value to a new account. */
const CALL_GAS = 50_000n;

/**
 * Returns a Safe's refund, (gas used + baseGas) × gasPrice, in any token to anyone (Safe: handlePayment). A
 * zero receiver means the account that executes the transaction.
 */
export function safeRefund({ message }: TypedData): SignedPart[] {
	const price = wholeAt(message, "gasPrice");
	if (price === 0n) return [];
	const token = addressAt(message, "gasToken");
	const receiver = addressAt(message, "refundReceiver");
	const base = wholeAt(message, "baseGas");
	return [
		{
			asset: token === ZERO_ADDRESS ? NATIVE : fungible(token),
			least: base * price,
			most: (base + wholeAt(message, "safeTxGas") + CALL_GAS) * price,
			to: receiver === ZERO_ADDRESS ? null : receiver,
		},
	];
}

const HALF = 128n;
const LOW = 2n ** HALF - 1n;

function halvesAt(message: TypedStruct, path: string): readonly [bigint, bigint] {
	const word = memberAt(message, path);
	const value = typeof word === "string" ? BigInt(word) : 0n;
	return [value >> HALF, value & LOW];
}

const hasPayer = (message: TypedStruct): boolean => memberAt(message, "paymasterAndData") !== "0x";

/** Returns the fee for EntryPoint 0.8 and 0.9, or `null` if a paymaster pays it. */
export function packedOperationFee({ message }: TypedData): bigint | null {
	if (hasPayer(message)) return null;
	const [verification, call] = halvesAt(message, "accountGasLimits");
	const [, price] = halvesAt(message, "gasFees");
	return (verification + call + wholeAt(message, "preVerificationGas")) * price;
}

/** Returns the fee for Safe's ERC-4337 module, or `null` if a paymaster pays it. */
export function safeOperationFee({ message }: TypedData): bigint | null {
	if (hasPayer(message)) return null;
	const gas = ["callGasLimit", "verificationGasLimit", "preVerificationGas"].map((path) =>
		wholeAt(message, path),
	);
	return gas.reduce((sum, each) => sum + each, 0n) * wholeAt(message, "maxFeePerGas");
}
