import { ChainError } from "../chains/evm.ts";
import { type Frozen, intentsOf } from "../match/frozen.ts";
import { blockhashOf } from "../match/svm-message.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import type { ChainStanding, Depth, LaneChain, SvmLaneChain } from "./ports.ts";

/** What a signed transaction waits for, in either family: its nonce on EVM, the life of its blockhash on Solana. */
export interface Lane {
	/** Why it can't be signed now, in words; null where it can. */
	fault(): Promise<string | null>;
	/** It can't happen any more, unless it did already. */
	spent(): Promise<boolean>;
	send(raw: string, id: string): Promise<string>;
	lookup(id: string): Promise<ChainStanding>;
	depth(blockNumber: bigint): Promise<Depth>;
	/** After so long unknown to the RPC the same bytes are sent again, in ms. */
	readonly resendMs: number;
}

const EVM_RESEND_MS = 15_000;
const SVM_RESEND_MS = 2_000;

function evmLane(chain: LaneChain, row: JournalRow, nonce: bigint): Lane {
	return {
		resendMs: EVM_RESEND_MS,
		async fault() {
			const { pending, latest } = await chain.nonces(row.signer);
			if (row.replaces !== null)
				return latest > nonce
					? `Nonce ${nonce} is used by now, so there is nothing left to replace. Nothing was signed.`
					: null;
			// The step before this one is mined, so an RPC that does not count it yet is behind: asked again.
			if (row.place > 0 && pending < nonce)
				throw new ChainError(
					"unreadable",
					`Your RPC does not count the step before this one yet (next nonce ${pending}, awaited ${nonce}). Nothing is signed yet.`,
				);
			return pending === nonce
				? null
				: `The account's next nonce is ${pending}, this transaction has ${nonce}: another one came between. Nothing was signed.`;
		},
		spent: async () => (await chain.nonces(row.signer)).latest > nonce,
		send: (raw, id) => chain.send(raw, id),
		lookup: (id) => chain.lookup(id),
		depth: (blockNumber) => chain.depth(blockNumber),
	};
}

/** When each blockhash was first seen invalid, by the confirmed height of that moment. */
type Deaths = Map<string, bigint>;

function svmLane(chain: SvmLaneChain, blockhash: string, deaths: Deaths): Lane {
	return {
		resendMs: SVM_RESEND_MS,
		fault: async () =>
			(await chain.blockhashValid(blockhash))
				? null
				: "The transaction's blockhash has run out, so it can't land any more. Nothing was signed: review it again.",
		async spent() {
			if (await chain.blockhashValid(blockhash)) {
				deaths.delete(blockhash);
				return false;
			}
			// Dead for good once the blocks in which it could have landed are final (house plan, idea 3).
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
export function blockhashFor(row: JournalRow, frozen: Frozen): string | null {
	const payload = intentsOf(frozen)[row.place];
	return payload?.kind === "svm_transaction" ? blockhashOf(payload.transaction_base64) : null;
}

export interface Chains {
	readonly chain: (chainRef: string) => LaneChain;
	readonly svm: (chainRef: string) => SvmLaneChain;
}

/** @returns the lane of a row; null for what is sent to no chain by anybody: a message. */
export function createLanes(chains: Chains): (row: JournalRow, frozen: Frozen) => Lane | null {
	const deaths: Deaths = new Map();
	return (row, frozen) => {
		if (row.nonce !== null) return evmLane(chains.chain(row.chainRef), row, row.nonce);
		const blockhash = blockhashFor(row, frozen);
		return blockhash === null ? null : svmLane(chains.svm(row.chainRef), blockhash, deaths);
	};
}
