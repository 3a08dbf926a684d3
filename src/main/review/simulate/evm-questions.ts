import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { SimulateRead } from "../../chains/evm-simulate.ts";

/** What is asked of contracts before and after a leg, so that it does not matter what their events tell. */

export type Hex = `0x${string}`;

/** All addresses in lower case. */
export type Question =
	/** EIP-20, or how many of an EIP-721 collection. */
	| { readonly kind: "balance"; readonly token: Hex; readonly account: Hex }
	/** EIP-1155. */
	| { readonly kind: "balance_of_id"; readonly token: Hex; readonly account: Hex; readonly id: bigint }
	/** EIP-721. */
	| { readonly kind: "holder"; readonly token: Hex; readonly id: bigint }
	| { readonly kind: "approved"; readonly token: Hex; readonly id: bigint }
	/** EIP-721 and EIP-1155. */
	| { readonly kind: "operator"; readonly token: Hex; readonly account: Hex; readonly spender: Hex }
	/** EIP-20. */
	| { readonly kind: "allowance"; readonly token: Hex; readonly account: Hex; readonly spender: Hex }
	/** Permit2, and what is like it: `by` may take what itself is allowed, for the spender. */
	| {
			readonly kind: "passed_on";
			readonly by: Hex;
			readonly token: Hex;
			readonly account: Hex;
			readonly spender: Hex;
	  }
	/** EIP-173. */
	| { readonly kind: "owner"; readonly contract: Hex }
	/** Safe, and multisigs like it. */
	| { readonly kind: "owners"; readonly contract: Hex };

const ABI = parseAbi([
	"function balanceOf(address) view returns (uint256)",
	"function allowance(address, address) view returns (uint256)",
	"function isApprovedForAll(address, address) view returns (bool)",
	"function ownerOf(uint256) view returns (address)",
	"function getApproved(uint256) view returns (address)",
	"function owner() view returns (address)",
	"function getOwners() view returns (address[])",
]);
const BY_ID = parseAbi(["function balanceOf(address, uint256) view returns (uint256)"]);
const PASSED_ON = parseAbi([
	"function allowance(address, address, address) view returns (uint160, uint48, uint48)",
]);

export function readOf(question: Question): SimulateRead {
	switch (question.kind) {
		case "balance":
			return {
				to: question.token,
				data: encodeFunctionData({ abi: ABI, functionName: "balanceOf", args: [question.account] }),
			};
		case "balance_of_id":
			return {
				to: question.token,
				data: encodeFunctionData({ abi: BY_ID, args: [question.account, question.id] }),
			};
		case "holder":
			return {
				to: question.token,
				data: encodeFunctionData({ abi: ABI, functionName: "ownerOf", args: [question.id] }),
			};
		case "approved":
			return {
				to: question.token,
				data: encodeFunctionData({ abi: ABI, functionName: "getApproved", args: [question.id] }),
			};
		case "operator": {
			const args = [question.account, question.spender] as const;
			return {
				to: question.token,
				data: encodeFunctionData({ abi: ABI, functionName: "isApprovedForAll", args }),
			};
		}
		case "allowance": {
			const args = [question.account, question.spender] as const;
			return { to: question.token, data: encodeFunctionData({ abi: ABI, functionName: "allowance", args }) };
		}
		case "passed_on":
			return {
				to: question.by,
				data: encodeFunctionData({
					abi: PASSED_ON,
					args: [question.account, question.token, question.spender],
				}),
			};
		case "owner":
			return { to: question.contract, data: encodeFunctionData({ abi: ABI, functionName: "owner" }) };
		case "owners":
			return { to: question.contract, data: encodeFunctionData({ abi: ABI, functionName: "getOwners" }) };
	}
}

/** `none`: the contract has no such answer. */
export type Answer =
	| { readonly kind: "amount"; readonly amount: bigint }
	| { readonly kind: "address"; readonly address: Hex }
	| { readonly kind: "addresses"; readonly addresses: readonly Hex[] }
	| { readonly kind: "none" };

const NONE: Answer = { kind: "none" };
const MOST_OWNERS = 64;

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function decoded(question: Question, data: Hex): Answer {
	switch (question.kind) {
		case "balance":
		case "balance_of_id":
		case "allowance":
			return {
				kind: "amount",
				amount: decodeFunctionResult({ abi: ABI, functionName: "balanceOf", data }),
			};
		case "passed_on":
			return { kind: "amount", amount: decodeFunctionResult({ abi: PASSED_ON, data })[0] };
		case "operator":
			return {
				kind: "amount",
				amount: decodeFunctionResult({ abi: ABI, functionName: "isApprovedForAll", data }) ? 1n : 0n,
			};
		case "holder":
		case "approved":
		case "owner":
			return {
				kind: "address",
				address: lower(decodeFunctionResult({ abi: ABI, functionName: "owner", data })),
			};
		case "owners": {
			const owners = decodeFunctionResult({ abi: ABI, functionName: "getOwners", data });
			return owners.length > MOST_OWNERS ? NONE : { kind: "addresses", addresses: owners.map(lower) };
		}
	}
}

/** What a contract answered; `none` where it gave no answer, or one that can't be read. */
export function answerOf(question: Question, data: Hex | null): Answer {
	if (data === null) return NONE;
	try {
		return decoded(question, data);
	} catch {
		return NONE;
	}
}
