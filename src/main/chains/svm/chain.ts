import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Cluster, chainName, clusterOf, knownGenesis } from "../../../core/chain/names.ts";
import type { SvmFacts, SvmFactsRequest, SvmLookupFacts } from "../../../core/chain/svm.ts";
import { message } from "../../../core/message.ts";
import type { Clock } from "../../ports.ts";
import { type Abilities, createAbilities } from "../abilities.ts";
import type { RpcLink } from "../rpc-link.ts";
import { type RawAccount, readAccounts, readTables } from "./accounts.ts";
import { blockhashValidOf, genesisOf, heightOf, lamportsOf, readFacts } from "./facts.ts";
import { type HeldTokens, readHeldTokens } from "./held.ts";
import { lookup, receipt, type SvmChainReceipt, type SvmLookupResult } from "./receipt.ts";
import { createSvmRpc, type SvmRpc, svmLink } from "./rpc.ts";
import { type SvmSent, send } from "./send.ts";
import { type SvmSimulated, type SvmSimulateRequest, simulate } from "./simulate.ts";
import { latestBlockhash } from "./values.ts";

/**
 * The user's own RPC of each Solana cluster: read, send, look up; every answer counts only where the RPC's
 * genesis hash is the cluster's. It never signs and never sends twice by itself.
 */

interface SvmBlockhash {
	readonly blockhash: string;
	/** The last block height at which a transaction with this blockhash can land. */
	readonly lastValidBlockHeight: bigint;
}

export interface SvmChain {
	/** mainnet-beta, devnet, testnet or localnet. */
	readonly cluster: Cluster;
	/** Throws ChainError only where not even the genesis hash can be had. */
	facts(request: SvmFactsRequest): Promise<SvmFacts>;
	/**
	 * By address; null where there is no lookup table. Where a second RPC is set, both must say the same: a table says who
	 * the accounts of a transaction are, recipients too. Throws ChainError.
	 */
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
	receipt(signature: string): Promise<SvmChainReceipt | null>;
	/** In lamports, at `confirmed`. Throws ChainError. */
	balance(address: string): Promise<bigint>;
	/**
	 * Throws ChainError: `no_method` where the RPC can't simulate, `exceeds` where it can't do so for this payload;
	 * anything else is of now.
	 */
	simulate(request: SvmSimulateRequest): Promise<SvmSimulated>;
	/** As the chain holds them, in order; null where there is none. At most 64. Throws ChainError. */
	accounts(addresses: readonly string[]): Promise<readonly (RawAccount | null)[]>;
	/** What these accounts hold of tokens, of either program, by mint; what is empty is left out. Throws ChainError. */
	heldTokens(owners: readonly string[]): Promise<HeldTokens>;
	/** Throws ChainError of kind `wrong_chain` where the RPC is of another cluster. */
	prove(): Promise<void>;
}

export interface SvmChains {
	/**
	 * By any of the cluster's names. Throws ChainError of kind `no_rpc` where the user has set none for it, or
	 * nothing tells which genesis hash it must have.
	 */
	of(cluster: string): SvmChain;
}

