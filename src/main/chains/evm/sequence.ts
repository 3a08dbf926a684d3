import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/message.ts";
import type { Rpc } from "../json-rpc.ts";
import { quantity } from "./values.ts";

/** What each of several calls uses, one on top of the other: a later one can't be estimated alone. */

export interface SequenceCall {
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
}

const simulated = z.array(
	z.looseObject({ calls: z.array(z.looseObject({ status: quantity, gasUsed: quantity })) }),
);

/**
 * Gas used by each call after those before it, by the RPC's eth_simulateV1; null for one that would revert.
 * Throws ChainError where the RPC can't simulate.
 */
export async function gasOfSequence(
	rpc: Rpc,
	from: string,
	calls: readonly SequenceCall[],
): Promise<readonly (bigint | null)[]> {
	const asked = calls.map(({ to, value, data }) => ({
		from,
		to,
		value: `0x${value.toString(16)}`,
		input: data,
	}));
	const blocks = await rpc(simulated, "eth_simulateV1", [
		{ blockStateCalls: [{ calls: asked }], validation: false, traceTransfers: false },
		"latest",
	]);
	const results = blocks[0]?.calls ?? [];
	if (results.length !== calls.length) throw new ChainError("unreadable", message("chain.evm.other-steps"));
	return results.map(({ status, gasUsed }) => (status === 1n ? gasUsed : null));
}
