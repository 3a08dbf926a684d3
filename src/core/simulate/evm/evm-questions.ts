import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { byKind } from "../../by-kind.ts";
import type { SimulateRead } from "../../chain/evm-simulation.ts";
import type { Hex } from "../../format/numeral.ts";
import { orIfThrown } from "../../or-if-thrown.ts";

/** A query for one value. Addresses are lowercase. */
export type EvmQuestion =
	/** ERC-20 balance, or number of ERC-721 items. */
	| { readonly kind: "balance"; readonly token: Hex; readonly account: Hex }
	/** Queried through Multicall3. */
	| { readonly kind: "coin"; readonly by: Hex; readonly account: Hex }
	/** ERC-1155. */
	| { readonly kind: "balance_of_id"; readonly token: Hex; readonly account: Hex; readonly id: bigint }
	/** ERC-721. */
	| { readonly kind: "holder"; readonly token: Hex; readonly id: bigint }
	| { readonly kind: "approved"; readonly token: Hex; readonly id: bigint }
	/** Currencies and hook of a Uniswap v4 position. */
	| { readonly kind: "pool"; readonly token: Hex; readonly id: bigint }
	/** ERC-721 and ERC-1155. */
	| { readonly kind: "operator"; readonly token: Hex; readonly account: Hex; readonly spender: Hex }
	| { readonly kind: "allowance"; readonly token: Hex; readonly account: Hex; readonly spender: Hex }
	/** Permit2 and similar contracts, which pass on an allowance that they were given. */
	| {
			readonly kind: "passed_on";
			readonly by: Hex;
			readonly token: Hex;
			readonly account: Hex;
			readonly spender: Hex;
	  }
	| { readonly kind: "owner"; readonly contract: Hex }
	| { readonly kind: "owners"; readonly contract: Hex }
	| { readonly kind: "code"; readonly account: Hex };

const ABI = parseAbi([
	"function balanceOf(address) view returns (uint256)",
	"function allowance(address, address) view returns (uint256)",
	"function isApprovedForAll(address, address) view returns (bool)",
	"function ownerOf(uint256) view returns (address)",
	"function getApproved(uint256) view returns (address)",
	"function owner() view returns (address)",
	"function getOwners() view returns (address[])",
]);
const COIN = parseAbi(["function getEthBalance(address) view returns (uint256)"]);
const BY_ID = parseAbi(["function balanceOf(address, uint256) view returns (uint256)"]);
const POOL = parseAbi([
	"function getPoolAndPositionInfo(uint256) view returns ((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks), uint256)",
]);
const PASSED_ON = parseAbi([
	"function allowance(address, address, address) view returns (uint160, uint48, uint48)",
]);

const call = (to: Hex, called: Parameters<typeof encodeFunctionData>[0]): SimulateRead => ({
	to,
	data: encodeFunctionData(called),
});

export const readOf = (question: EvmQuestion): SimulateRead =>
	byKind<EvmQuestion, SimulateRead>(question, {
		balance: ({ token, account }) => call(token, { abi: ABI, functionName: "balanceOf", args: [account] }),
		balance_of_id: ({ token, account, id }) =>
			call(token, { abi: BY_ID, functionName: "balanceOf", args: [account, id] }),
		coin: ({ by, account }) => call(by, { abi: COIN, functionName: "getEthBalance", args: [account] }),
		holder: ({ token, id }) => call(token, { abi: ABI, functionName: "ownerOf", args: [id] }),
		approved: ({ token, id }) => call(token, { abi: ABI, functionName: "getApproved", args: [id] }),
		pool: ({ token, id }) => call(token, { abi: POOL, functionName: "getPoolAndPositionInfo", args: [id] }),
		operator: ({ token, account, spender }) =>
			call(token, { abi: ABI, functionName: "isApprovedForAll", args: [account, spender] }),
		allowance: ({ token, account, spender }) =>
			call(token, { abi: ABI, functionName: "allowance", args: [account, spender] }),
		passed_on: ({ by, token, account, spender }) =>
			call(by, { abi: PASSED_ON, functionName: "allowance", args: [account, token, spender] }),
		owner: ({ contract }) => call(contract, { abi: ABI, functionName: "owner" }),
		owners: ({ contract }) => call(contract, { abi: ABI, functionName: "getOwners" }),
		code: ({ account }) => ({ codeOf: account }),
	});

export type ChainReading =
	| { readonly kind: "amount"; readonly amount: bigint }
	| { readonly kind: "address"; readonly address: Hex }
	| { readonly kind: "addresses"; readonly addresses: readonly Hex[] }
	| { readonly kind: "code"; readonly size: number; readonly delegatedTo: Hex | null }
	| { readonly kind: "none" };

const amount = (read: bigint): ChainReading => ({ kind: "amount", amount: read });
const NONE: ChainReading = { kind: "none" };
const MAX_OWNERS = 64;

/** Code of an account that uses EIP-7702. */
const DESIGNATOR = /^ef0100([0-9a-f]{40})0{18}$/;
const DESIGNATOR_SIZE = 23;
const MAX_SIZE = 2 ** 24;

function codeAnswer(data: Hex): ChainReading {
	const size = Number(`0x${data.slice(2, 66)}`);
	if (data.length !== 130 || size > MAX_SIZE) return NONE;
	const lent = size === DESIGNATOR_SIZE ? DESIGNATOR.exec(data.slice(66)) : null;
	return { kind: "code", size, delegatedTo: lent === null ? null : `0x${lent[1]}` };
}

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function decoded(question: EvmQuestion, data: Hex): ChainReading {
	switch (question.kind) {
		case "balance":
		case "balance_of_id":
		case "coin":
		case "allowance":
			return amount(decodeFunctionResult({ abi: ABI, functionName: "balanceOf", data }));
		case "passed_on":
			return amount(decodeFunctionResult({ abi: PASSED_ON, data })[0]);
		case "operator":
			return amount(decodeFunctionResult({ abi: ABI, functionName: "isApprovedForAll", data }) ? 1n : 0n);
		case "holder":
		case "approved":
		case "owner":
			return {
				kind: "address",
				address: lower(decodeFunctionResult({ abi: ABI, functionName: "owner", data })),
			};
		case "owners": {
			const owners = decodeFunctionResult({ abi: ABI, functionName: "getOwners", data });
			return owners.length > MAX_OWNERS ? NONE : { kind: "addresses", addresses: owners.map(lower) };
		}
		case "pool": {
			const [{ currency0, currency1, tickSpacing, hooks }] = decodeFunctionResult({ abi: POOL, data });
			// If all values are zero, the position doesn't exist. It must not look like a pool without a
			// hook.
			return tickSpacing === 0
				? NONE
				: { kind: "addresses", addresses: [currency0, currency1, hooks].map(lower) };
		}
		case "code":
			return codeAnswer(data);
	}
}

export function answerOf(question: EvmQuestion, data: Hex | null): ChainReading {
	if (data === null) return NONE;
	return orIfThrown(NONE, () => decoded(question, data));
}