export interface SvmChainPorts {
	/** The user's RPC address for a cluster, by its own name; null where none is set. */
	readonly urlOf: (cluster: Cluster) => string | null;
	/** The RPC at this address gave no answer. */
	readonly onSilence?: (cluster: Cluster, url: string) => void;
	/** Requests began to wait for the RPC at this address because it is busy, or none waits any more. */
	readonly onBusy?: (cluster: Cluster, url: string, isBusy: boolean) => void;
	/** The genesis hash pinned in settings; asked only for a cluster that is not public. */
	readonly genesisOf: (cluster: Cluster) => string | null;
	/** Another RPC of the same cluster, asked for lookup tables beside the first; null or left out: none is set. */
	readonly secondUrlOf?: (cluster: Cluster) => string | null;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

type Tables = ReadonlyMap<string, SvmLookupFacts>;

/** What both say. A table only grows: one of the two may not know its newest addresses yet. */
function agreedTables(first: Tables, second: Tables): Tables {
	return new Map(
		[...first].map(([address, table]) => {
			const other = second.get(address) ?? null;
			if (table === null || other === null) return [address, null];
			const [short, long] =
				table.addresses.length <= other.addresses.length ? [table, other] : [other, table];
			if (short.addresses.some((each, at) => each !== long.addresses[at]))
				throw new ChainError("unreadable", message("chain.svm.two-tables", { address }), {
					saysUnsigned: true,
				});
			return [address, { ...short, deactivated: table.deactivated || other.deactivated }];
		}),
	);
}

async function prove(rpc: SvmRpc, cluster: Cluster, genesis: string): Promise<void> {
	const answered = await genesisOf(rpc);
	if (answered !== genesis)
		throw new ChainError(
			"wrong_chain",
			message("chain.svm.wrong-cluster", { chain: chainName(cluster), genesis: answered }),
		);
}

const secondsOf = (clock: Clock): bigint => BigInt(Math.floor(clock.now() / 1_000));

/** @param second another RPC of the same cluster, which must agree on lookup tables; null where none is set */
function createSvmChain(
	rpc: SvmRpc,
	cluster: Cluster,
	genesis: string,
	abilities: Abilities,
	clock: Clock,
	second: Pick<SvmChain, "tables"> | null,
): SvmChain {
	const proof = () => prove(rpc, cluster, genesis);
	/** An answer counts only together with the proof. */
	const proven = async <T>(read: Promise<T>): Promise<T> => (await Promise.all([read, proof()]))[0];
	return {
		cluster,
		facts: (request) => readFacts(rpc, genesis, request, secondsOf(clock)),
		async tables(addresses) {
			const [first, other] = await Promise.all([
				proven(readTables(rpc, addresses)),
				second === null ? null : second.tables(addresses),
			]);
			return other === null ? first : agreedTables(first, other);
		},
		latestBlockhash: async () => {
			const asked = [{ commitment: "confirmed" }];
			const answered = await proven(rpc(latestBlockhash, "getLatestBlockhash", asked));
			return { blockhash: answered.blockhash, lastValidBlockHeight: answered.lastValidBlockHeight };
		},
		blockHeight: (commitment) => proven(heightOf(rpc, commitment)),
		blockhashValid: (blockhash, commitment) => proven(blockhashValidOf(rpc, blockhash, commitment)),
		send: (wire) => send(rpc, proof, wire),
		lookup: (signature) => proven(lookup(rpc, signature)),
		receipt: (signature) => proven(receipt(rpc, signature)),
		balance: (address) => proven(lamportsOf(rpc, address)),
		simulate: (request) => proven(simulate(rpc, abilities, request)),
		accounts: (addresses) => proven(readAccounts(rpc, addresses)),
		heldTokens: (owners) => proven(readHeldTokens(rpc, owners)),
		prove: proof,
	};
}

/** The genesis hash of whatever cluster answers at `url`, to be pinned. Throws ChainError. */
export function readGenesis(url: string, ports: Pick<SvmChainPorts, "fetch" | "clock">): Promise<string> {
	return genesisOf(createSvmRpc(svmLink({ url, fetch: ports.fetch, clock: ports.clock })));
}

/** One chain object a call, so that a changed RPC address counts at once. */
export function createSvmChains(ports: SvmChainPorts): SvmChains {
	const abilities = createAbilities(ports.clock);
	/** By cluster and address: what is known of an RPC's pace is kept while its address is. */
	const links = new Map<string, RpcLink>();
	function linkOf(cluster: Cluster, url: string): RpcLink {
		const key = `${cluster} ${url}`;
		const before = links.get(key);
		if (before !== undefined) return before;
		const { fetch, clock, onSilence, onBusy } = ports;
		const link = svmLink({
			...{ url, fetch, clock },
			onSilence: () => onSilence?.(cluster, url),
			onBusy: (isBusy) => onBusy?.(cluster, url, isBusy),
		});
		links.set(key, link);
		return link;
	}
	return {
		of: (chainRef) => {
			const cluster = clusterOf(chainRef, ports.genesisOf("localnet"));
			if (cluster === null)
				throw new ChainError(
					"no_rpc",
					message("chain.svm.unknown-cluster", { cluster: chainRef.slice(0, 60) }),
					{ saysUnsigned: true },
				);
			const url = ports.urlOf(cluster);
			if (url === null)
				throw new ChainError("no_rpc", message("chain.svm.no-rpc", { chain: chainName(cluster) }), {
					saysUnsigned: true,
				});
			const genesis = knownGenesis(cluster) ?? ports.genesisOf(cluster);
			if (genesis === null)
				throw new ChainError("no_rpc", message("chain.svm.no-genesis", { chain: chainName(cluster) }), {
					saysUnsigned: true,
				});
			const chainAt = (rpcUrl: string, second: SvmChain | null) => {
				const rpc = createSvmRpc(linkOf(cluster, rpcUrl));
				return createSvmChain(rpc, cluster, genesis, abilities(`${cluster} ${rpcUrl}`), ports.clock, second);
			};
			const secondUrl = ports.secondUrlOf?.(cluster) ?? null;
			return chainAt(url, secondUrl === null ? null : chainAt(secondUrl, null));
		},
	};
}
