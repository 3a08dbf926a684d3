import {
	decodeFunctionData,
	encodeAbiParameters,
	encodeFunctionResult,
	parseAbi,
	parseAbiParameters,
} from "viem/utils";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../src/core/message.ts";
import { feedFor } from "../../../../src/core/worth/feeds.ts";
import type { EvmChain } from "../../../../src/main/chains/evm/chain.ts";
import type { ManyAnswer, ManyQuestion } from "../../../../src/main/chains/evm/many.ts";
import { together } from "../../../../src/main/chains/evm/together.ts";
import { createPrices } from "../../../../src/main/chains/prices.ts";
import { HomeReading } from "../../../../src/main/home/home.ts";
import { createHomeStore } from "../../../../src/main/home/kept-home.ts";
import { stub } from "../../../fixtures/stub.ts";
import { fakeClock } from "../chains/fake-rpc.ts";
import { createLogDb } from "./log.ts";

/** Base as RPCs tell it, each question counted, and in how many rounds they came. */

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
	"function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
]);
const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);

/** What an RPC says; changed by a test at will. */
interface Told {
	/** By asset in lower case, or `native`. */
	readonly held: Map<string, bigint>;
	/** Tokens whose contract refuses to tell a balance, in lower case. */
	readonly refusing: Set<string>;
	symbol: string;
	decimals: bigint;
	/** Of every feed, with 8 decimals. */
	price: bigint;
	down: boolean;
}

interface Counted {
	requests: number;
	rounds: number;
}

const DOWN = new ChainError("unreachable", verbatim("down"));

function rpc(held: Readonly<Record<string, bigint>>, now: () => number) {
	const told: Told = {
		held: new Map(Object.entries(held)),
		refusing: new Set(),
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
		const { functionName } = decodeFunctionData({ abi: ABI, data });
		if (functionName === "balanceOf") return word(told.held.get(to.toLowerCase()) ?? 0n);
		const feed = ["native", USDC]
			.map((asset) => feedFor(BASE, asset))
			.find((each) => each?.address.toLowerCase() === to.toLowerCase());
		if (functionName === "symbol")
			return encodeFunctionResult({ abi: ABI, functionName, result: told.symbol });
		if (functionName === "decimals") return feed === undefined ? word(told.decimals) : word(8n);
		if (functionName === "description")
			return encodeFunctionResult({ abi: ABI, functionName, result: feed?.description ?? "" });
		const at = BigInt(Math.floor(now() / 1000));
		const isSequencer = feed === undefined;
		return encodeFunctionResult({
			abi: ABI,
			functionName: "latestRoundData",
			result: [1n, isSequencer ? 0n : told.price, at - 90_000n, at, 1n],
		});
	}

	const chain = stub<EvmChain>({
		many: async (questions: readonly ManyQuestion[]) => {
			counted.requests += 1;
			if (open === 0) counted.rounds += 1;
			open += 1;
			// All that are asked at once are under way together.
			await new Promise((resolve) => setImmediate(resolve));
			open -= 1;
			if (told.down) throw DOWN;
			return questions.map(answer);
		},
	});
	return { told, counted, chains: { of: () => chain } };
}

/** Home over two RPCs of Base; the second one counts where `witness` is set. */
export function world({ witness = false, db = createLogDb() } = {}) {
	const clock = fakeClock();
	const soon = {
		...clock,
		after: (ms: number, run: () => void) => (ms === 0 ? (setImmediate(run), () => {}) : clock.after(ms, run)),
	};
	const now = () => clock.now();
	const first = rpc({ native: 10n ** 18n, [USDC.toLowerCase()]: 5_000_000n }, now);
	const second = rpc({ native: 10n ** 18n, [USDC.toLowerCase()]: 5_000_000n }, now);
	const state = { scope: "one", met: [] as string[], witness, wanted: true, isSet: true };
	const account = { address: ME, family: "evm", signer: "local", path: null } as const;
	const pricesOf = (chains: typeof first.chains) =>
		createPrices({
			chains: together(chains, soon),
			clock,
			wanted: () => state.wanted,
			onChange: () => {},
			log: () => {},
		});
	const none = { of: () => stub<never>({}) };
	const home = new HomeReading({
		evm: first.chains,
		svm: none,
		secondEvm: second.chains,
		secondSvm: none,
		hasSecondRpc: () => state.witness,
		store: createHomeStore(db),
		accounts: stub({ list: () => [account], watched: () => [], isHidden: () => false }),
		prices: pricesOf(first.chains),
		secondPrices: pricesOf(second.chains),
		clock,
		chainSettings: () => (state.isSet ? [stub({ family: "evm", chainId: BASE, name: "Base" })] : []),
		met: () => new Map([[BASE, state.met]]),
		scope: () => state.scope,
		onChange: () => {},
		log: (line) => {
			throw new Error(line);
		},
	});
	return { home, clock, first: first.told, second: second.told, counted: first.counted, state, db };
}

/** All that is under way comes to its end. */
export async function settled(home: Pick<HomeReading, "state">): Promise<void> {
	do await new Promise((resolve) => setImmediate(resolve));
	while (home.state().reading);
}
