import type { ActionResult } from "../../contract/action.ts";
import type {
	CommitManual,
	CommitWalletAttemptOutcome,
	CommitWalletAttemptRequest,
	ReadAttempt,
	ReadCommit,
} from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";

/** How signing talks to the service; made of service/ by countersign.ts. */
export interface CommitService {
	/** GET: the authority (learnt.md 7.7). Throws a CommitFault. */
	read(commitId: string, sessionId: string): Promise<ReadCommit>;
	/** POST manual, with the row's own idempotency key. Throws a CommitFault. */
	manual(commitId: string, sessionId: string, body: CommitManual, key: string): Promise<ReadCommit>;
	/** POST wallet-attempts; the request id in the body makes each try the same claim. Throws a CommitFault. */
	startAttempt(commitId: string, sessionId: string, body: CommitWalletAttemptRequest): Promise<ReadAttempt>;
	/** POST report of an attempt; the same body may be repeated. Throws a CommitFault. */
	reportAttempt(
		commitId: string,
		sessionId: string,
		attemptId: string,
		body: CommitWalletAttemptOutcome,
	): Promise<ReadCommit>;
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

/** The answer to an action, as signing asks for it; made of sessions/ and service/ by the app. */
export interface ActionService {
	/** The action as the service shows it now: its session is read first. null where it has none. Throws a CommitFault. */
	read(actionId: string, sessionId: string): Promise<Action | null>;
	/** POST result, with the row's own idempotency key. Throws a CommitFault. */
	resolve(
		actionId: string,
		sessionId: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action>;
}

/** What the person's RPC knows of a transaction. */
export type ChainStanding =
	| { readonly state: "unknown" | "pending" }
	| {
			readonly state: "mined";
			readonly succeeded: boolean;
			/** The slot, on Solana. */
			readonly blockNumber: bigint;
			/** null on Solana, where `mined` is final already. */
			readonly blockHash: string | null;
			/** Wei or lamports. */
			readonly feePaid: bigint;
			readonly receipt: string;
	  };

/** Whether the chain can still take a block back. */
export type Depth = "final" | "shallow";

/** The person's own RPC for one chain. Every call first makes sure that it is of that chain; all throw with words. */
export interface LaneChain {
	nonces(address: string): Promise<{ readonly pending: bigint; readonly latest: bigint }>;
	/** Submits exactly these bytes; returns the hash that the RPC answers, or `hash` where it has them already. */
	send(raw: string, hash: string): Promise<string>;
	lookup(hash: string): Promise<ChainStanding>;
	/** `final`: by this number, no block is taken back any more (finalized, or 64 blocks on top). */
	depth(blockNumber: bigint): Promise<Depth>;
}

/** The same for one Solana cluster. `send` and `lookup` go by the transaction's first signature, in base58. */
export interface SvmLaneChain {
	/** At `confirmed`. */
	blockhashValid(blockhash: string): Promise<boolean>;
	/** Block heights. */
	heights(): Promise<{ readonly confirmed: bigint; readonly finalized: bigint }>;
	send(base64: string, id: string): Promise<string>;
	/** `mined` only once it is finalized. */
	lookup(id: string): Promise<ChainStanding>;
}
