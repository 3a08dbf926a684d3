import {
	decodeFunctionData,
	encodeAbiParameters,
	encodeFunctionResult,
	parseAbi,
	parseAbiParameters,
} from "viem/utils";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { feedFor } from "../../../../src/core/fiat/feeds.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { type EvmChain, type EvmChains, EvmRpcChains } from "../../../../src/main/chains/evm/chain.ts";
import type { ManyAnswer, ManyQuestion } from "../../../../src/main/chains/evm/many-question.ts";
import { MULTICALL3 } from "../../../../src/main/chains/evm/many-state.ts";
import { Prices } from "../../../../src/main/chains/prices.ts";
import { Events } from "../../../../src/main/events.ts";
import { Home } from "../../../../src/main/home/home.ts";
import type { Clock } from "../../../../src/main/ports.ts";
import { stub } from "../../../fixtures/stub.ts";
import { fakeClock, fakeRpc, RpcFault } from "../chains/fake-rpc.ts";
import { createLogDb } from "./log.ts";

/** RPCs of Base that count the requests and their rounds. */

type Hex = `0x${string}`;

export const BASE = "8453";
export const ME = "0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199";
export const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
export const SPAM = "0x1111111111111111111111111111111111111111";

const ABI = parseAbi([
	"function balanceOf(address owner) view returns (uint256)",
	"function symbol() view returns (string)",
	"function decimals() view returns (uint8)",
	"function description() view returns (string)",
	"function uiMultiplier() view returns (uint256)",
	"function newUIMultiplier() view returns (uint256)",
	"function effectiveAt() view returns (uint256)",
	"function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
]);
const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);

/** Answers of an RPC, which a test may change. */
interface RpcState {
	/** Balances by asset in lower case, or `native`. */
	readonly held: Map<string, bigint>;
	/** Tokens whose contract doesn't return balances, in lower case. */
	readonly refusing: Set<string>;
	/** Addresses without code, in lower case. */
	readonly empty: Set<string>;
	symbol: string;
	decimals: bigint;
	/** Price of every feed, with 8 decimals. */
	price: bigint;
	down: boolean;
}

interface Counted {
	requests: number;
	rounds: number;
}

const DOWN = new ChainError("unreachable", verbatim("down"));

const MULTICALL = parseAbi([
	"struct Call { address target; bool allowFailure; bytes callData; }",
	"struct Result { bool success; bytes returnData; }",
	"function aggregate3(Call[] calls) payable returns (Result[])",
	"function getEthBalance(address addr) view returns (uint256)",
	"function getChainId() view returns (uint256)",
]);

/** Returns an RPC that refuses calls without a target, on a chain with Multicall3. */
function strict(answer: (question: ManyQuestion) => ManyAnswer): Parameters<typeof fakeRpc>[0] {
	const result = (target: Hex, callData: Hex): ManyAnswer => {
		if (target !== MULTICALL3.get(Number(BASE))) return answer({ to: target, data: callData, words: 8 });
		const { functionName, args } = decodeFunctionData({ abi: MULTICALL, data: callData });
		if (functionName === "getChainId") return word(BigInt(BASE));
		const [to] = args;
		if (functionName !== "getEthBalance") throw new Error(functionName);
		return answer({ to: to as Hex, data: "0x", words: 1 });
	};
	return {
		eth_call: ([call, , state]) => {
			const { to, data } = call as { to?: Hex; data: Hex };
			if (to === undefined) return new RpcFault("missing to", -32_602);
			if (state !== undefined) return new RpcFault("state overrides are not offered", -32_602);
			const { args } = decodeFunctionData({ abi: MULTICALL, data });
			const calls = args?.[0] as readonly { target: Hex; callData: Hex }[];
			const results = calls.map(({ target, callData }) => {
				const found = result(target.toLowerCase() as Hex, callData);
				return { success: found !== null, returnData: found ?? "0x" };
			});
			return encodeFunctionResult({ abi: MULTICALL, functionName: "aggregate3", result: results });
		},
	};
}

