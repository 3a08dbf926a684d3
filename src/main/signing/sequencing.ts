import { ChainError } from "../../core/chain/chain-error.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";
import { blockhashOf } from "../../core/match/svm/transaction.ts";
import { notSigned } from "../../core/unsigned.ts";
import type { BlockDepth, ChainStatus, EvmChainClient, SvmChainClient } from "./chain-client.ts";

/**
 * Decides whether a signed transaction can still be mined, based on its nonce on EVM and its blockhash on
 * Solana.
 */
export interface Sequencing {
	fault(): Promise<Message | null>;
	/** Returns whether the transaction can no longer be mined, assuming that it hasn't been mined already. */
	isSpent(): Promise<boolean>;
	send(raw: string, id: string): Promise<string>;
	lookup(id: string): Promise<ChainStatus>;
	depth(blockNumber: bigint): Promise<BlockDepth>;
	/** How long the transaction must be unknown to the RPC before it is broadcast again. */
	readonly resendMs: number;
}

const EVM_RESEND_MS = 15_000;
const SVM_RESEND_MS = 2_000;

function blockhashFor(row: JournalRow, frozen: Frozen): string | null {
	const payload = intentsOf(frozen)[row.place];
	return payload?.kind === "svm_transaction" ? blockhashOf(payload.transaction_base64) : null;
}

function evmSequencing(chain: EvmChainClient, row: JournalRow, nonce: bigint): Sequencing {
	return {
		resendMs: EVM_RESEND_MS,
		async fault() {
			const { pending, latest } = await chain.nonces(row.signer);
			if (row.replaces !== null)
				return latest > nonce ? notSigned(message("signing.nonce-used", { nonce: nonce.toString() })) : null;
			// The previous step is mined, so an RPC that doesn't count its nonce yet is lagging behind.
			if (row.place > 0 && pending < nonce)
				throw new ChainError(
					"unreadable",
					message("chain.evm.step-not-counted", { next: pending.toString(), awaited: nonce.toString() }),
				);
			return pending === nonce
				? null
				: notSigned(
						message("signing.next-nonce-differs", { next: pending.toString(), nonce: nonce.toString() }),
					);
		},
		isSpent: async () => (await chain.nonces(row.signer)).latest > nonce,
		send: (raw, id) => chain.send(raw, id),
		lookup: (id) => chain.lookup(id),
		depth: (blockNumber) => chain.depth(blockNumber),
	};
}

export class Sequencer {
	readonly #evm: (chainRef: string) => EvmChainClient;
	readonly #svm: (chainRef: string) => SvmChainClient;
	readonly #deaths = new Map<string, bigint>();

	constructor(evm: (chainRef: string) => EvmChainClient, svm: (chainRef: string) => SvmChainClient) {
		this.#evm = evm;
		this.#svm = svm;
	}

	of(row: JournalRow, frozen: Frozen): Sequencing | null {
		if (row.nonce !== null) return evmSequencing(this.#evm(row.chainRef), row, row.nonce);
		const blockhash = blockhashFor(row, frozen);
		return blockhash === null ? null : this.#svmSequencing(this.#svm(row.chainRef), blockhash);
	}

	/** Throws for a message, which never reaches a chain. */
	requireFor(row: JournalRow, frozen: Frozen): Sequencing {
		const sequencing = this.of(row, frozen);
		if (sequencing === null) throw new Error("the transaction has no chain");
		return sequencing;
	}

	#svmSequencing(chain: SvmChainClient, blockhash: string): Sequencing {
		return {
			resendMs: SVM_RESEND_MS,
			fault: async () =>
				(await chain.blockhashValid(blockhash))
					? null
					: sentences(message("signing.blockhash.ran-out"), message("signing.not-signed.review-again")),
			isSpent: async () => {
				if (await chain.blockhashValid(blockhash)) {
					this.#deaths.delete(blockhash);
					return false;
				}
				// The transaction may still be in a block below this height that isn't final yet.
				const { confirmed, finalized } = await chain.heights();
				const died = this.#deaths.get(blockhash) ?? confirmed;
				this.#deaths.set(blockhash, died);
				return finalized >= died;
			},
			send: (raw, id) => chain.send(raw, id),
			lookup: (id) => chain.lookup(id),
			depth: async () => "final",
		};
	}
}
