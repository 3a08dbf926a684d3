import { ChainError } from "../../core/chain/chain-error.ts";
import type { EvmReceipt, Receipt, SvmReceipt } from "../../core/journal/records.ts";
import { message } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";
import type { EvmChain, EvmChains } from "../chains/evm/chain.ts";
import type { SvmChain, SvmChains } from "../chains/svm/chain.ts";

export type ChainStatus =
	| { readonly state: "unknown" | "pending" }
	| {
			readonly state: "mined";
			readonly succeeded: boolean;
			/** Slot on Solana. */
			readonly blockNumber: bigint;
			/** `null` on Solana, where only finalized transactions count as mined. */
			readonly blockHash: string | null;
			readonly feePaid: bigint;
			readonly receipt: Receipt;
	  };

export type Mined = ChainStatus & { readonly state: "mined" };

/** A block is `final` if it is finalized or 64 blocks follow it. */
export type BlockDepth = "final" | "shallow";

export interface EvmChainClient {
	nonces(address: string): Promise<{ readonly pending: bigint; readonly latest: bigint }>;
	/** Returns the RPC's hash. If the RPC already knows the transaction, returns `hash`. */
	send(raw: string, hash: string): Promise<string>;
	lookup(hash: string): Promise<ChainStatus>;
	depth(blockNumber: bigint): Promise<BlockDepth>;
}

export interface SvmChainClient {
	blockhashValid(blockhash: string): Promise<boolean>;
	heights(): Promise<{ readonly confirmed: bigint; readonly finalized: bigint }>;
	send(base64: string, id: string): Promise<string>;
	/** Returns `mined` only for a finalized transaction. */
	lookup(id: string): Promise<ChainStatus>;
}

/** Two epochs on Ethereum. No reorg is expected after that. */
const DEEP_BLOCKS = 64n;

export class EvmRpcClient implements EvmChainClient {
	readonly #chains: Pick<EvmChains, "of">;
	readonly #chainId: number;

	constructor(chains: Pick<EvmChains, "of">, chainRef: string) {
		this.#chains = chains;
		this.#chainId = Number(chainRef);
	}

	async nonces(address: string): ReturnType<EvmChainClient["nonces"]> {
		const { pending, latest } = await this.#chain().nonces(address);
		return { pending: BigInt(pending), latest: BigInt(latest) };
	}

	async send(raw: string, hash: string): Promise<string> {
		const sent = await this.#chain().sendRaw(raw);
		if (sent.kind === "sent") return sent.hash;
		if (sent.kind === "already_known") return hash;
		throw new ChainError("refused", message("chain.refused-transaction", { why: sent.text }));
	}

	async lookup(hash: string): Promise<ChainStatus> {
		const found = await this.#chain().lookup(hash);
		if (found.state !== "mined") return { state: found.state };
		const feePaid = found.gasUsed * (found.effectiveGasPrice ?? 0n) + found.l1Fee;
		const receipt: EvmReceipt = {
			succeeded: found.status === "success",
			blockNumber: found.blockNumber.toString(),
			gasUsed: found.gasUsed.toString(),
			feePaid: feePaid.toString(),
			blockHash: found.blockHash,
			logs: found.logs.map(({ address, topics, data }) => ({ address, topics: [...topics], data })),
		};
		return {
			state: "mined",
			succeeded: receipt.succeeded,
			blockNumber: found.blockNumber,
			blockHash: found.blockHash,
			feePaid,
			receipt,
		};
	}

	async depth(blockNumber: bigint): Promise<BlockDepth> {
		const { latest, finalized } = await this.#chain().heights();
		const deep = latest - blockNumber >= DEEP_BLOCKS;
		return deep || (finalized !== null && finalized >= blockNumber) ? "final" : "shallow";
	}

	#chain(): EvmChain {
		return this.#chains.of(this.#chainId);
	}
}

export class SvmRpcClient implements SvmChainClient {
	readonly #chains: Pick<SvmChains, "of">;
	readonly #chainRef: string;

	constructor(chains: Pick<SvmChains, "of">, chainRef: string) {
		this.#chains = chains;
		this.#chainRef = chainRef;
	}

	blockhashValid(blockhash: string): Promise<boolean> {
		return this.#chain().blockhashValid(blockhash, "confirmed");
	}

	async heights(): ReturnType<SvmChainClient["heights"]> {
		const [confirmed, finalized] = await Promise.all([
			this.#chain().blockHeight("confirmed"),
			this.#chain().blockHeight("finalized"),
		]);
		return { confirmed, finalized };
	}

	async send(base64: string, id: string): Promise<string> {
		const sent = await this.#chain().send(base64);
		if (sent.kind === "sent") return sent.signature;
		if (sent.kind === "already_known") return id;
		throw new ChainError("refused", message("chain.refused-transaction", { why: sent.text }));
	}

	async lookup(id: string): Promise<ChainStatus> {
		const found = await this.#chain().lookup(id);
		if (found.state !== "landed") return { state: found.state };
		if (!found.finalized) return { state: "pending" };
		const receipt = await this.#receiptOf(id);
		// The transaction is finalized, but the RPC can't return its details yet.
		if (receipt === null) return { state: "pending" };
		return {
			state: "mined",
			succeeded: receipt.succeeded,
			blockNumber: found.slot,
			blockHash: null,
			feePaid: BigInt(receipt.feePaid),
			receipt,
		};
	}

	async #receiptOf(id: string): Promise<SvmReceipt | null> {
		const found = await this.#chain().receipt(id);
		if (found === null) return null;
		const lamports = found.lamports
			.filter(({ pre, post }) => pre !== post)
			.map(({ account, pre, post }) => ({
				account,
				asset: "native",
				owner: account,
				before: pre.toString(),
				after: post.toString(),
			}));
		const tokens = found.tokens.map(({ account, mint, owner, pre, post }) => ({
			account,
			asset: mint,
			owner: owner ?? account,
			before: pre.toString(),
			after: post.toString(),
		}));
		return {
			family: "svm",
			succeeded: found.succeeded,
			slot: found.slot.toString(),
			feePaid: found.fee.toString(),
			// The receipt is stored, so its text must not depend on the locale.
			error: found.error === null ? null : textOf(found.error),
			moves: [...lamports, ...tokens],
		};
	}

	#chain(): SvmChain {
		return this.#chains.of(this.#chainRef);
	}
}
