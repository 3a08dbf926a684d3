import { base58, base64 } from "@scure/base";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Cluster, chainName, clusterOf, knownGenesis } from "../../../core/chain/names.ts";
import type { SvmFacts, SvmFactsRequest, SvmLookupFacts } from "../../../core/chain/svm.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { TOKEN_PROGRAMS } from "../../../core/match/revocation.ts";
import type { Clock } from "../../ports.ts";
import { Abilities } from "../abilities.ts";
import type { RpcLink } from "../rpc-link.ts";
import { blockhashValidOf, genesisOf, heightOf, lamportsOf, readFacts } from "./facts.ts";
import { type RawAccount, readAccounts, readTables } from "./raw-accounts.ts";
import { lookup, receipt, type SvmChainReceipt, type SvmLookupResult, signatureOfBytes } from "./receipt.ts";
import { createSvmRpc, SvmRefusal, type SvmRpc, svmLink } from "./rpc.ts";
import { account, hash, inContext, latestBlockhash, signature } from "./rpc-values.ts";
import { type SvmSimulated, type SvmSimulateRequest, simulate } from "./simulate.ts";

/** After any result except `sent`, the transaction must be looked up by its signature and never resent. */
export type SvmSent =
	| { readonly kind: "sent"; readonly signature: string }
	| { readonly kind: "already_known" }
	/** The blockhash has expired, or the node doesn't know it at `confirmed`. */
	| { readonly kind: "blockhash_gone"; readonly text: Message }
	| { readonly kind: "insufficient_funds"; readonly text: Message }
	| { readonly kind: "refused"; readonly text: Message };

const refusalData = z.looseObject({ err: z.unknown(), logs: z.array(z.string()).nullish() });

const BY_NAME: ReadonlyMap<string, SvmSent["kind"]> = new Map([
	["AlreadyProcessed", "already_known"],
	["BlockhashNotFound", "blockhash_gone"],
	["InsufficientFundsForFee", "insufficient_funds"],
	["AccountNotFound", "insufficient_funds"],
	["InsufficientFundsForRent", "insufficient_funds"],
]);

const BY_WORDS: readonly (readonly [RegExp, SvmSent["kind"]])[] = [
	[/already been processed|already processed/i, "already_known"],
	[/blockhash not found/i, "blockhash_gone"],
	[/insufficient (?:funds|lamports)|no record of a prior credit/i, "insufficient_funds"],
];

/** Log lines from the System and Token programs if the funds are insufficient. */
const SHORT_OF_FUNDS = /^(?:Transfer: insufficient lamports |Program log: Error: insufficient funds$)/;

/**
 * An RPC that returns one of these codes hasn't forwarded the transaction. After any other error, it may
 * have.
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

function firstSignature(transactionBase64: string): string {
	try {
		return signatureOfBytes(base64.decode(transactionBase64));
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.svm.no-transaction"), { cause });
	}
}

/**
 * Uses preflight at `confirmed` and disables the RPC's own retries. Throws a ChainError if the outcome is
 * unclear.
 */
