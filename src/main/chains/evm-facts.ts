import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { ChainError, type Fact, fact, notAsked } from "./chain-error.ts";
import { address as addressWord, block, bytes, quantity, smallQuantity } from "./evm-words.ts";
import type { Rpc } from "./json-rpc.ts";

/** Everything that a review wants to know of an EVM chain, each part by itself, all asked at once. */

type Hex = `0x${string}`;

export interface TokenQuestion {
	readonly address: string;
	/** Who may take it now. */
	readonly spender: string | null;
}

export interface FactsRequest {
	readonly signer: string;
	readonly call: { readonly to: string; readonly value: bigint; readonly data: Hex };
	readonly tokens: readonly TokenQuestion[];
}

export interface TokenFacts {
	readonly address: string;
	readonly symbol: Fact<string>;
	readonly name: Fact<string>;
	readonly decimals: Fact<number>;
	/** Of the signer, in base units. */
	readonly balance: Fact<bigint>;
	/** What the spender may take of the signer's now. */
	readonly allowance: Fact<bigint>;
	readonly totalSupply: Fact<bigint>;
	/** EIP-165's answer for EIP-721. */
	readonly isErc721: Fact<boolean>;
}

export interface EvmFacts {
	/** As the RPC says; where it is not the chain asked for, nothing else here is trusted. */
	readonly chainId: number;
	readonly rightChain: boolean;
	readonly pendingNonce: Fact<number>;
	readonly latestNonce: Fact<number>;
	/** Of the signer, in wei. */
	readonly balance: Fact<bigint>;
	/** Gas of the payload's call by the RPC's own estimate. */
	readonly gas: Fact<bigint>;
	/** Wei per gas. */
	readonly baseFee: Fact<bigint>;
	readonly tip: Fact<bigint>;
	readonly codeAtTo: Fact<boolean>;
	/** By address in lower case. */
	readonly tokens: ReadonlyMap<string, TokenFacts>;
}

/** A hostile review could name thousands of tokens: no more are asked for. */
export const MOST_TOKENS = 12;

const TOKEN = parseAbi([
	"function symbol() view returns (string)",
	"function name() view returns (string)",
	"function decimals() view returns (uint8)",
	"function totalSupply() view returns (uint256)",
	"function balanceOf(address) view returns (uint256)",
	"function allowance(address, address) view returns (uint256)",
	"function supportsInterface(bytes4) view returns (bool)",
]);

const ERC721: Hex = "0x80ac58cd";

function decoding<T>(what: string, read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw new ChainError("unreadable", `The contract does not answer ${what} as a token does.`, { cause });
	}
}

function call(rpc: Rpc, to: string, data: Hex): Promise<Hex> {
	return rpc(bytes, "eth_call", [{ to, data }, "latest"]);
}

/** `symbol` and `name` are text, or bytes32 in the oldest tokens. */
async function text(rpc: Rpc, token: string, what: "symbol" | "name"): Promise<string> {
	const data = await call(rpc, token, encodeFunctionData({ abi: TOKEN, functionName: what }));
	if (data.length === 66)
		return decoding(what, () => hexToString(data, { size: 32 }).replace(/\0+$/u, "")).slice(0, 100);
	return decoding(what, () => decodeFunctionResult({ abi: TOKEN, functionName: what, data })).slice(0, 100);
}

/** A uint8, checked here: a larger number would make an amount that nobody can write down. */
async function decimals(rpc: Rpc, token: string): Promise<number> {
	const data = encodeFunctionData({ abi: TOKEN, functionName: "decimals" });
	const stated = await amount(rpc, token, "decimals", data);
	if (stated > 255n) throw new ChainError("unreadable", "The contract states decimals that can't be.");
	return Number(stated);
}

async function amount(rpc: Rpc, token: string, what: string, data: Hex): Promise<bigint> {
	const result = await call(rpc, token, data);
	return decoding(what, () =>
		decodeFunctionResult({ abi: TOKEN, functionName: "totalSupply", data: result }),
	);
}

async function supports(rpc: Rpc, token: string, id: Hex): Promise<boolean> {
	const data = encodeFunctionData({ abi: TOKEN, functionName: "supportsInterface", args: [id] });
	const result = await call(rpc, token, data);
	return decoding("supportsInterface", () =>
		decodeFunctionResult({ abi: TOKEN, functionName: "supportsInterface", data: result }),
	);
}

