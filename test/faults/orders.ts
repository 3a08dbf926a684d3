import type { Hex } from "viem";
import { z } from "zod";

/** What a child process is told to do, and what it says back. */

export const crash = z.discriminatedUnion("at", [
	/** Before or after a step of the journal is on disk. */
	z.object({ at: z.literal("step"), moment: z.enum(["before", "after"]), step: z.string() }),
	/** As the answer to this POST arrives, or is lost, before anything of it is read. */
	z.object({ at: z.literal("answer"), kind: z.enum(["signed", "broadcast"]) }),
	/** As this JSON-RPC call's answer arrives. */
	z.object({ at: z.literal("rpc"), method: z.string() }),
]);
export type Crash = z.infer<typeof crash>;

export const order = z.object({
	dataDir: z.string(),
	baseUrl: z.string(),
	token: z.string(),
	chainId: z.string(),
	rpcUrl: z.string(),
	key: z.string(),
	sentence: z.string(),
	crash,
});
export type Order = z.infer<typeof order>;

/** The review is open and can be approved; the child waits for a message, then approves. */
export const ready = z.object({ entryId: z.string(), commitId: z.string() });
export type Ready = z.infer<typeof ready>;

export const asHex = (text: string): Hex => `0x${text.replace(/^0x/, "")}`;
