import { isMultiSend } from "../decode/evm/accounts.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { type Decoded, decodeEvm } from "../decode/evm/decode-evm.ts";
import type { CarriedCall } from "../match/typed-data/carried-call.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedStruct } from "../match/typed-data/reading.ts";
import type { AddressFacts } from "../subject/opinion.ts";
import type { User } from "../subject/subject.ts";
import { verifyBy } from "../subject/verified.ts";
import { addressAt, wholeAt, ZERO } from "./members.ts";
import { fungible, NATIVE, type SignedPart } from "./reading.ts";

/** A call that a signature carries, decoded, and costs beside it: a Safe's refund, the gas of a user operation. */

/** Facts that tell which contracts make the calls that they are given. */
export interface CallPlaceFacts {
	/** Decimal chain id; `null` where none is named. */
	readonly chainRef: string | null;
	readonly user: Pick<User, "accounts">;
	readonly addressFacts: AddressFacts | null;
}

/** A Safe's bundle of calls runs in the Safe's name. */
export function decodedCall(
	{ chainRef, user, addressFacts }: CallPlaceFacts,
	{ from, to, value, data }: CarriedCall,
): Decoded {
	const chain = chainRef ?? "";
	const verify = verifyBy(chain, user.accounts, addressFacts);
	return decodeEvm({ to, value, data }, verify, contractsOf(chain), isMultiSend(to) ? from : to);
}

/**
 * Code that a Safe lends its account to by a delegatecall, with whatever it does; `null` for a call and for a known
 * bundle of calls.
 */
export function lentTo({ message }: TypedData): string | null {
	const to = addressAt(message, "to");
	return wholeAt(message, "operation") === 0n || isMultiSend(to) ? null : to;
}

/** Gas of a call itself, to a new account and with a value, which a Safe counts beside what it forwards. */
const CALL_GAS = 50_000n;

/**
 * A Safe pays (gas used + baseGas) × gasPrice of any token, to anybody (Safe: handlePayment). The zero address as
 * receiver means whoever carries it out.
 */
export function safeRefund({ message }: TypedData): SignedPart[] {
	const price = wholeAt(message, "gasPrice");
	if (price === 0n) return [];
	const token = addressAt(message, "gasToken");
	const receiver = addressAt(message, "refundReceiver");
	const base = wholeAt(message, "baseGas");
	return [
		{
			asset: token === ZERO ? NATIVE : fungible(token),
			least: base * price,
			most: (base + wholeAt(message, "safeTxGas") + CALL_GAS) * price,
			to: receiver === ZERO ? null : receiver,
		},
	];
}

const HALF = 128n;
const LOW = 2n ** HALF - 1n;

/** Two numbers in one word, the first in its upper half. */
function halvesAt(message: TypedStruct, path: string): readonly [bigint, bigint] {
	const word = memberAt(message, path);
	const value = typeof word === "string" ? BigInt(word) : 0n;
	return [value >> HALF, value & LOW];
}

const hasPayer = (message: TypedStruct): boolean => memberAt(message, "paymasterAndData") !== "0x";

/** EntryPoint 0.8 and 0.9. `null` where a paymaster pays. */
export function packedOperationFee({ message }: TypedData): bigint | null {
	if (hasPayer(message)) return null;
	const [verification, call] = halvesAt(message, "accountGasLimits");
	const [, price] = halvesAt(message, "gasFees");
	return (verification + call + wholeAt(message, "preVerificationGas")) * price;
}

/** Safe's module for ERC-4337. `null` where a paymaster pays. */
export function safeOperationFee({ message }: TypedData): bigint | null {
	if (hasPayer(message)) return null;
	const gas = ["callGasLimit", "verificationGasLimit", "preVerificationGas"].map((path) =>
		wholeAt(message, path),
	);
	return gas.reduce((sum, each) => sum + each, 0n) * wholeAt(message, "maxFeePerGas");
}
