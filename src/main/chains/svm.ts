import type { Clock } from "../ports.ts";
import { ChainError } from "./chain-error.ts";
import { type Cluster, chainName, clusterOf, knownGenesis } from "./names.ts";
import { type RawAccount, readAccounts, readTables, type SvmLookupFacts } from "./svm-accounts.ts";
import {
	blockhashValidOf,
	genesisOf,
	heightOf,
	lamportsOf,
	readFacts,
	type SvmFacts,
	type SvmFactsRequest,
} from "./svm-facts.ts";
import { lookup, receipt, type SvmLookupResult, type SvmReceipt } from "./svm-receipt.ts";
import { createSvmRpc, type SvmRpc } from "./svm-rpc.ts";
import { type SvmSent, send } from "./svm-send.ts";
import { type SvmSimulated, type SvmSimulateRequest, simulate } from "./svm-simulate.ts";
import { latestBlockhash } from "./svm-words.ts";

export { ChainError, type Fact } from "./chain-error.ts";
export type { SvmAccountData, SvmAccountFacts, SvmLookupFacts } from "./svm-accounts.ts";
export type { SvmFacts, SvmFactsRequest } from "./svm-facts.ts";
export type { SvmLamportsChange, SvmLookupResult, SvmReceipt, SvmTokenChange } from "./svm-receipt.ts";
export type { SvmSent } from "./svm-send.ts";
export type { SvmSimulated, SvmSimulateRequest } from "./svm-simulate.ts";

/**
 * The person's own RPC of each Solana cluster: read, send, look up; every answer counts only where the RPC's
 * genesis hash is the cluster's. It never signs and never sends twice by itself.
 */

export interface SvmBlockhash {
	readonly blockhash: string;
	/** The last block height at which a transaction with this blockhash can land. */
	readonly lastValidBlockHeight: bigint;
}

export interface SvmChain {
	/** mainnet-beta, devnet, testnet or localnet. */
	readonly cluster: Cluster;
	/** Throws ChainError only where not even the genesis hash can be had. */
	facts(request: SvmFactsRequest): Promise<SvmFacts>;
	/** By address; null where there is no lookup table. Throws ChainError. */
	tables(addresses: readonly string[]): Promise<ReadonlyMap<string, SvmLookupFacts>>;
	/** At `confirmed`. Throws ChainError. */
	latestBlockhash(): Promise<SvmBlockhash>;
	/** Throws ChainError. */
	blockHeight(commitment: "confirmed" | "finalized"): Promise<bigint>;
	/** Throws ChainError. */
	blockhashValid(blockhash: string, commitment: "confirmed" | "finalized"): Promise<boolean>;
	/** Hands signed bytes to the RPC after proving its cluster. Throws ChainError where the outcome is unclear. */
	send(transactionBase64: string): Promise<SvmSent>;
	/** By signature. Throws ChainError. */
	lookup(signature: string): Promise<SvmLookupResult>;
	/** By signature, once confirmed; null before. Throws ChainError. */
	receipt(signature: string): Promise<SvmReceipt | null>;
	/** In lamports, at `confirmed`. Throws ChainError. */
	balance(address: string): Promise<bigint>;
	/** Throws ChainError; of kind `refused` where the RPC can't simulate. */
	simulate(request: SvmSimulateRequest): Promise<SvmSimulated>;
	/** As the chain holds them, in order; null where there is none. At most 64. Throws ChainError. */
	accounts(addresses: readonly string[]): Promise<readonly (RawAccount | null)[]>;
	/** Throws ChainError of kind `wrong_chain` where the RPC is of another cluster. */
	prove(): Promise<void>;
}

export interface SvmChains {
	/**
	 * By any of the cluster's names. Throws ChainError of kind `no_rpc` where the person has set none for it, or
	 * nothing tells which genesis hash it must have.
	 */
	of(cluster: string): SvmChain;
}

export interface SvmChainPorts {
	/** The person's RPC address for a cluster, by its own name; null where none is set. */
	readonly urlOf: (cluster: Cluster) => string | null;
	/** The genesis hash pinned in settings; asked only for a cluster that is not public. */
	readonly genesisOf: (cluster: Cluster) => string | null;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

async function prove(rpc: SvmRpc, cluster: Cluster, genesis: string): Promise<void> {
	const said = await genesisOf(rpc);
	if (said !== genesis)
		throw new ChainError(
			"wrong_chain",
			`Your RPC for ${chainName(cluster)} is of another cluster (genesis ${said}). Nothing was sent; correct its address in Settings.`,
		);
}

function createSvmChain(rpc: SvmRpc, cluster: Cluster, genesis: string): SvmChain {
	const proof = () => prove(rpc, cluster, genesis);
	/** An answer counts only together with the proof. */
	const proven = async <T>(read: Promise<T>): Promise<T> => (await Promise.all([read, proof()]))[0];
	return {
		cluster,
		facts: (request) => readFacts(rpc, genesis, request),
		tables: (addresses) => proven(readTables(rpc, addresses)),
		latestBlockhash: async () => {
			const asked = [{ commitment: "confirmed" }];
			const said = await proven(rpc(latestBlockhash, "getLatestBlockhash", asked));
			return { blockhash: said.blockhash, lastValidBlockHeight: said.lastValidBlockHeight };
		},
		blockHeight: (commitment) => proven(heightOf(rpc, commitment)),
		blockhashValid: (blockhash, commitment) => proven(blockhashValidOf(rpc, blockhash, commitment)),
		send: (wire) => send(rpc, proof, wire),
		lookup: (signature) => proven(lookup(rpc, signature)),
		receipt: (signature) => proven(receipt(rpc, signature)),
		balance: (address) => proven(lamportsOf(rpc, address)),
		simulate: (request) => proven(simulate(rpc, request)),
		accounts: (addresses) => proven(readAccounts(rpc, addresses)),
		prove: proof,
	};
}

/** The genesis hash of whatever cluster answers at `url`, to be pinned. Throws ChainError. */
export function readGenesis(url: string, ports: Pick<SvmChainPorts, "fetch" | "clock">): Promise<string> {
	return genesisOf(createSvmRpc({ url, fetch: ports.fetch, clock: ports.clock }));
}

/** One chain object a call, so that a changed RPC address counts at once. */
export function createSvmChains(ports: SvmChainPorts): SvmChains {
	return {
		of: (chainRef) => {
			const cluster = clusterOf(chainRef, ports.genesisOf("localnet"));
			if (cluster === null)
				throw new ChainError(
					"no_rpc",
					`Countersign does not know the Solana cluster ${chainRef.slice(0, 60)}. Nothing was signed or sent.`,
				);
			const url = ports.urlOf(cluster);
			if (url === null)
				throw new ChainError(
					"no_rpc",
					`No RPC is set for ${chainName(cluster)}. Nothing was signed or sent; add one in Settings.`,
				);
			const genesis = knownGenesis(cluster) ?? ports.genesisOf(cluster);
			if (genesis === null)
				throw new ChainError(
					"no_rpc",
					`The genesis hash of ${chainName(cluster)} is not known. Nothing was signed or sent; set its RPC again in Settings.`,
				);
			return createSvmChain(createSvmRpc({ url, fetch: ports.fetch, clock: ports.clock }), cluster, genesis);
		},
	};
}
