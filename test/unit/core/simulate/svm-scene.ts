import { base64 } from "@scure/base";
import {
	type AddressLookupTableAccount,
	Keypair,
	type PublicKey,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import type { LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import type { SvmItem } from "../../../../src/core/decoded-transaction/signed-item.ts";
import { type SvmChain, type SvmChains, SvmRpcChains } from "../../../../src/main/chains/svm/chain.ts";
import { lookupsFor } from "../../../../src/main/reviewing/facts/completing.ts";
import { simulateSvm } from "../../../../src/main/reviewing/facts/simulate-svm.ts";
import { type Svm, startSvm } from "../../../chains/svm.ts";
import { fakeClock } from "../../main/chains/fake-rpc.ts";

/** A user on a real Solana runtime, and simulations on their own RPC. */

export type Done = Extract<LocalSimulation, { state: "done" }>;

export const SOL = 10n ** 9n;
/** Rent of a token account, in lamports. */
export const RENT = 2_039_280n;
export const FEE = 5_000n;
const CLUSTER = "localnet";

interface Simulating {
	/** The fee payer; by default the user. */
	readonly payer?: PublicKey;
	readonly tables?: readonly AddressLookupTableAccount[];
	readonly preserve?: boolean;
	readonly blockhash?: string;
	/** Replacement of the chain that answers the simulation's queries. */
	readonly chain?: SvmChain;
}

export interface SvmScene {
	readonly svm: Svm;
	readonly chain: SvmChain;
	readonly me: Keypair;
	/** The user's other account. */
	readonly mine: PublicKey;
	/** The user's known recipient, who has SOL. */
	readonly friend: PublicKey;
	/** A thief, who has SOL. */
	readonly thief: PublicKey;
	/** Returns the user's chain, queried through this fetch. */
	chainThrough(fetching: typeof fetch): SvmChain;
	leg(instructions: readonly TransactionInstruction[], how?: Simulating): Promise<SvmItem>;
	/** Simulates the transaction, and fails if that isn't possible. */
	run(instructions: readonly TransactionInstruction[], how?: Simulating): Promise<Done>;
	own(instructions: readonly TransactionInstruction[], how?: Simulating): Promise<LocalSimulation>;
	close(): Promise<void>;
}

export async function openSvmScene(): Promise<SvmScene> {
	const svm = await startSvm();
	const me = Keypair.generate();
	const [mine, friend, thief] = [Keypair.generate(), Keypair.generate(), Keypair.generate()].map(
		({ publicKey }) => publicKey,
	) as [PublicKey, PublicKey, PublicKey];
	for (const each of [me.publicKey, mine, friend, thief]) svm.airdrop(each, 10n * SOL);
	svm.advance();

	const chains = (fetching: typeof fetch): SvmChains =>
		new SvmRpcChains({
			urlOf: () => svm.url,
			genesisOf: () => svm.genesisHash,
			fetch: fetching,
			clock: fakeClock(),
		});
	const chainThrough = (fetching: typeof fetch) => chains(fetching).of(CLUSTER);
	const chain = chainThrough(fetch);

	async function leg(
		instructions: readonly TransactionInstruction[],
		{ payer = me.publicKey, tables = [], preserve = false, blockhash }: Simulating = {},
	): Promise<SvmItem> {
		const message = new TransactionMessage({
			payerKey: payer,
			recentBlockhash: blockhash ?? (await chain.latestBlockhash()).blockhash,
			instructions: [...instructions],
		}).compileToV0Message([...tables]);
		const transaction_base64 = base64.encode(new VersionedTransaction(message).serialize());
		return {
			kind: "svm",
			signer: me.publicKey.toBase58(),
			chainRef: CLUSTER,
			broadcaster: "wallet",
			simulation: null,
			payload: { signer: me.publicKey.toBase58(), transaction_base64 },
			lookups: [...(await lookupsFor(chains(fetch), CLUSTER, transaction_base64))],
			transaction: {
				payer: payer.toBase58(),
				cluster: CLUSTER,
				version: "v0",
				instructions: [],
				description: "",
				kind: "transfer",
				preserve_blockhash: preserve,
			},
		};
	}

	async function own(
		instructions: readonly TransactionInstruction[],
		how: Simulating = {},
	): Promise<LocalSimulation> {
		// The setup transactions must be confirmed first.
		svm.advance(2);
		const [first] = await simulateSvm(how.chain ?? chain, [await leg(instructions, how)], [mine.toBase58()]);
		if (first === undefined) throw new Error("no result");
		return first;
	}

	return {
		svm,
		chain,
		me,
		mine,
		friend,
		thief,
		chainThrough,
		leg,
		own,
		run: async (instructions, how) => {
			const result = await own(instructions, how);
			if (result.state !== "done") throw new Error(JSON.stringify(result));
			return result;
		},
		close: () => svm.stop(),
	};
}

/** Lists the net change of each asset in each account, sorted, such as “ADDRESS out 5 native”. */
export function netChanges({ simulation }: Done): string[] {
	const sums = new Map<string, bigint>();
	for (const { direction, amount, asset, account } of simulation.balanceChanges) {
		const key = `${account} ${direction} of ${asset}`;
		sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
	}
	return [...sums].map(([key, sum]) => key.replace(" of ", ` ${sum} `)).toSorted();
}

/** Lists each outflow with its recipient, sorted, such as “1000 native to ADDRESS”. */
export function outflowLines({ simulation }: Done): string[] {
	return simulation.balanceChanges
		.filter(({ direction }) => direction === "out")
		.map(({ amount, asset, counterparty }) => `${amount} ${asset} to ${counterparty}`)
		.toSorted();
}
