import { base58, base64 } from "@scure/base";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Cluster, chainName, clusterOf, knownGenesis } from "../../../core/chain/names.ts";
import type { SvmFacts, SvmFactsRequest, SvmLookupFacts } from "../../../core/chain/svm.ts";
import { TOKEN_PROGRAMS } from "../../../core/match/revocation.ts";
import { type Message, message } from "../../../core/message.ts";
import type { Clock } from "../../ports.ts";
import { Abilities } from "../abilities.ts";
import type { RpcLink } from "../rpc-link.ts";
import { blockhashValidOf, genesisOf, heightOf, lamportsOf, readFacts } from "./facts.ts";
import { type RawAccount, readAccounts, readTables } from "./raw-accounts.ts";
import { lookup, receipt, type SvmChainReceipt, type SvmLookupResult, signatureOfBytes } from "./receipt.ts";
import { createSvmRpc, SvmRefusal, type SvmRpc, svmLink } from "./rpc.ts";
import { account, hash, inContext, latestBlockhash, signature } from "./rpc-values.ts";
import { type SvmSimulated, type SvmSimulateRequest, simulate } from "./simulate.ts";

/** Hands a signed transaction to the RPC once, and reads what it says. */

/** Result of sending. After anything but `sent` it is looked up by signature, never sent blindly. */
export type SvmSent =
	| { readonly kind: "sent"; readonly signature: string }
	| { readonly kind: "already_known" }
	/** The blockhash is unknown at `confirmed`, or has expired. */
	| { readonly kind: "blockhash_gone"; readonly text: Message }
	| { readonly kind: "insufficient_funds"; readonly text: Message }
	| { readonly kind: "refused"; readonly text: Message };

const refusalData = z.looseObject({ err: z.unknown(), logs: z.array(z.string()).nullish() });

/** Errors by name that a cluster's checks give before a transaction is forwarded. */
const BY_NAME: ReadonlyMap<string, SvmSent["kind"]> = new Map([
	["AlreadyProcessed", "already_known"],
	["BlockhashNotFound", "blockhash_gone"],
	["InsufficientFundsForFee", "insufficient_funds"],
	["AccountNotFound", "insufficient_funds"],
	["InsufficientFundsForRent", "insufficient_funds"],
]);

/** The same by words, for an RPC that gives no data. */
const BY_WORDS: readonly (readonly [RegExp, SvmSent["kind"]])[] = [
	[/already been processed|already processed/i, "already_known"],
	[/blockhash not found/i, "blockhash_gone"],
	[/insufficient (?:funds|lamports)|no record of a prior credit/i, "insufficient_funds"],
];

/** Logs of the System and Token programs before they fail for lack of funds. */
const SHORT_OF_FUNDS = /^(?:Transfer: insufficient lamports |Program log: Error: insufficient funds$)/;

/**
 * Codes after which the RPC did not forward it: preflight failed, bad signature, node behind, not understood,
 * not allowed, too many requests. After any other error it may be on its way.
 */
const NOT_FORWARDED: ReadonlySet<number | null> = new Set([
	-32002, -32003, -32005, -32600, -32601, -32602, -32700, 401, 403, 429, -32401, -32403, -32429,
]);

function nameOf(err: unknown): string | null {
	if (typeof err === "string") return err;
	return typeof err === "object" && err !== null ? (Object.keys(err)[0] ?? null) : null;
}

function kindOf(refusal: SvmRefusal): SvmSent["kind"] {
	const data = refusalData.safeParse(refusal.data);
	const name = data.success ? nameOf(data.data.err) : null;
	if (data.success && name !== null) {
		const short = (data.data.logs ?? []).some((line) => SHORT_OF_FUNDS.test(line));
		return BY_NAME.get(name) ?? (short ? "insufficient_funds" : "refused");
	}
	return BY_WORDS.find(([pattern]) => pattern.test(refusal.nodeText))?.[1] ?? "refused";
}

function classified(error: unknown): SvmSent {
	if (!(error instanceof SvmRefusal) || !NOT_FORWARDED.has(error.rpcCode)) throw error;
	const kind = kindOf(error);
	if (kind === "already_known") return { kind };
	return { kind: kind === "sent" ? "refused" : kind, text: error.text };
}

/** The first signature, by which the chain will know it. Throws ChainError before anything is sent. */
function ownSignature(transactionBase64: string): string {
	try {
		return signatureOfBytes(base64.decode(transactionBase64));
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.svm.no-transaction"), { cause });
	}
}

/** With preflight at `confirmed`, and no retries by the RPC. Throws ChainError where the outcome is unclear. */
async function send(rpc: SvmRpc, prove: () => Promise<void>, wire: string): Promise<SvmSent> {
	const own = ownSignature(wire);
	await prove();
	const options = {
		encoding: "base64",
		skipPreflight: false,
		preflightCommitment: "confirmed",
		maxRetries: 0,
	};
	try {
		const answered = await rpc(signature, "sendTransaction", [wire, options]);
		if (answered === own) return { kind: "sent", signature: answered };
	} catch (error) {
		return classified(error);
	}
	throw new ChainError("unreadable", message("chain.svm.other-signature"));
}

