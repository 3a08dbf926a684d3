import { AppError } from "../../core/app-error.ts";
import type { Receipt } from "../../core/journal/records.ts";
import type { FrozenBuild } from "../../core/match/frozen.ts";
import type { Message } from "../../core/message.ts";
import type { ActionResult } from "../../service-api/action.ts";
import type {
	CommitManual,
	CommitWalletAttemptOutcome,
	CommitWalletAttemptRequest,
	ReadAttempt,
	ReadCommit,
} from "../../service-api/commit.ts";
import type { Action } from "../../service-api/events.ts";

/** How signing talks to the service; made of service/ by countersign.ts. */
export interface CommitService {
	/** GET: the authority (docs/service-api/commits.md#view-bookkeeping). Throws a CommitFault. */
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
export class CommitFault extends AppError {
	override readonly name = "CommitFault";
	/** True where the same call may be made again: offline, timeout, 408, 429, 5xx, 401 until a new token. */
	readonly again: boolean;
	/** The service said when, in ms; null where it didn't. */
	readonly retryAfterMs: number | null;
	/** The service's state is another than the call supposed (409): it is read again before anything is concluded. */
	readonly conflict: boolean;
	/** Its success can't be read or is about something else: whether it took the call is not known. */
	readonly unclear: boolean;
	/** The service's own word for it, harmless to show; null where it gave none. */
	readonly serviceText: string | null;

	constructor(
		text: Message,
		facts: {
			again: boolean;
			retryAfterMs: number | null;
			cause: unknown;
			conflict?: boolean;
			unclear?: boolean;
			serviceText?: string | null;
		},
	) {
		super(text, { cause: facts.cause });
		this.again = facts.again;
		this.retryAfterMs = facts.retryAfterMs;
		this.conflict = facts.conflict ?? false;
		this.unclear = facts.unclear ?? false;
		this.serviceText = facts.serviceText ?? null;
	}
}

/** The answer to an action, as signing asks for it; made of sessions/ and service/ by the app. */
export interface ActionService {
	/** The action as the service shows it now: its session is read first. null where it has none. Throws a CommitFault. */
	read(actionId: string, sessionId: string): Promise<Action | null>;
	/** What a stateless commit asks for, as it is kept here: the user may have said no. null where it is not kept. */
	committed(build: FrozenBuild): Action | null;
	/** POST result, with the row's own idempotency key. Throws a CommitFault. */
	resolve(
		actionId: string,
		sessionId: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action>;
}

/** What the user's RPC knows of a transaction. */
export type ChainStatus =
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
			readonly receipt: Receipt;
	  };

/** Whether the chain can still take a block back. */
export type BlockDepth = "final" | "shallow";

/** The user's own RPC for one chain. Every call first makes sure that it is of that chain; all throw with words. */
export interface EvmChainClient {
	nonces(address: string): Promise<{ readonly pending: bigint; readonly latest: bigint }>;
	/** Submits exactly these bytes; returns the hash that the RPC answers, or `hash` where it has them already. */
	send(raw: string, hash: string): Promise<string>;
	lookup(hash: string): Promise<ChainStatus>;
	/** `final`: by this number, no block is taken back any more (finalized, or 64 blocks on top). */
	depth(blockNumber: bigint): Promise<BlockDepth>;
}

/** The same for one Solana cluster. `send` and `lookup` go by the transaction's first signature, in base58. */
export interface SvmChainClient {
	/** At `confirmed`. */
	blockhashValid(blockhash: string): Promise<boolean>;
	/** Block heights. */
	heights(): Promise<{ readonly confirmed: bigint; readonly finalized: bigint }>;
	send(base64: string, id: string): Promise<string>;
	/** `mined` only once it is finalized. */
	lookup(id: string): Promise<ChainStatus>;
}