function rpc(held: Readonly<Record<string, bigint>>, clock: Clock, refusesTargetless: boolean) {
	const told: RpcState = {
		held: new Map(Object.entries(held)),
		refusing: new Set(),
		empty: new Set(),
		symbol: "USDC",
		decimals: 6n,
		price: 2n * 10n ** 8n,
		down: false,
	};
	const counted: Counted = { requests: 0, rounds: 0 };
	let open = 0;

	function answer({ to, data }: ManyQuestion): ManyAnswer {
		if (data === "0x") return word(told.held.get("native") ?? 0n);
		if (told.refusing.has(to.toLowerCase())) return null;
		if (told.empty.has(to.toLowerCase())) return "0x";
		const { functionName } = decodeFunctionData({ abi: ABI, data });
		// No token here scales its amounts.
		if (["uiMultiplier", "newUIMultiplier", "effectiveAt"].includes(functionName)) return null;
		if (functionName === "balanceOf") return word(told.held.get(to.toLowerCase()) ?? 0n);
		const feed = ["native", USDC]
			.map((asset) => feedFor(BASE, asset))
			.find((each) => each?.address.toLowerCase() === to.toLowerCase());
		if (functionName === "symbol")
			return encodeFunctionResult({ abi: ABI, functionName, result: told.symbol });
		if (functionName === "decimals") return feed === undefined ? word(told.decimals) : word(8n);
		if (functionName === "description")
			return encodeFunctionResult({ abi: ABI, functionName, result: feed?.description ?? "" });
		const at = BigInt(Math.floor(clock.now() / 1000));
		const isSequencer = feed === undefined;
		return encodeFunctionResult({
			abi: ABI,
			functionName: "latestRoundData",
			result: [1n, isSequencer ? 0n : told.price, at - 90_000n, at, 1n],
		});
	}

	/** Counts a request; requests that are pending at the same time belong to one round. */
	async function counting<T>(ask: () => T): Promise<Awaited<T>> {
		counted.requests += 1;
		if (open === 0) counted.rounds += 1;
		open += 1;
		await new Promise((resolve) => setImmediate(resolve));
		open -= 1;
		return await ask();
	}

	if (refusesTargetless) {
		const { fetch } = fakeRpc(strict(answer));
		const post: typeof fetch = async (...of) => await counting(() => fetch(...of));
		return {
			told,
			counted,
			chains: new EvmRpcChains({ urlOf: () => "https://rpc.test", fetch: post, clock }),
		};
	}
	let round: Promise<void> | null = null;
	const chain = stub<EvmChain>({
		/** Simultaneous calls are one request. */
		call: async (to: string, data: Hex) => {
			round ??= counting(() => {
				round = null;
				if (told.down) throw DOWN;
			});
			await round;
			const found = answer({ to: to as Hex, data, words: 8 });
			if (found === null) throw new ChainError("refused", verbatim("execution reverted"));
			return found;
		},
		many: async (questions: readonly ManyQuestion[]) =>
			await counting(() => {
				if (told.down) throw DOWN;
				return questions.map(answer);
			}),
	});
	return { told, counted, chains: { of: () => chain } };
}

/** Creates Home with two RPCs of Base; the second one is used if `witness` is true. */
export function world({ witness = false, refusesTargetless = false, db = createLogDb() } = {}) {
	const clock = fakeClock();
	const first = rpc({ native: 10n ** 18n, [USDC.toLowerCase()]: 5_000_000n }, clock, refusesTargetless);
	const second = rpc({ native: 10n ** 18n, [USDC.toLowerCase()]: 5_000_000n }, clock, false);
	const state = { scope: "one", met: [] as string[], witness, wanted: true, isSet: true };
	const account = { address: ME, family: "evm", signer: "local", path: null } as const;
	const none = { of: () => stub<never>({}) };
	const pricesOf = (chains: EvmChains) =>
		new Prices(chains, none, {
			clock,
			wanted: () => state.wanted,
			onChange: () => {},
			log: () => {},
		});
	const home = new Home(
		stub({
			ports: {
				log: (line: string) => {
					throw new Error(line);
				},
			},
			clock,
			events: new Events(() => {}),
			stores: {
				logDb: db,
				journal: { rows: () => [] },
				seenAllowances: {
					list: () => state.met.map((token) => ({ chainRef: BASE, token, kind: "allowance" })),
				},
			},
			networks: {
				chains: first.chains,
				svmChains: none,
				secondChains: second.chains,
				secondSvmChains: none,
				hasSecondRpc: () => state.witness,
				chainSettings: () => (state.isSet ? [stub({ family: "evm", chainId: BASE, name: "Base" })] : []),
			},
			wallet: { accounts: { list: () => [account], watched: () => [], isHidden: () => false } },
			fiat: { prices: pricesOf(first.chains), secondPrices: pricesOf(second.chains) },
			signedIn: { current: () => ({ scope: state.scope }) },
		}),
	);
	return { home, clock, first: first.told, second: second.told, counted: first.counted, state, db };
}

/** Waits until nothing is being read. */
export async function settled(home: Pick<Home, "state">): Promise<void> {
	do await new Promise((resolve) => setImmediate(resolve));
	while (home.state().reading);
}
