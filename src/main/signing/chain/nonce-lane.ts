import { ChainError } from "../../../core/chain/chain-error.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { type Frozen, intentsOf } from "../../../core/match/frozen.ts";
import { blockhashOf } from "../../../core/match/svm/transaction.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { notSigned } from "../../../core/unsigned.ts";
import type { BlockDepth, ChainStatus, EvmChainClient, SvmChainClient } from "../ports.ts";

/** What a signed transaction waits for, in either family: its nonce on EVM, the life of its blockhash on Solana. */
export interface Sequencing {
	/** Why it can't be signed now; null where it can. */
	fault(): Promise<Message | null>;
	/** It can't happen any more, unless it did already. */
	spent(): Promise<boolean>;
	send(raw: string, id: string): Promise<string>;
	lookup(id: string): Promise<ChainStatus>;
	depth(blockNumber: bigint): Promise<BlockDepth>;
	/** After so long unknown to the RPC the same bytes are sent again, in ms. */
	readonly resendMs: number;
}

const EVM_RESEND_MS = 15_000;
const SVM_RESEND_MS = 2_000;

function evmNonceLane(chain: EvmChainClient, row: JournalRow, nonce: bigint): Sequencing {
	return {
		resendMs: EVM_RESEND_MS,
		async fault() {
			const { pending, latest } = await chain.nonces(row.signer);
			if (row.replaces !== null)
				return latest > nonce ? notSigned(message("signing.nonce-used", { nonce: nonce.toString() })) : null;
			// The step before this one is mined, so an RPC that does not count it yet is behind: asked again.
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
		spent: async () => (await chain.nonces(row.signer)).latest > nonce,
		send: (raw, id) => chain.send(raw, id),
		lookup: (id) => chain.lookup(id),
		depth: (blockNumber) => chain.depth(blockNumber),
	};
}

/** When each blockhash was first seen invalid, by the confirmed height of that moment. */
type Deaths = Map<string, bigint>;

function svmNonceLane(chain: SvmChainClient, blockhash: string, deaths: Deaths): Sequencing {
	return {
		resendMs: SVM_RESEND_MS,
		fault: async () =>
			(await chain.blockhashValid(blockhash))
				? null
				: sentences(message("signing.blockhash.ran-out"), message("signing.not-signed.review-again")),
		async spent() {
			if (await chain.blockhashValid(blockhash)) {
				deaths.delete(blockhash);
				return false;
			}
			// Dead for good once the blocks in which it could have landed are final.
			const { confirmed, finalized } = await chain.heights();
			const died = deaths.get(blockhash) ?? confirmed;
			deaths.set(blockhash, died);
			return finalized >= died;
		},
		send: (raw, id) => chain.send(raw, id),
		lookup: (id) => chain.lookup(id),
		// What is mined there is final.
		depth: async () => "final",
	};
}

/** The blockhash of the Solana transaction that this row signs; null where it signs none. */
function blockhashFor(row: JournalRow, frozen: Frozen): string | null {
	const payload = intentsOf(frozen)[row.place];
	return payload?.kind === "svm_transaction" ? blockhashOf(payload.transaction_base64) : null;
}

export interface LaneChains {
	readonly chain: (chainRef: string) => EvmChainClient;
	readonly svm: (chainRef: string) => SvmChainClient;
}

/** @returns the lane of a row; null for what is sent to no chain by anybody: a message. */
export function createNonceLanes(chains: LaneChains): (row: JournalRow, frozen: Frozen) => Sequencing | null {
	const deaths: Deaths = new Map();
	return (row, frozen) => {
		if (row.nonce !== null) return evmNonceLane(chains.chain(row.chainRef), row, row.nonce);
		const blockhash = blockhashFor(row, frozen);
		return blockhash === null ? null : svmNonceLane(chains.svm(row.chainRef), blockhash, deaths);
	};
}
