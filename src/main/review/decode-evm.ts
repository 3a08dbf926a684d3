import { decodeFunctionData, encodeFunctionData, parseAbi, toFunctionSelector } from "viem/utils";
import type { Hex } from "../match/numeral.ts";

/** Our own reading of a call, from its bytes alone. Sources: EIP-20, EIP-721, EIP-1155. */

export interface DecodedArg {
	readonly name: string;
	readonly type: string;
	readonly value: string;
}

/** The function and its arguments as text, for showing. */
export interface DecodedCall {
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArg[];
}

export type Meaning =
	| { readonly kind: "native" }
	| { readonly kind: "transfer"; readonly to: Hex; readonly amount: bigint }
	/** EIP-20's amount or EIP-721's item: the same bytes, told apart only by asking the contract. */
	| { readonly kind: "transferFrom"; readonly from: Hex; readonly to: Hex; readonly amountOrId: bigint }
	| { readonly kind: "approve"; readonly spender: Hex; readonly amountOrId: bigint }
	| { readonly kind: "allowance"; readonly spender: Hex; readonly by: bigint; readonly up: boolean }
	| {
			readonly kind: "items";
			readonly standard: "erc721" | "erc1155";
			readonly from: Hex;
			readonly to: Hex;
			readonly items: readonly { readonly id: bigint; readonly amount: bigint }[];
	  }
	| { readonly kind: "operator"; readonly operator: Hex; readonly approved: boolean }
	/** `extra`: a known function whose bytes say more than its arguments. */
	| { readonly kind: "unknown"; readonly reason: "short" | "selector" | "extra"; readonly bytes: number };

export interface Decoded {
	/** The called contract or the recipient, in lower case. */
	readonly target: Hex;
	/** Wei sent along. */
	readonly value: bigint;
	readonly meaning: Meaning;
	readonly call: DecodedCall | null;
}

const ABI = parseAbi([
	"function transfer(address to, uint256 amount)",
	"function transferFrom(address from, address to, uint256 amountOrId)",
	"function approve(address spender, uint256 amountOrId)",
	"function increaseAllowance(address spender, uint256 addedValue)",
	"function decreaseAllowance(address spender, uint256 subtractedValue)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
	"function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
	"function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
	"function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
	"function setApprovalForAll(address operator, bool approved)",
]);

type Known = ReturnType<typeof decodeFunctionData<typeof ABI>>;

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function itemsOf(args: Extract<Known, { functionName: "safeTransferFrom" }>["args"]): Meaning {
	const [from, to, id, amount] = args;
	const parties = { kind: "items", from: lower(from), to: lower(to) } as const;
	return args.length === 5 && typeof amount === "bigint"
		? { ...parties, standard: "erc1155", items: [{ id, amount }] }
		: { ...parties, standard: "erc721", items: [{ id, amount: 1n }] };
}

function batchOf(args: Extract<Known, { functionName: "safeBatchTransferFrom" }>["args"]): Meaning | null {
	const [from, to, ids, amounts] = args;
	if (ids.length !== amounts.length) return null;
	const items = ids.map((id, at) => ({ id, amount: amounts[at] ?? 0n }));
	return { kind: "items", standard: "erc1155", from: lower(from), to: lower(to), items };
}

function meaningOf(known: Known): Meaning | null {
	switch (known.functionName) {
		case "transfer":
			return { kind: "transfer", to: lower(known.args[0]), amount: known.args[1] };
		case "transferFrom": {
			const [from, to, amountOrId] = known.args;
			return { kind: "transferFrom", from: lower(from), to: lower(to), amountOrId };
		}
		case "approve":
			return { kind: "approve", spender: lower(known.args[0]), amountOrId: known.args[1] };
		case "increaseAllowance":
		case "decreaseAllowance": {
			const up = known.functionName === "increaseAllowance";
			return { kind: "allowance", spender: lower(known.args[0]), by: known.args[1], up };
		}
		case "safeTransferFrom":
			return itemsOf(known.args);
		case "safeBatchTransferFrom":
			return batchOf(known.args);
		case "setApprovalForAll":
			return { kind: "operator", operator: lower(known.args[0]), approved: known.args[1] };
	}
}

interface Input {
	readonly name?: string;
	readonly type: string;
}

function shownArg(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(shownArg).join(", ")}]`;
	return String(value);
}

/** Decodes with one function of the table and writes it back: only identical bytes count as understood. */
function tryFunction(item: (typeof ABI)[number], data: Hex): { meaning: Meaning; call: DecodedCall } | null {
	try {
		const known = decodeFunctionData({ abi: [item], data });
		if (encodeFunctionData({ abi: [item], ...known }) !== data) return null;
		const meaning = meaningOf(known as Known);
		if (meaning === null) return null;
		const inputs: readonly Input[] = item.inputs;
		const values: readonly unknown[] = known.args;
		const args = inputs.map((input, at) => ({
			name: input.name ?? `${at}`,
			type: input.type,
			value: shownArg(values[at]),
		}));
		const signature = `${item.name}(${inputs.map((input) => input.type).join(",")})`;
		return { meaning, call: { signature, selector: data.slice(0, 10), args } };
	} catch {
		return null;
	}
}

const SELECTORS: ReadonlyMap<string, (typeof ABI)[number]> = new Map(
	ABI.map((item) => [toFunctionSelector(item), item]),
);

function unknown(data: Hex, reason: "short" | "selector" | "extra"): Pick<Decoded, "meaning" | "call"> {
	const selector = reason === "short" ? null : data.slice(0, 10);
	return {
		meaning: { kind: "unknown", reason, bytes: (data.length - 2) / 2 },
		call: { signature: null, selector, args: [] },
	};
}

function read(data: Hex): Pick<Decoded, "meaning" | "call"> {
	if (data === "0x") return { meaning: { kind: "native" }, call: null };
	if (data.length < 10) return unknown(data, "short");
	const item = SELECTORS.get(data.slice(0, 10));
	if (item === undefined) return unknown(data, "selector");
	return tryFunction(item, data) ?? unknown(data, "extra");
}

/** What a call does, by its bytes. Inputs are in lower case, as match/numeral.ts reads them. */
export function decodeEvm(call: { readonly to: Hex; readonly value: bigint; readonly data: Hex }): Decoded {
	return { target: call.to, value: call.value, ...read(call.data) };
}
