import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { ChainError, fact, notQueried } from "../../../core/chain/chain-error.ts";
import {
	type EvmFacts,
	type FactsRequest,
	MAX_TOKENS,
	type TokenFacts,
	type TokenQuestion,
} from "../../../core/chain/evm.ts";
import { type Scaling, scaleOf } from "../../../core/format/scale.ts";
import { message } from "../../../core/localized-text.ts";
import { isRefusal } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import type { ContractReads } from "./contract-reads.ts";
import { readL1Fee } from "./l1-fee.ts";
import { address as addressWord, block, quantity, smallQuantity } from "./rpc-values.ts";

const ONE = 10n ** 18n;

interface ScaleAnswers {
	readonly factor: bigint;
	readonly later: bigint | null;
	readonly atSeconds: bigint | null;
}

export function scalingBy({ factor, later, atSeconds }: ScaleAnswers, nowSeconds: bigint): Scaling | null {
	const now = scaleOf(factor, ONE);
	const isPending = later !== null && atSeconds !== null && atSeconds > nowSeconds && later !== factor;
	if (!isPending) return factor === ONE ? null : { now, next: null };
	return { now, next: { scale: scaleOf(later, ONE), atSeconds } };
}

type Hex = `0x${string}`;

const TOKEN = parseAbi([
	"function symbol() view returns (string)",
	"function name() view returns (string)",
	"function decimals() view returns (uint8)",
	"function totalSupply() view returns (uint256)",
	"function balanceOf(address) view returns (uint256)",
	"function allowance(address, address) view returns (uint256)",
	"function supportsInterface(bytes4) view returns (bool)",
	"function uiMultiplier() view returns (uint256)",
	"function newUIMultiplier() view returns (uint256)",
	"function effectiveAt() view returns (uint256)",
]);

const ERC721: Hex = "0x80ac58cd";

function decoding<T>(what: string, read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.evm.not-a-token", { what }), { cause });
	}
}

async function text(reads: ContractReads, token: string, what: "symbol" | "name"): Promise<string> {
	const data = await reads.call(token, encodeFunctionData({ abi: TOKEN, functionName: what }));
	if (data.length === 66)
		return decoding(what, () => hexToString(data, { size: 32 }).replace(/\0+$/u, "")).slice(0, 100);
	return decoding(what, () => decodeFunctionResult({ abi: TOKEN, functionName: what, data })).slice(0, 100);
}

async function decimals(reads: ContractReads, token: string): Promise<number> {
	const data = encodeFunctionData({ abi: TOKEN, functionName: "decimals" });
	const stated = await amount(reads, token, "decimals", data);
	if (stated > 255n) throw new ChainError("unreadable", message("chain.evm.impossible-decimals"));
	return Number(stated);
}

async function amount(reads: ContractReads, token: string, what: string, data: Hex): Promise<bigint> {
	const result = await reads.call(token, data);
	return decoding(what, () =>
		decodeFunctionResult({ abi: TOKEN, functionName: "totalSupply", data: result }),
	);
}

async function supports(reads: ContractReads, token: string, id: Hex): Promise<boolean> {
	const data = encodeFunctionData({ abi: TOKEN, functionName: "supportsInterface", args: [id] });
	const result = await reads.call(token, data);
	return decoding("supportsInterface", () =>
		decodeFunctionResult({ abi: TOKEN, functionName: "supportsInterface", data: result }),
	);
}

async function answeredBy(
	reads: ContractReads,
	token: string,
	functionName: "uiMultiplier" | "newUIMultiplier" | "effectiveAt",
): Promise<bigint | null> {
	const data = encodeFunctionData({ abi: TOKEN, functionName });
	try {
		const result = await reads.call(token, data);
		return result.length === 66 ? BigInt(result) : null;
	} catch (error) {
		if (error instanceof ChainError && isRefusal(error)) return null;
		throw error;
	}
}

/**
 * `uiMultiplier` is part of ERC-8056. The reference implementation stores an announced change in
 * `newUIMultiplier` and `effectiveAt`.
 */
async function scalingOf(reads: ContractReads, token: string, nowSeconds: bigint): Promise<Scaling | null> {
	const factor = await answeredBy(reads, token, "uiMultiplier");
	if (factor === null) return null;
	const [later, atSeconds] = await Promise.all([
		answeredBy(reads, token, "newUIMultiplier"),
		answeredBy(reads, token, "effectiveAt"),
	]);
	return scalingBy({ factor, later, atSeconds }, nowSeconds);
}

