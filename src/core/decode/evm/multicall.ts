import { lower } from "./abi.ts";
import { type CallSite, type InnerCallSite, type KnownFunction, known, PLAIN } from "./function.ts";
import type { Meaning } from "./meaning.ts";

/** Calls in a row. Sources: OpenZeppelin's and Uniswap's Multicall, Multicall3 (mds1/multicall3). */

/** A contract calls its own functions by delegatecall: the caller stays who it is, and no value is shared out. */
function onItself(data: readonly `0x${string}`[], place: CallSite): Meaning {
	const calls = data.map<InnerCallSite>((each) => ({
		to: place.target,
		value: 0n,
		sent: place.sent,
		data: each,
		how: "call",
		by: "caller",
	}));
	return { ...PLAIN, way: "multicall", ...place.nest(calls) };
}

interface InnerCallInput {
	readonly target: string;
	readonly callData: `0x${string}`;
	readonly value?: bigint;
	readonly allowFailure?: boolean;
}

/** The contract calls others in its own name. */
function toOthers(inputs: readonly InnerCallInput[], place: CallSite, allFail = false): Meaning {
	const calls = inputs.map<InnerCallSite>(({ target, callData, value = 0n, allowFailure = allFail }) => ({
		to: lower(target),
		value,
		data: callData,
		how: "call",
		by: place.self,
		optional: allowFailure,
	}));
	return { ...PLAIN, way: "aggregate", ...place.nest(calls) };
}

export const MULTICALL: readonly KnownFunction[] = [
	known("function multicall(bytes[] data)", ([data], place) => onItself(data, place)),
	known("function multicall(uint256 deadline, bytes[] data)", ([, data], place) => onItself(data, place)),
	known("function aggregate((address target, bytes callData)[] calls)", ([calls], place) =>
		toOthers(calls, place),
	),
	known(
		"function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)",
		([mustAll, calls], place) => toOthers(calls, place, !mustAll),
	),
	known("function blockAndAggregate((address target, bytes callData)[] calls)", ([calls], place) =>
		toOthers(calls, place),
	),
	known(
		"function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)",
		([mustAll, calls], place) => toOthers(calls, place, !mustAll),
	),
	known(
		"function aggregate3((address target, bool allowFailure, bytes callData)[] calls)",
		([calls], place) => toOthers(calls, place),
	),
	known(
		"function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)",
		([calls], place) => toOthers(calls, place),
	),
];
