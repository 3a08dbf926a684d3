import { toFunctionSelector } from "viem/utils";
import { type ArgsOf, functionOf, layout, lower } from "../../decode/evm/abi.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import { decodeEvm } from "../../decode/evm/decode-evm.ts";
import type { Decoded } from "../../decode/evm/meaning.ts";
import type { Hex } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import { type CallReading, callsIn } from "./calls.ts";

/**
 * Calls relayed for other signers: user operations, meta-transactions, and signed transfers. Any contract can
 * relay them, so they only count as possible effects. Sources: EntryPoint 0.6 to 0.9 (ERC-4337),
 * OpenZeppelin's ERC2771Forwarder and MinimalForwarder, EIP-3009, Polygon's NativeMetaTransaction.
 */

const MAX_CALLS = 16;

interface CarriedCall {
	readonly for: string;
	/** An entry point calls the account itself, and a forwarder calls on the signer's behalf. */
	readonly as: string;
	readonly to: string;
	readonly value: bigint;
	readonly data: Hex;
}

interface SignedTransfer {
	readonly for: string;
	readonly to: string;
	readonly amount: bigint;
}

type Carried = CarriedCall | SignedTransfer;
type Relay = (target: Hex, data: Hex) => readonly Carried[] | null;

const SELECTOR = 10;

function relay<const Signature extends string>(
	signature: Signature,
	carries: (args: ArgsOf<Signature>, target: Hex) => readonly Carried[],
): Relay {
	const selector = once(() => toFunctionSelector(functionOf(signature)));
	const read = layout(signature);
	return (target, data) => {
		const args = data.startsWith(selector()) ? read(`0x${data.slice(SELECTOR)}`) : null;
		return args === null ? null : carries(args, target);
	};
}

const operation = (
	target: Hex,
	{ sender, callData }: { readonly sender: string; readonly callData: Hex },
) => ({
	for: sender,
	as: target,
	to: sender,
	value: 0n,
	data: callData,
});

const forwarded = ({
	from,
	to,
	value,
	data,
}: {
	readonly from: string;
	readonly to: string;
	readonly value: bigint;
	readonly data: Hex;
}) => ({ for: from, as: from, to, value, data });

const RELAYS: readonly Relay[] = [
	relay(
		"function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
		([ops], target) => ops.map((each) => operation(target, each)),
	),
	relay(
		"function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
		([ops], target) => ops.map((each) => operation(target, each)),
	),
	relay(
		"function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request)",
		([request]) => [forwarded(request)],
	),
	relay(
		"function execute((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data) request, bytes signature)",
		([request]) => [forwarded(request)],
	),
	relay(
		"function executeMetaTransaction(address from, bytes data, bytes32 r, bytes32 s, uint8 v)",
		([from, data], target) => [forwarded({ from, to: target, value: 0n, data })],
	),
	relay(
		"function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
		([from, to, amount]) => [{ for: from, to, amount }],
	),
	relay(
		"function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
		([from, to, amount]) => [{ for: from, to, amount }],
	),
	relay(
		"function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
		([from, to, amount]) => [{ for: from, to, amount }],
	),
	relay(
		"function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
		([from, to, amount]) => [{ for: from, to, amount }],
	),
];

function decodedOf(chainRef: string, target: Hex, carried: Carried): Decoded {
	if ("data" in carried) {
		const { to, value, data } = carried;
		return decodeEvm({ to: lower(to), value, data: lower(data) }, undefined, contractsOf(chainRef));
	}
	const { to, amount } = carried;
	return { target, value: 0n, meaning: { kind: "transfer", to: lower(to), amount }, call: null };
}

export interface RelayedCall {
	readonly reading: CallReading;
	readonly for: Hex;
}

export function relayedCalls(call: CallReading): readonly RelayedCall[] {
	const { decoded: top, signer, chainRef, data: bytes = null } = call;
	const found = callsIn(signer.toLowerCase(), top, bytes).flatMap(({ decoded, data }) => {
		if (decoded.meaning.kind !== "unknown" || data === null) return [];
		const { target } = decoded;
		for (const read of RELAYS) {
			const carried = read(target, data);
			if (carried !== null) return carried.map((each) => ({ target, carried: each }));
		}
		return [];
	});
	return found.slice(0, MAX_CALLS).map(({ target, carried }) => ({
		reading: {
			...call,
			signer: "as" in carried ? lower(carried.as) : lower(carried.for),
			decoded: decodedOf(chainRef, target, carried),
			data: null,
		},
		for: lower(carried.for),
	}));
}