/** Token holdings of Solana accounts: two queries per account, one per token program. */

interface HeldToken {
	readonly owner: string;
	readonly mint: string;
	/** Base units, of all its token accounts together. */
	readonly amount: bigint;
}

interface HeldTokens {
	readonly tokens: readonly HeldToken[];
	/** Owners that have more of them than are read. */
	readonly cut: readonly string[];
}

/** Mint, owner and amount are the first fields of a token account (SPL Token, state.rs). */
const HEAD = 72;
/** Anybody can send tokens: of one owner and program no more are read. */
const MAX_HELD = 2_000;

const held = inContext(z.array(z.looseObject({ pubkey: hash, account })));

function amountsOf(owner: string, read: z.infer<typeof held>): readonly HeldToken[] {
	const byMint = new Map<string, bigint>();
	for (const { account: found } of read.slice(0, MAX_HELD)) {
		const { data } = found;
		if (data.length !== HEAD || base58.encode(data.subarray(32, 64)) !== owner)
			throw new ChainError(
				"unreadable",
				message("chain.svm.unreadable", { method: "getTokenAccountsByOwner" }),
			);
		const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true);
		const mint = base58.encode(data.subarray(0, 32));
		if (amount > 0n) byMint.set(mint, (byMint.get(mint) ?? 0n) + amount);
	}
	return [...byMint].map(([mint, amount]) => ({ owner, mint, amount }));
}

/** At `confirmed`, all questions at once. Throws ChainError. */
async function readHeldTokens(rpc: SvmRpc, owners: readonly string[]): Promise<HeldTokens> {
	const config = { commitment: "confirmed", encoding: "base64", dataSlice: { offset: 0, length: HEAD } };
	const asked = owners.flatMap((owner) =>
		TOKEN_PROGRAMS.map(async (programId): Promise<HeldTokens> => {
			const read = await rpc(held, "getTokenAccountsByOwner", [owner, { programId }, config]);
			return { tokens: amountsOf(owner, read), cut: read.length <= MAX_HELD ? [] : [owner] };
		}),
	);
	const all = await Promise.all(asked);
	return {
		tokens: all.flatMap(({ tokens }) => tokens),
		cut: [...new Set(all.flatMap(({ cut }) => cut))],
	};
}

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
	 * Returns lookup tables by address; `null` if there is none. A second RPC, if set, must agree: tables
	 * determine a transaction's accounts, including recipients.
	 * @throws ChainError
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
	/**
	 * Returns accounts in order, at most 64; `null` if one does not exist.
	 * @throws ChainError
	 */
	accounts(addresses: readonly string[]): Promise<readonly (RawAccount | null)[]>;
	/**
	 * Returns token holdings of these accounts by mint, from both programs, without empty ones.
	 * @throws ChainError
	 */
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
	/** Returns the user's RPC address for a cluster, by its own name; `null` if none is set. */
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

/** Returns what both RPCs agree on. Tables only grow: one RPC may not know the newest addresses yet. */
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

/** @param second another RPC of the cluster, which must agree on lookup tables; `null` if none is set */
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

/** One RPC, with what is known of it. Kept while its address is set. */
interface Endpoint {
	readonly link: RpcLink;
	readonly abilities: Abilities;
}

/** The clusters of the user's RPCs. Each call returns a new chain, so that a changed RPC address counts at once. */
export class SvmRpcChains implements SvmChains {
	readonly #ports: SvmChainPorts;
	/** By cluster and address. */
	readonly #endpoints = new Map<string, Endpoint>();

	constructor(ports: SvmChainPorts) {
		this.#ports = ports;
	}

	of(chainRef: string): SvmChain {
		const ports = this.#ports;
		const cluster = clusterOf(chainRef, ports.genesisOf("localnet"));
		if (cluster === null)
			throw new ChainError(
				"no_rpc",
				message("chain.svm.unknown-cluster", { cluster: chainRef.slice(0, 60) }),
				{
					saysUnsigned: true,
				},
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
			const { link, abilities } = this.#endpointAt(cluster, rpcUrl);
			return createSvmChain(createSvmRpc(link), cluster, genesis, abilities, ports.clock, second);
		};
		const secondUrl = ports.secondUrlOf?.(cluster) ?? null;
		return chainAt(url, secondUrl === null ? null : chainAt(secondUrl, null));
	}

	#endpointAt(cluster: Cluster, url: string): Endpoint {
		const key = `${cluster} ${url}`;
		const known = this.#endpoints.get(key);
		if (known !== undefined) return known;
		const { fetch, clock, onSilence, onBusy } = this.#ports;
		const link = svmLink({
			...{ url, fetch, clock },
			onSilence: () => onSilence?.(cluster, url),
			onBusy: (isBusy) => onBusy?.(cluster, url, isBusy),
		});
		const endpoint = { link, abilities: new Abilities(clock) };
		this.#endpoints.set(key, endpoint);
		return endpoint;
	}
}
