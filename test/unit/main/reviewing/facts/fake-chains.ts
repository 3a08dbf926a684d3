import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import type { SvmFacts, SvmLookupFacts } from "../../../../../src/core/chain/svm.ts";
import type { EvmChain, SequenceCall } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChain } from "../../../../../src/main/chains/svm/chain.ts";
import type { RawAccount } from "../../../../../src/main/chains/svm/raw-accounts.ts";
import type { Chains } from "../../../../../src/main/reviewing/facts/completing.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { NEWER_BLOCKHASH, TABLE } from "../../../core/match/honest-svm.ts";
import { facts, missing } from "../../../core/review/scene.ts";

/** A lookup table as an honest RPC reports it. */
export const TABLE_FACTS: NonNullable<SvmLookupFacts> = {
	table: TABLE.key.toBase58(),
	addresses: TABLE.state.addresses.map((each) => each.toBase58()),
	deactivated: false,
};

/** Answers of the user's RPCs, which a test may change at any time. */
export interface World {
	pending: number;
	baseFee: bigint;
	tip: bigint;
	/** Gas of each call of a sequence; the last value applies to all later calls. */
	gas: (bigint | null)[];
	blockhash: string;
	tables: NonNullable<SvmLookupFacts>[];
	/** Returns the answer to a call with this data. */
	call: (data: string) => `0x${string}`;
	/** Solana accounts by address. */
	accounts: Map<string, RawAccount>;
	/** Error thrown by every query; `null` for none. */
	fault: Error | null;
	/** Methods of the queries, in order. */
	readonly queries: string[];
	readonly sequences: (readonly SequenceCall[])[];
}

const svmFacts: SvmFacts = {
	genesis: "devnet",
	rightCluster: true,
	blockHeight: missing(),
	blockhashValid: { ok: true, value: true },
	lamports: missing(),
	fee: missing(),
	accounts: new Map(),
	rent: { wallet: missing(), token: missing(), mint: missing() },
};

/** Creates chains that answer from a world, and fail on anything that the test didn't expect. */
export function fakeChains(): { readonly world: World; readonly chains: Chains } {
	const world: World = {
		pending: 7,
		baseFee: 1_000n,
		tip: 30n,
		gas: [40_000n],
		blockhash: NEWER_BLOCKHASH,
		tables: [TABLE_FACTS],
		call: () => "0x",
		accounts: new Map(),
		fault: null,
		queries: [],
		sequences: [],
	};
	async function say<T>(method: string, answer: () => T): Promise<T> {
		world.queries.push(method);
		if (world.fault !== null) throw world.fault;
		return answer();
	}
	const evm = stub<EvmChain>({
		nonces: () => say("nonces", () => ({ pending: world.pending, latest: world.pending })),
		fees: () => say("fees", () => ({ baseFee: world.baseFee, tip: world.tip })),
		facts: () => say<EvmFacts>("facts", () => facts()),
		call: (_: string, data: string) => say("call", () => world.call(data)),
		gasOfSequence: (_: string, calls: readonly SequenceCall[]) =>
			say("gasOfSequence", () => {
				world.sequences.push(calls);
				return calls.map((__, at) => world.gas[Math.min(at, world.gas.length - 1)] ?? null);
			}),
	});
	const svm = stub<SvmChain>({
		cluster: "devnet",
		latestBlockhash: () =>
			say("latestBlockhash", () => ({ blockhash: world.blockhash, lastValidBlockHeight: 1_000n })),
		facts: () => say("facts", () => svmFacts),
		accounts: (keys: readonly string[]) =>
			say("accounts", () => keys.map((key) => world.accounts.get(key) ?? null)),
		tables: (addresses: readonly string[]) =>
			say(
				"tables",
				() =>
					new Map<string, SvmLookupFacts>(
						addresses.map((table) => [table, world.tables.find((each) => each.table === table) ?? null]),
					),
			),
	});
	return { world, chains: { evm: { of: () => evm }, svm: { of: () => svm } } };
}
