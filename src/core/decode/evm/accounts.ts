import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { Hex } from "../../format/numeral.ts";
import { layout, lower } from "./abi.ts";
import {
	type CallSite,
	functionsOf,
	type InnerCallSite,
	type KnownFunction,
	knownFunction,
	UNVERIFIED_CALLS,
} from "./function.ts";
import type { Meaning } from "./meaning.ts";

/**
 * Decodes calls to smart accounts. Sources: safe-global/safe-smart-account (Safe.sol, MultiSend.sol) and its
 * deployments, eth-infinitism's SimpleAccount (ERC-4337), ERC-7579, ERC-7821.
 */

/**
 * MultiSend and MultiSendCallOnly, versions 1.1.1 to 1.5.0. Any other contract that a Safe delegatecalls can
 * take over the Safe.
 */
const MULTISENDS: ReadonlySet<string> = new Set([
	"0x8d29be29923b68abfdd21e541b9374737b49cdad",
	"0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761",
	"0x998739bfdaadde7c933b942a68053933098f9eda",
	"0x40a2accbd92bca938b02010e17a5b8929b49130d",
	"0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b",
	"0x38869bf66a61cf6bdb996a6ae40d5853fd43b526",
	"0x9641d764fc13c8b624c04430c7356c1c7c8102e2",
	"0x218543288004cd07832472d464648173c77d7eb7",
	"0xa83c336b20401af773b6219ba5027174338d1836",
]);

export const isMultiSend = (address: string): boolean => MULTISENDS.has(address);

const PACKED_HEAD = 85;

function packedCalls(bytes: Hex, by: Hex): readonly InnerCallSite[] | null {
	const calls: InnerCallSite[] = [];
	const body = bytes.slice(2);
	for (let at = 0; at < body.length; ) {
		const head = body.slice(at, at + 2 * PACKED_HEAD);
		if (head.length !== 2 * PACKED_HEAD) return null;
		const length = BigInt(`0x${head.slice(106)}`);
		const start = at + 2 * PACKED_HEAD;
		if (length > BigInt((body.length - start) / 2)) return null;
		const operation = head.slice(0, 2);
		if (operation !== "00" && operation !== "01") return null;
		at = start + 2 * Number(length);
		calls.push({
			to: `0x${head.slice(2, 42)}`,
			value: BigInt(`0x${head.slice(42, 106)}`),
			data: `0x${body.slice(start, at)}`,
			how: operation === "01" ? "delegatecall" : "call",
			by,
		});
	}
	return calls;
}

const multiSend = knownFunction("function multiSend(bytes transactions)", ([transactions], site) => {
	if (!isMultiSend(site.target)) return null;
	const calls = packedCalls(lower(transactions), site.self);
	return calls === null ? null : { ...UNVERIFIED_CALLS, way: "multisend", ...site.nest(calls) };
});

const safe = knownFunction(
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
	([to, value, data, operation, , baseGas, gasPrice, gasToken, receiver], site) => {
		if (operation > 1) return null;
		const how = operation === 1 ? "delegatecall" : "call";
		const nested = site.nest([{ to: lower(to), value, data, how, by: site.self }]);
		const refund = {
			asset: gasToken === ZERO_ADDRESS ? ("native" as const) : lower(gasToken),
			least: baseGas * gasPrice,
			to: receiver === ZERO_ADDRESS ? null : lower(receiver),
		};
		return { ...UNVERIFIED_CALLS, way: "safe", ...nested, refund: gasPrice === 0n ? null : refund };
	},
);

function account(calls: readonly InnerCallSite[], site: CallSite): Meaning {
	return { ...UNVERIFIED_CALLS, way: "account", ...site.nest(calls) };
}

function listed(
	targets: readonly string[],
	values: readonly bigint[] | null,
	data: readonly Hex[],
	site: CallSite,
): Meaning | null {
	// SimpleAccount treats an empty value list as zeros.
	const amounts = values === null || values.length === 0 ? targets.map(() => 0n) : values;
	if (targets.length !== data.length || amounts.length !== targets.length) return null;
	const calls = targets.map<InnerCallSite>((to, at) => ({
		to: lower(to),
		value: amounts[at] ?? 0n,
		data: data[at] ?? "0x",
		how: "call",
		by: site.self,
	}));
	return account(calls, site);
}

interface Execution {
	readonly target: string;
	readonly value: bigint;
	readonly callData: Hex;
}

function executions(all: readonly Execution[], site: CallSite, optional: boolean): Meaning {
	const calls = all.map<InnerCallSite>(({ target, value, callData }) => ({
		to: lower(target),
		value,
		data: callData,
		how: "call",
		by: site.self,
		optional,
	}));
	return account(calls, site);
}

const readBatch = layout("function batch((address target, uint256 value, bytes callData)[] executions)");

const ADDRESS = 42;
const SINGLE = ADDRESS + 64;

/** ERC-7579 mode: call type (1 byte), exec type (1), unused (4), selector (4), and payload (22). */
function byMode(mode: Hex, calldata: Hex, site: CallSite): Meaning | null {
	const rest = mode.slice(6);
	const optional = mode.slice(4, 6) === "01";
	if (!optional && mode.slice(4, 6) !== "00") return null;
	// ERC-7821 batches may carry extra data, but encode their calls the same way.
	if (!/^0{60}$/.test(rest) && !/^0{8}782100010{44}$/.test(rest)) return null;
	const type = mode.slice(2, 4);
	if (type === "01") {
		const [all] = readBatch(calldata) ?? [];
		// In ERC-7821, the zero address means the account itself. Other accounts don't support this.
		if (all === undefined || all.some(({ target }) => target === ZERO_ADDRESS)) return null;
		return executions(all, site, optional);
	}
	if (!/^0{60}$/.test(rest)) return null;
	if (type === "00" && calldata.length >= SINGLE) {
		const target = calldata.slice(0, ADDRESS);
		const value = BigInt(`0x${calldata.slice(ADDRESS, SINGLE)}`);
		return executions([{ target, value, callData: `0x${calldata.slice(SINGLE)}` }], site, optional);
	}
	if (type !== "ff" || calldata.length < ADDRESS) return null;
	const to = lower(calldata.slice(0, ADDRESS));
	const data: Hex = `0x${calldata.slice(ADDRESS)}`;
	return account([{ to, value: 0n, data, how: "delegatecall", by: site.self, optional }], site);
}

export const ACCOUNTS: readonly KnownFunction[] = [
	safe,
	multiSend,
	...functionsOf({
		"execute(address dest, uint256 value, bytes func)": ([target, value, callData], site) =>
			executions([{ target, value, callData }], site, false),
		"executeBatch(address[] dest, bytes[] func)": ([targets, data], site) =>
			listed(targets, null, data, site),
		"executeBatch(address[] dest, uint256[] value, bytes[] func)": ([targets, values, data], site) =>
			listed(targets, values, data, site),
		"executeBatch((address target, uint256 value, bytes data)[] calls)": ([calls], site) =>
			executions(
				calls.map(({ target, value, data }) => ({ target, value, callData: data })),
				site,
				false,
			),
		"execute(bytes32 mode, bytes executionCalldata)": ([mode, calldata], site) =>
			byMode(mode, calldata, site),
	}),
];
