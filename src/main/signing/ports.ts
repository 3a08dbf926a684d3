import type { CommitManual, ReadCommit } from "../../contract/commit.ts";

/** How signing talks to the service; made of service/ by countersign.ts. */
export interface CommitService {
	/** GET: the authority (learnt.md 7.7). Throws a CommitFault. */
	read(commitId: string, sessionId: string): Promise<ReadCommit>;
	/** POST manual, with the row's own idempotency key. Throws a CommitFault. */
	manual(commitId: string, sessionId: string, body: CommitManual, key: string): Promise<ReadCommit>;
}

/** Why a call to the service gave no answer that can be used. */
export class CommitFault extends Error {
	override readonly name = "CommitFault";
	/** True where the same call may be made again: offline, timeout, 408, 429, 5xx, 401 until a new token. */
	readonly again: boolean;
	/** The service said when, in ms; null where it didn't. */
	readonly retryAfterMs: number | null;

	constructor(words: string, facts: { again: boolean; retryAfterMs: number | null; cause: unknown }) {
		super(words, { cause: facts.cause });
		this.again = facts.again;
		this.retryAfterMs = facts.retryAfterMs;
	}
}

/** What the person's RPC knows of a transaction. */
export type ChainStanding =
	| { readonly state: "unknown" | "pending" }
	| {
			readonly state: "mined";
			readonly succeeded: boolean;
			readonly blockNumber: bigint;
			/** Wei. */
			readonly feePaid: bigint;
			readonly receipt: string;
	  };

/** The person's own RPC for one chain. Every call first makes sure that it is of that chain; all throw with words. */
export interface LaneChain {
	nonces(address: string): Promise<{ readonly pending: bigint; readonly latest: bigint }>;
	/** Submits exactly these bytes; returns the hash that the RPC answers, or `hash` where it has them already. */
	send(raw: string, hash: string): Promise<string>;
	lookup(hash: string): Promise<ChainStanding>;
}
