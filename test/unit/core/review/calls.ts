import {
	concatHex,
	encodeAbiParameters,
	encodeFunctionData,
	encodePacked,
	numberToHex,
	parseAbi,
	parseAbiParameters,
} from "viem/utils";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { hex } from "../match/honest.ts";

/** Calls that contain other calls, as wallets and routers encode them. */

export const MULTISEND = "0x38869bf66a61cf6bdb996a6ae40d5853fd43b526";
export const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
/** Uniswap's Universal Router on Base. */
export const UNIVERSAL_ROUTER = "0x6ff5693b99212da76ad316178a184ab56d299b43";
export const CALLER = "0x0000000000000000000000000000000000000001";
export const ROUTER_ITSELF = "0x0000000000000000000000000000000000000002";
const ZERO = "0x0000000000000000000000000000000000000000";

/** Encodes calldata for a function signature. */
export function callOf(signature: string, args: readonly unknown[]): Hex {
	const lines: readonly string[] = [signature];
	return encodeFunctionData({ abi: parseAbi(lines), args });
}

export const multicall = (data: readonly Hex[]): Hex => callOf("function multicall(bytes[] data)", [data]);

export interface PackedCall {
	readonly to: string;
	readonly value?: bigint;
	readonly data?: Hex;
	readonly operation?: 0 | 1;
}

export function execTransaction(
	{ to, value = 0n, data = "0x", operation = 0 }: PackedCall,
	gas: { readonly base?: bigint; readonly price?: bigint; readonly receiver?: string } = {},
): Hex {
	return callOf(
		"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
		[
			to,
			value,
			data,
			operation,
			0n,
			gas.base ?? 0n,
			gas.price ?? 0n,
			ZERO,
			gas.receiver ?? ZERO,
			`0x${"11".repeat(65)}`,
		],
	);
}

export function packCalls(calls: readonly PackedCall[]): Hex {
	return concatHex(
		calls.map(({ to, value = 0n, data = "0x", operation = 0 }) =>
			encodePacked(
				["uint8", "address", "uint256", "uint256", "bytes"],
				[operation, hex(to), value, BigInt((data.length - 2) / 2), data],
			),
		),
	);
}

export const multiSend = (calls: readonly PackedCall[]): Hex =>
	callOf("function multiSend(bytes transactions)", [packCalls(calls)]);

export const execute = ({ to, value = 0n, data = "0x" }: PackedCall): Hex =>
	callOf("function execute(address dest, uint256 value, bytes func)", [to, value, data]);

export const aggregate3Value = (calls: readonly PackedCall[]): Hex =>
	callOf(
		"function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)",
		[
			calls.map(({ to, value = 0n, data = "0x" }) => ({
				target: to,
				allowFailure: false,
				value,
				callData: data,
			})),
		],
	);

export type Command = readonly [code: number, input: Hex];

/** Encodes one input of the router; `types` are its members' types. */
export const input = (types: string, values: readonly unknown[]): Hex => {
	const parameters: readonly { readonly type: string }[] = parseAbiParameters(types.split("|").join(","));
	return encodeAbiParameters(parameters, values);
};

export function routerExecute(commands: readonly Command[], deadline: bigint | null = 1_795_270_052n): Hex {
	const codes = concatHex(commands.map(([code]) => numberToHex(code, { size: 1 })));
	const inputs = commands.map(([, bytes]) => bytes);
	return deadline === null
		? callOf("function execute(bytes commands, bytes[] inputs)", [codes, inputs])
		: callOf("function execute(bytes commands, bytes[] inputs, uint256 deadline)", [codes, inputs, deadline]);
}

export const v3Path = (...parts: readonly string[]): Hex =>
	concatHex(
		parts.flatMap((token, at) => (at === 0 ? [hex(token)] : [numberToHex(500, { size: 3 }), hex(token)])),
	);
