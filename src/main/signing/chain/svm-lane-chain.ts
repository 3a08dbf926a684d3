import { ChainError } from "../../../core/chain/chain-error.ts";
import type { SvmReceipt } from "../../../core/journal/records.ts";
import { message } from "../../../core/message.ts";
import { textOf } from "../../../text/index.ts";
import type { SvmChains } from "../../chains/svm/chain.ts";
import type { ChainStatus, SvmChainClient } from "../ports.ts";

/** Signing's view of the user's RPC for one Solana cluster. @param chainRef any of the cluster's names. */
export function svmChainClient(chains: SvmChains, chainRef: string): SvmChainClient {
	const chain = () => chains.of(chainRef);

	async function receiptOf(id: string): Promise<SvmReceipt | null> {
		const found = await chain().receipt(id);
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
			// A receipt is stored with the sentence that it was first stored with.
			error: found.error === null ? null : textOf(found.error),
			moves: [...lamports, ...tokens],
		};
	}

	return {
		blockhashValid: (blockhash) => chain().blockhashValid(blockhash, "confirmed"),
		async heights() {
			const [confirmed, finalized] = await Promise.all([
				chain().blockHeight("confirmed"),
				chain().blockHeight("finalized"),
			]);
			return { confirmed, finalized };
		},
		async send(base64, id) {
			const sent = await chain().send(base64);
			if (sent.kind === "sent") return sent.signature;
			if (sent.kind === "already_known") return id;
			throw new ChainError("refused", message("chain.refused-transaction", { why: sent.text }));
		},
		async lookup(id): Promise<ChainStatus> {
			const found = await chain().lookup(id);
			if (found.state !== "landed") return { state: found.state };
			if (!found.finalized) return { state: "pending" };
			const receipt = await receiptOf(id);
			// Finalized, though its details can't be read yet: asked again.
			if (receipt === null) return { state: "pending" };
			return {
				state: "mined",
				succeeded: receipt.succeeded,
				blockNumber: found.slot,
				blockHash: null,
				feePaid: BigInt(receipt.feePaid),
				receipt,
			};
		},
	};
}