async function send(rpc: SvmRpc, prove: () => Promise<void>, wire: string): Promise<SvmSent> {
	const own = firstSignature(wire);
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

interface WalletToken {
	readonly owner: string;
	readonly mint: string;
	readonly amount: bigint;
}

interface WalletTokens {
	readonly tokens: readonly WalletToken[];
	readonly cut: readonly string[];
}

/** A token account starts with its mint, owner and amount (SPL Token, state.rs). */
const HEAD = 72;
/** Limits the accounts per owner and program, because anyone can send tokens to an account. */
const MAX_TOKENS = 2_000;

const tokenAccounts = inContext(z.array(z.looseObject({ pubkey: hash, account })));

function amountsOf(owner: string, read: z.infer<typeof tokenAccounts>): readonly WalletToken[] {
	const byMint = new Map<string, bigint>();
	for (const { account: found } of read.slice(0, MAX_TOKENS)) {
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

async function readWalletTokens(rpc: SvmRpc, owners: readonly string[]): Promise<WalletTokens> {
	const config = { commitment: "confirmed", encoding: "base64", dataSlice: { offset: 0, length: HEAD } };
	const asked = owners.flatMap((owner) =>
		TOKEN_PROGRAMS.map(async (programId): Promise<WalletTokens> => {
			const read = await rpc(tokenAccounts, "getTokenAccountsByOwner", [owner, { programId }, config]);
			return { tokens: amountsOf(owner, read), cut: read.length <= MAX_TOKENS ? [] : [owner] };
		}),
	);
	const all = await Promise.all(asked);
	return {
		tokens: all.flatMap(({ tokens }) => tokens),
		cut: [...new Set(all.flatMap(({ cut }) => cut))],
	};
}

/** A token account and everyone who has power over it. */
export interface TokenAccount {
	readonly address: string;
	readonly owner: string;
	readonly program: string;
	readonly mint: string;
	readonly amount: bigint;
	readonly delegate: string | null;
	readonly delegatedAmount: bigint;
	readonly closeAuthority: string | null;
}

/** Size of an SPL Token account. Token-2022 accounts start with the same fields. */
const TOKEN_ACCOUNT = 165;
const [DELEGATE_AT, DELEGATED_AT, CLOSE_AT] = [72, 121, 129];

function tokenAccountOf(owner: string, program: string, address: string, data: Uint8Array): TokenAccount {
	if (data.length !== TOKEN_ACCOUNT || base58.encode(data.subarray(32, 64)) !== owner)
		throw new ChainError(
			"unreadable",
			message("chain.svm.unreadable", { method: "getTokenAccountsByOwner" }),
		);
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	const keyAfter = (at: number) =>
		view.getUint32(at, true) === 0 ? null : base58.encode(data.subarray(at + 4, at + 36));
	return {
		address,
		owner,
		program,
		mint: base58.encode(data.subarray(0, 32)),
		amount: view.getBigUint64(64, true),
		delegate: keyAfter(DELEGATE_AT),
		delegatedAmount: view.getBigUint64(DELEGATED_AT, true),
		closeAuthority: keyAfter(CLOSE_AT),
	};
}

async function readTokenAccounts(
	rpc: SvmRpc,
	owners: readonly string[],
): Promise<{ readonly accounts: readonly TokenAccount[]; readonly isCut: boolean }> {
	const dataSlice = { offset: 0, length: TOKEN_ACCOUNT };
	const config = { commitment: "confirmed", encoding: "base64", dataSlice };
	const asked = owners.flatMap((owner) =>
		TOKEN_PROGRAMS.map(async (program) => {
			const read = await rpc(tokenAccounts, "getTokenAccountsByOwner", [
				owner,
				{ programId: program },
				config,
			]);
			const accounts = read
				.slice(0, MAX_TOKENS)
				.map(({ pubkey, account: { data } }) => tokenAccountOf(owner, program, pubkey, data));
			return { accounts, isCut: read.length > MAX_TOKENS };
		}),
	);
	const all = await Promise.all(asked);
	return { accounts: all.flatMap(({ accounts }) => accounts), isCut: all.some(({ isCut }) => isCut) };
}

interface SvmBlockhash {
	readonly blockhash: string;
	readonly lastValidBlockHeight: bigint;
}

export interface SvmChain {
	readonly cluster: Cluster;
	facts(request: SvmFactsRequest): Promise<SvmFacts>;
	/**
	 * If the user has set a second RPC, it must agree, because lookup tables determine a transaction's
	 * accounts, including its recipients.
	 */
	tables(addresses: readonly string[]): Promise<ReadonlyMap<string, SvmLookupFacts>>;
	latestBlockhash(): Promise<SvmBlockhash>;
	blockHeight(commitment: "confirmed" | "finalized"): Promise<bigint>;
	blockhashValid(blockhash: string, commitment: "confirmed" | "finalized"): Promise<boolean>;
	send(transactionBase64: string): Promise<SvmSent>;
	lookup(signature: string): Promise<SvmLookupResult>;
	receipt(signature: string): Promise<SvmChainReceipt | null>;
	balance(address: string): Promise<bigint>;
	simulate(request: SvmSimulateRequest): Promise<SvmSimulated>;
	accounts(addresses: readonly string[]): Promise<readonly (RawAccount | null)[]>;
	walletTokens(owners: readonly string[]): Promise<WalletTokens>;
	tokenAccounts(
		owners: readonly string[],
	): Promise<{ readonly accounts: readonly TokenAccount[]; readonly isCut: boolean }>;
	prove(): Promise<void>;
}

export interface SvmChains {
	/**
	 * Accepts any of the cluster's names. Throws `no_rpc` if the user hasn't set an RPC or its genesis hash
	 * is unknown.
	 */
	of(cluster: string): SvmChain;
}

export interface SvmChainPorts {
	readonly urlOf: (cluster: Cluster) => string | null;
	readonly onSilence?: (cluster: Cluster, url: string) => void;
	readonly onBusy?: (cluster: Cluster, url: string, isBusy: boolean) => void;
	readonly genesisOf: (cluster: Cluster) => string | null;
	readonly secondUrlOf?: (cluster: Cluster) => string | null;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

type Tables = ReadonlyMap<string, SvmLookupFacts>;

/** Tables only grow, and one of the RPCs may not have the newest addresses yet. */
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

function createSvmChain(
	rpc: SvmRpc,
	cluster: Cluster,
	genesis: string,
	abilities: Abilities,
	clock: Clock,
	second: Pick<SvmChain, "tables"> | null,
): SvmChain {
	const proof = () => prove(rpc, cluster, genesis);
	/** A response only counts if the RPC also proves its genesis hash. */
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
		walletTokens: (owners) => proven(readWalletTokens(rpc, owners)),
		tokenAccounts: (owners) => proven(readTokenAccounts(rpc, owners)),
		prove: proof,
	};
}

export function readGenesis(url: string, ports: Pick<SvmChainPorts, "fetch" | "clock">): Promise<string> {
	return genesisOf(createSvmRpc(svmLink({ url, fetch: ports.fetch, clock: ports.clock })));
}

interface Endpoint {
	readonly link: RpcLink;
	readonly abilities: Abilities;
}

/**
 * The user's own RPC for each Solana cluster. A response only counts if the RPC's genesis hash belongs to the
 * cluster. Every method of `SvmChain` throws a ChainError. A broadcast is never retried. Reads are at
 * `confirmed` unless stated otherwise.
 */
export class SvmRpcChains implements SvmChains {
	readonly #ports: SvmChainPorts;
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
