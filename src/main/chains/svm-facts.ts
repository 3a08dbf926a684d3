import { z } from "zod";
import { ChainError, type Fact, fact, notAsked } from "./chain-error.ts";
import { accountFacts, MOST_ACCOUNTS, readAccounts, type SvmAccountFacts } from "./svm-accounts.ts";
import type { SvmRpc } from "./svm-rpc.ts";
import { hash, inContext, isBase58, u64 } from "./svm-words.ts";

/** Everything that a review wants to know of a Solana cluster, each part by itself, all asked at once. */

export interface SvmFactsRequest {
	/** The fee payer. */
	readonly payer: string;
	readonly blockhash: string;
	/** The message to be signed, without signatures. */
	readonly messageBase64: string;
	/** At most 64 are asked for. */
	readonly accounts: readonly string[];
}

export interface SvmFacts {
	/** As the RPC says; where it is not the cluster's, nothing else here is trusted. */
	readonly genesis: string;
	readonly rightCluster: boolean;
	/** At `confirmed`. */
	readonly blockHeight: Fact<bigint>;
	/** Of the blockhash asked about, at `confirmed`. */
	readonly blockhashValid: Fact<boolean>;
	/** Of the fee payer. */
	readonly lamports: Fact<bigint>;
	/** Of the message, in lamports. */
	readonly fee: Fact<bigint>;
	/** By address; null: the account does not exist. */
	readonly accounts: ReadonlyMap<string, Fact<SvmAccountFacts | null>>;
	/** The rent-exempt minimum of a plain wallet, a token account and a mint, in lamports. */
	readonly rent: {
		readonly wallet: Fact<bigint>;
		readonly token: Fact<bigint>;
		readonly mint: Fact<bigint>;
	};
}

/** Bytes, as SPL Token lays them out; Token-2022's extensions come on top. */
const SIZES = { wallet: 0, token: 165, mint: 82 } as const;
const CONFIRMED = { commitment: "confirmed" } as const;

export const genesisOf = (rpc: SvmRpc): Promise<string> => rpc(hash, "getGenesisHash", []);

export const heightOf = (rpc: SvmRpc, commitment: "confirmed" | "finalized"): Promise<bigint> =>
	rpc(u64, "getBlockHeight", [{ commitment }]);

export const blockhashValidOf = (
	rpc: SvmRpc,
	blockhash: string,
	commitment: "confirmed" | "finalized",
): Promise<boolean> => rpc(inContext(z.boolean()), "isBlockhashValid", [blockhash, { commitment }]);

export const lamportsOf = (rpc: SvmRpc, address: string): Promise<bigint> =>
	rpc(inContext(u64), "getBalance", [address, CONFIRMED]);

async function feeOf(rpc: SvmRpc, messageBase64: string): Promise<bigint> {
	const lamports = await rpc(inContext(u64.nullable()), "getFeeForMessage", [messageBase64, CONFIRMED]);
	if (lamports === null)
		throw new ChainError(
			"unreadable",
			"Your Solana RPC states no fee: the transaction's blockhash is not known or has expired.",
		);
	return lamports;
}

const rentOf = (rpc: SvmRpc, size: number): Promise<bigint> =>
	rpc(u64, "getMinimumBalanceForRentExemption", [size]);

type AccountMap = Map<string, Fact<SvmAccountFacts | null>>;

/** Each address has an entry: one that is no address, or is beyond the limit, with its reason. */
async function accountMap(rpc: SvmRpc, addresses: readonly string[]): Promise<AccountMap> {
	const keys = [...new Set(addresses)];
	const asked = keys.filter((key) => isBase58(key, 32)).slice(0, MOST_ACCOUNTS);
	const map: AccountMap = new Map();
	for (const key of keys)
		map.set(
			key,
			notAsked(
				isBase58(key, 32) ? "There are too many accounts to ask for." : "This is not a Solana address.",
			),
		);
	const read = await fact(readAccounts(rpc, asked));
	asked.forEach((key, at) => {
		const raw = read.ok ? (read.value[at] ?? null) : null;
		map.set(key, read.ok ? { ok: true, value: raw === null ? null : accountFacts(key, raw) } : read);
	});
	return map;
}

function nothing(genesis: string): SvmFacts {
	const none = notAsked("Your RPC is of another cluster.");
	return {
		genesis,
		rightCluster: false,
		blockHeight: none,
		blockhashValid: none,
		lamports: none,
		fee: none,
		accounts: new Map(),
		rent: { wallet: none, token: none, mint: none },
	};
}

/**
 * Asks all at once. Throws ChainError only where not even the genesis hash can be had; every other part that
 * fails is a fact with its reason. Source: Solana's JSON-RPC methods.
 */
export async function readFacts(rpc: SvmRpc, genesis: string, request: SvmFactsRequest): Promise<SvmFacts> {
	const [said, blockHeight, blockhashValid, lamports, fee, accounts, wallet, token, mint] = await Promise.all(
		[
			genesisOf(rpc),
			fact(heightOf(rpc, "confirmed")),
			fact(blockhashValidOf(rpc, request.blockhash, "confirmed")),
			fact(lamportsOf(rpc, request.payer)),
			fact(feeOf(rpc, request.messageBase64)),
			accountMap(rpc, request.accounts),
			fact(rentOf(rpc, SIZES.wallet)),
			fact(rentOf(rpc, SIZES.token)),
			fact(rentOf(rpc, SIZES.mint)),
		],
	);
	if (said !== genesis) return nothing(said);
	return {
		genesis: said,
		rightCluster: true,
		blockHeight,
		blockhashValid,
		lamports,
		fee,
		accounts,
		rent: { wallet, token, mint },
	};
}
