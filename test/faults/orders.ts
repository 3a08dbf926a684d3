import type { Hex } from "viem";
import { z } from "zod";
import type { ChainSetting } from "../../src/ipc/settings.ts";
import { evmNetwork, svmNetwork } from "../support/networks.ts";

/** Settings for a child process, and its reply. */

const crash = z.discriminatedUnion("at", [
	/** Before or after a journal step is on disk, at its nth occurrence. Default: 1. */
	z.object({
		at: z.literal("step"),
		moment: z.enum(["before", "after"]),
		step: z.string(),
		nth: z.number().int().min(1).default(1),
	}),
	/** When the answer to this POST request arrives or is lost, before any of it is read. */
	z.object({ at: z.literal("answer"), kind: z.enum(["signed", "broadcast", "rejected"]) }),
	/** When a rejection is shown as done, within its undo window. */
	z.object({ at: z.literal("undo_window") }),
	/** When the answer to this JSON-RPC call arrives. */
	z.object({ at: z.literal("rpc"), method: z.string() }),
]);
export type Crash = z.input<typeof crash>;

export const order = z.object({
	dataDir: z.string(),
	baseUrl: z.string(),
	token: z.string(),
	chainId: z.string(),
	rpcUrl: z.string(),
	key: z.string(),
	/** Solana account besides the EVM one. */
	svm: z
		.object({ cluster: z.string(), rpcUrl: z.string(), genesisHash: z.string(), key: z.string() })
		.optional(),
	sentence: z.string(),
	/** Calls that a local agent proposes, instead of the sentence. */
	proposes: z.array(z.object({ to: z.string(), value: z.string() })).optional(),
	/** User's action once the review is displayed. */
	does: z.enum(["approve", "reject"]).optional(),
	crash,
});
export type Order = z.input<typeof order>;

/** Returns the user's settings of the chains. */
export function chainsOf({
	chainId,
	rpcUrl,
	svm,
}: Pick<Order, "chainId" | "rpcUrl" | "svm">): ChainSetting[] {
	const evm = evmNetwork({ chainId: Number(chainId), url: rpcUrl });
	return svm === undefined ? [evm] : [evm, svmNetwork({ ...svm, url: svm.rpcUrl })];
}

/**
 * Message that the review is open and can be approved. The child waits for a message, then approves.
 * `commitId` is the id of the commit or action.
 */
export const ready = z.object({ entryId: z.string(), commitId: z.string() });
export type Ready = z.infer<typeof ready>;

export const asHex = (text: string): Hex => `0x${text.replace(/^0x/, "")}`;