async function tokenFacts(
	reads: ContractReads,
	signer: Hex,
	asked: TokenQuestion,
	nowSeconds: bigint,
): Promise<TokenFacts> {
	const token = asked.address;
	const balanceOf = encodeFunctionData({ abi: TOKEN, functionName: "balanceOf", args: [signer] });
	const spender = addressWord.safeParse(asked.spender);
	const allowance = spender.success
		? fact(
				amount(
					reads,
					token,
					"allowance",
					encodeFunctionData({ abi: TOKEN, functionName: "allowance", args: [signer, spender.data] }),
				),
			)
		: Promise.resolve(notQueried(message("chain.evm.no-spender")));
	const supply = encodeFunctionData({ abi: TOKEN, functionName: "totalSupply" });
	const [symbol, name, places, balance, allowed, totalSupply, isErc721, scaling] = await Promise.all([
		fact(text(reads, token, "symbol")),
		fact(text(reads, token, "name")),
		fact(decimals(reads, token)),
		fact(amount(reads, token, "balanceOf", balanceOf)),
		allowance,
		fact(amount(reads, token, "totalSupply", supply)),
		fact(supports(reads, token, ERC721)),
		fact(scalingOf(reads, token, nowSeconds)),
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
		scaling,
	};
}

async function tip(rpc: Rpc): Promise<bigint> {
	return rpc(quantity, "eth_maxPriorityFeePerGas", []);
}

export async function readBaseFee(rpc: Rpc): Promise<bigint> {
	const latest = await rpc(block, "eth_getBlockByNumber", ["latest", false]);
	if (latest.baseFeePerGas === undefined || latest.baseFeePerGas === null)
		throw new ChainError("unreadable", message("chain.evm.no-base-fee"));
	return latest.baseFeePerGas;
}

function nothing(chainId: number): EvmFacts {
	const none = notQueried(message("chain.evm.other-chain"));
	return {
		chainId,
		rightChain: false,
		pendingNonce: none,
		latestNonce: none,
		balance: none,
		gas: none,
		baseFee: none,
		tip: none,
		l1Fee: none,
		codeAtTo: none,
		tokens: new Map(),
	};
}

async function tokenMap(
	reads: ContractReads,
	signer: Hex,
	asked: readonly TokenQuestion[],
	nowSeconds: bigint,
) {
	const all = await Promise.all(
		asked.slice(0, MAX_TOKENS).map((token) => tokenFacts(reads, signer, token, nowSeconds)),
	);
	return new Map(all.map((token) => [token.address.toLowerCase(), token]));
}

/** Sources: Ethereum execution-apis, EIP-20, EIP-165, EIP-1559. */
export async function readFacts(
	rpc: Rpc,
	reads: ContractReads,
	chainId: number,
	request: FactsRequest,
	nowSeconds: bigint,
): Promise<EvmFacts> {
	const signer = addressWord.parse(request.signer);
	const to = addressWord.parse(request.call.to);
	const value = `0x${request.call.value.toString(16)}`;
	const { data, maxFeePerGas } = request.call;
	const price = maxFeePerGas === null ? {} : { maxFeePerGas: `0x${maxFeePerGas.toString(16)}` };
	const estimate = [{ from: signer, to, value, data, ...price }];
	const [chainIdRead, pendingNonce, latestNonce, balance, gas, base, priority, l1Fee, codeAtTo, tokens] =
		await Promise.all([
			rpc(smallQuantity, "eth_chainId", []),
			fact(rpc(smallQuantity, "eth_getTransactionCount", [signer, "pending"])),
			fact(rpc(smallQuantity, "eth_getTransactionCount", [signer, "latest"])),
			fact(reads.balance(signer)),
			fact(rpc(quantity, "eth_estimateGas", estimate)),
			fact(readBaseFee(rpc)),
			fact(tip(rpc)),
			fact(readL1Fee((at, calldata) => reads.call(at, calldata), chainId, request.call.written)),
			fact(reads.codeRead(to).then(({ size }) => size > 0)),
			tokenMap(reads, signer, request.tokens, nowSeconds),
		]);
	if (chainIdRead !== chainId) return nothing(chainIdRead);
	return {
		chainId: chainIdRead,
		rightChain: true,
		pendingNonce,
		latestNonce,
		balance,
		gas,
		baseFee: base,
		tip: priority,
		l1Fee,
		codeAtTo,
		tokens,
	};
}
