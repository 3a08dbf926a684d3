import { ChainError, type EvmChains } from "../chains/evm.ts";
import type { ChainStanding, LaneChain } from "../signing/ports.ts";
import type { ReceiptRecord } from "../signing/records.ts";

/** With so many blocks on top, none is taken back any more: two epochs of Ethereum's. */
const DEEP_BLOCKS = 64n;

/** Signing's view of the person's RPC for one EVM chain. @param chainRef decimal chain id. */
export function laneChain(chains: EvmChains, chainRef: string): LaneChain {
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
			throw new ChainError("refused", `Your RPC refused the transaction: ${sent.words}`);
		},
		async lookup(hash): Promise<ChainStanding> {
			const found = await chain().lookup(hash);
			if (found.state !== "mined") return { state: found.state };
			const feePaid = found.gasUsed * (found.effectiveGasPrice ?? 0n);
			const receipt: ReceiptRecord = {
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
				receipt: JSON.stringify(receipt),
			};
		},
		async depth(blockNumber) {
			const { latest, finalized } = await chain().heights();
			const deep = latest - blockNumber >= DEEP_BLOCKS;
			return deep || (finalized !== null && finalized >= blockNumber) ? "final" : "shallow";
		},
	};
}
