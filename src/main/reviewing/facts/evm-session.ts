import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { ChainError, isLasting, orIfChainError } from "../../../core/chain/chain-error.ts";
import type { SimulateCall } from "../../../core/chain/evm-simulation.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";

const MAX_TOKENS = 12;

export interface TokenLabel {
	readonly symbol?: string;
	readonly decimals?: number;
}

export interface SimulationSession {
	readonly chain: EvmChain;
	readonly calls: readonly SimulateCall[];
	readonly claimed: readonly PipelineSimulation[];
	readonly accounts: readonly Hex[];
	/** Accounts whose funds move, except the user's own. */
	readonly controlled: readonly Hex[];
	readonly codes: (contracts: readonly Hex[]) => Promise<ReadonlyMap<Hex, string>>;
	readonly labels: (assets: readonly string[]) => Promise<ReadonlyMap<string, TokenLabel>>;
}

export function codesOf(chain: EvmChain): SimulationSession["codes"] {
	const asked = new Map<Hex, Promise<string>>();
	async function read(contract: Hex): Promise<string> {
		return await orIfChainError("0x", () => chain.code(contract), isLasting);
	}
	return async (contracts) => {
		for (const contract of contracts) if (!asked.has(contract)) asked.set(contract, read(contract));
		return new Map(
			await Promise.all(
				contracts.map(async (contract) => [contract, (await asked.get(contract)) ?? "0x"] as const),
			),
		);
	};
}

const TOKEN = parseAbi([
	"function symbol() view returns (string)",
	"function decimals() view returns (uint8)",
]);

async function textOf<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ChainError && error.isPassing) throw error;
		// `decimals` is optional in ERC-20.
		return undefined;
	}
}

async function labelOf(chain: EvmChain, token: string): Promise<TokenLabel> {
	const [symbol, decimals] = await Promise.all([
		textOf(async () => {
			const data = await chain.call(token, encodeFunctionData({ abi: TOKEN, functionName: "symbol" }));
			if (data.length === 66) return hexToString(data, { size: 32 }).replace(/\0+$/u, "");
			return decodeFunctionResult({ abi: TOKEN, functionName: "symbol", data });
		}),
		textOf(async () => {
			const data = await chain.call(token, encodeFunctionData({ abi: TOKEN, functionName: "decimals" }));
			return decodeFunctionResult({ abi: TOKEN, functionName: "decimals", data });
		}),
	]);
	return {
		...(symbol === undefined ? {} : { symbol: symbol.slice(0, 100) }),
		...(decimals === undefined ? {} : { decimals }),
	};
}

/** The symbol and decimals are the token's own claims. Queries at most a fixed number of tokens. */
export function labelsOf(chain: EvmChain): SimulationSession["labels"] {
	const asked = new Map<string, Promise<TokenLabel>>();
	return async (assets) => {
		const tokens = [...new Set(assets)].filter((asset) => asset !== "native").slice(0, MAX_TOKENS);
		for (const token of tokens) if (!asked.has(token)) asked.set(token, labelOf(chain, token));
		const found = tokens.map(async (token) => [token, (await asked.get(token)) ?? {}] as const);
		return new Map<string, TokenLabel>([["native", { decimals: 18 }], ...(await Promise.all(found))]);
	};
}