async function tokenFacts(rpc: Rpc, signer: Hex, asked: TokenQuestion): Promise<TokenFacts> {
	const token = asked.address;
	const balanceOf = encodeFunctionData({ abi: TOKEN, functionName: "balanceOf", args: [signer] });
	const spender = addressWord.safeParse(asked.spender);
	const allowance = spender.success
		? fact(
				amount(
					rpc,
					token,
					"allowance",
					encodeFunctionData({ abi: TOKEN, functionName: "allowance", args: [signer, spender.data] }),
				),
			)
		: Promise.resolve(notAsked("No spender to ask for."));
	const supply = encodeFunctionData({ abi: TOKEN, functionName: "totalSupply" });
	const [symbol, name, places, balance, allowed, totalSupply, isErc721] = await Promise.all([
		fact(text(rpc, token, "symbol")),
		fact(text(rpc, token, "name")),
		fact(decimals(rpc, token)),
		fact(amount(rpc, token, "balanceOf", balanceOf)),
		allowance,
		fact(amount(rpc, token, "totalSupply", supply)),
		fact(supports(rpc, token, ERC721)),
	]);
	return {
		address: token,
		symbol,
		name,
		decimals: places,
		balance,
		allowance: allowed,
		totalSupply,
		isErc721,
	};
}

async function tip(rpc: Rpc): Promise<bigint> {
	return rpc(quantity, "eth_maxPriorityFeePerGas", []);
}

/** Of the latest block, in wei per gas. Throws ChainError. */
export async function readBaseFee(rpc: Rpc): Promise<bigint> {
	const latest = await rpc(block, "eth_getBlockByNumber", ["latest", false]);
	if (latest.baseFeePerGas === undefined || latest.baseFeePerGas === null)
		throw new ChainError("unreadable", "This chain states no base fee.");
	return latest.baseFeePerGas;
}

function nothing(chainId: number): EvmFacts {
	const reason = "Your RPC is of another chain.";
	const none = notAsked(reason);
	return {
		chainId,
		rightChain: false,
		pendingNonce: none,
		latestNonce: none,
		balance: none,
		gas: none,
		baseFee: none,
		tip: none,
		codeAtTo: none,
		tokens: new Map(),
	};
}

async function tokenMap(rpc: Rpc, signer: Hex, asked: readonly TokenQuestion[]) {
	const all = await Promise.all(asked.slice(0, MOST_TOKENS).map((token) => tokenFacts(rpc, signer, token)));
	return new Map(all.map((token) => [token.address.toLowerCase(), token]));
}

/**
 * Asks all at once. Throws ChainError only where not even the chain id can be had; every other part that fails
 * is a fact with its reason. Sources: Ethereum execution-apis, EIP-20, EIP-165, EIP-1559.
 */
export async function readFacts(rpc: Rpc, chainId: number, request: FactsRequest): Promise<EvmFacts> {
	const signer = addressWord.parse(request.signer);
	const to = addressWord.parse(request.call.to);
	const value = `0x${request.call.value.toString(16)}`;
	const estimate = [{ from: signer, to, value, data: request.call.data }];
	const [said, pendingNonce, latestNonce, balance, gas, base, priority, codeAtTo, tokens] = await Promise.all(
		[
			rpc(smallQuantity, "eth_chainId", []),
			fact(rpc(smallQuantity, "eth_getTransactionCount", [signer, "pending"])),
			fact(rpc(smallQuantity, "eth_getTransactionCount", [signer, "latest"])),
			fact(rpc(quantity, "eth_getBalance", [signer, "latest"])),
			fact(rpc(quantity, "eth_estimateGas", estimate)),
			fact(readBaseFee(rpc)),
			fact(tip(rpc)),
			fact(rpc(bytes, "eth_getCode", [to, "latest"]).then((code) => code !== "0x")),
			tokenMap(rpc, signer, request.tokens),
		],
	);
	if (said !== chainId) return nothing(said);
	return {
		chainId: said,
		rightChain: true,
		pendingNonce,
		latestNonce,
		balance,
		gas,
		baseFee: base,
		tip: priority,
		codeAtTo,
		tokens,
	};
}
