import { ChainError } from "../../../core/chain/chain-error.ts";
import type { EvmReceipt } from "../../../core/journal/records.ts";
import { message } from "../../../core/message.ts";
import type { EvmChains } from "../../chains/evm/chain.ts";
import type { ChainStatus, EvmChainClient } from "../ports.ts";

/** With so many blocks on top, none is taken back any more: two epochs of Ethereum's. */
const DEEP_BLOCKS = 64n;

/** Signing's view of the user's RPC for one EVM chain. @param chainRef decimal chain id. */
export function evmChainClient(chains: EvmChains, chainRef: string): EvmChainClient {
	const chain = () => chains.of(Number(chainRef));
	return {
		async nonces(address) {
			const { pending, latest } = await chain().nonces(address);
			return { pending: BigInt(pending), latest: BigInt(latest) };
		},
		async send(raw, hash) {
			const sent = await chain().sendRaw(raw);
			if (sent.kind === "sent") return sent.hash;
			if (sent.kind === "already_known") return hash;
			throw new ChainError("refused", message("chain.refused-transaction", { why: sent.text }));
		},
		async lookup(hash): Promise<ChainStatus> {
			const found = await chain().lookup(hash);
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
		},
		async depth(blockNumber) {
			const { latest, finalized } = await chain().heights();
			const deep = latest - blockNumber >= DEEP_BLOCKS;
			return deep || (finalized !== null && finalized >= blockNumber) ? "final" : "shallow";
		},
	};
}
