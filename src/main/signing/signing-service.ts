import { AppError } from "../../core/app-error.ts";
import { plain } from "../../core/format/plain.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { FrozenActionLike } from "../../core/match/frozen.ts";
import type { ActionResult } from "../../service-api/action.ts";
import { actionResolution } from "../../service-api/action-answer.ts";
import type {
	CommitManual,
	CommitWalletAttemptOutcome,
	CommitWalletAttemptRequest,
	ReadAttempt,
	ReadCommit,
} from "../../service-api/commit.ts";
import type { Action } from "../../service-api/events.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import { ServiceError } from "../service/errors.ts";
import type { Service } from "../service/service.ts";
import type { ServiceClock } from "../service/service-clock.ts";
import type { Sequencer } from "./sequencing.ts";

export interface CommitService {
	read(commitId: string, sessionId: string): Promise<ReadCommit>;
	manual(commitId: string, sessionId: string, body: CommitManual, key: string): Promise<ReadCommit>;
	/** A retry returns the same attempt, because the body contains the request ID. Throws a CommitFault. */
	startAttempt(commitId: string, sessionId: string, body: CommitWalletAttemptRequest): Promise<ReadAttempt>;
	reportAttempt(
		commitId: string,
		sessionId: string,
		attemptId: string,
		body: CommitWalletAttemptOutcome,
	): Promise<ReadCommit>;
}

export interface ActionService {
	read(actionId: string, sessionId: string): Promise<Action | null>;
	/** Returns an action that is stored in our journal. `null` if there is none. */
	stored(frozen: FrozenActionLike): Action | null;
	resolve(
		actionId: string,
		sessionId: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action>;
}

export interface SigningAccount {
	readonly scope: string;
	readonly commits: CommitService;
	readonly actions: ActionService;
	readonly sequencer: Pick<Sequencer, "of" | "requireFor">;
	readonly serviceClock: Pick<ServiceClock, "offset">;
}

export class CommitFault extends AppError {
	override readonly name = "CommitFault";
	/**
	 * Whether the call can be repeated (offline, timeout, 408, 429, 5xx, or 401 until the token is renewed).
	 */
	readonly again: boolean;
	readonly retryAfterMs: number | null;
	readonly conflict: boolean;
	/** Whether the response was unreadable, so the service may or may not have accepted the call. */
	readonly unclear: boolean;
	/** The service's own code, sanitized for display. `null` if it didn't send one. */
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

function asCommitFault(cause: unknown): unknown {
	if (!(cause instanceof ServiceError)) return cause;
	return new CommitFault(cause.text, {
		// A token can be renewed, so the call waits instead of failing.
		again: cause.retryable || cause.kind === "unauthorized" || cause.kind === "forbidden",
		retryAfterMs: cause.retryAfterMs,
		cause,
		conflict: cause.kind === "conflict",
		unclear: cause.kind === "unreadable",
		serviceText: cause.serviceCode === null ? null : plain(cause.serviceCode, 60),
	});
}

async function calling<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call();
	} catch (cause) {
		const fault = asCommitFault(cause);
		throw fault instanceof Error
			? fault
			: new CommitFault(message("signing.not-asked"), { again: true, retryAfterMs: null, cause });
	}
}

export class CommitCalls implements CommitService {
	readonly #account;
	readonly #log: (line: string) => void;
	readonly #reading = new Set<string>();

	constructor(
		account: {
			readonly service: Pick<Service, "postManual" | "startWalletAttempt" | "reportWalletAttempt">;
			readonly sessions: Pick<Sessions, "refreshCommit" | "acceptCommit">;
		},
		log: (line: string) => void,
	) {
		this.#account = account;
		this.#log = log;
	}

	isReading(commitId: string): boolean {
		return this.#reading.has(commitId);
	}

	async read(commitId: string): Promise<ReadCommit> {
		this.#reading.add(commitId);
		try {
			return await calling(() => this.#account.sessions.refreshCommit(commitId));
		} finally {
			this.#reading.delete(commitId);
		}
	}

	async manual(commitId: string, sessionId: string, body: CommitManual, key: string): Promise<ReadCommit> {
		const { service, sessions } = this.#account;
		const read = await calling(() => service.postManual(commitId, sessionId, body, key));
		sessions.acceptCommit(sessionId, read);
		return read;
	}

	async startAttempt(
		commitId: string,
		sessionId: string,
		body: CommitWalletAttemptRequest,
	): Promise<ReadAttempt> {
		const read = await calling(() => this.#account.service.startWalletAttempt(commitId, sessionId, body));
		// The response to a claim doesn't contain the commit's new version.
		void this.read(commitId).catch((cause: unknown) => this.#log(`claim: ${String(cause)}`));
		return read;
	}

	async reportAttempt(
		commitId: string,
		sessionId: string,
		attemptId: string,
		body: CommitWalletAttemptOutcome,
	): Promise<ReadCommit> {
		const { service, sessions } = this.#account;
		const read = await calling(() => service.reportWalletAttempt(commitId, sessionId, attemptId, body));
		sessions.acceptCommit(sessionId, read);
		return read;
	}
}

export class ActionCalls implements ActionService {
	readonly #account;
	readonly #log: (line: string) => void;

	constructor(
		account: {
			readonly service: Pick<Service, "resolveAction">;
			readonly sessions: Pick<Sessions, "refreshSession" | "action">;
			readonly committed: Pick<CommittedActions, "get">;
		},
		log: (line: string) => void,
	) {
		this.#account = account;
		this.#log = log;
	}

	async read(actionId: string, sessionId: string): Promise<Action | null> {
		const { sessions } = this.#account;
		await calling(() => sessions.refreshSession(sessionId));
		return sessions.action(sessionId, actionId)?.action ?? null;
	}

	stored(frozen: FrozenActionLike): Action | null {
		if (frozen.kind !== "action" || frozen.build === undefined) return null;
		const stored = this.#account.committed.get(frozen.build);
		return stored?.kind === "action" ? stored.action : null;
	}

	async resolve(
		actionId: string,
		sessionId: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action> {
		const { service, sessions } = this.#account;
		const answered = await calling(() =>
			service.resolveAction(sessionId, actionId, actionResolution.parse(body), key),
		);
		// The session's log reports the result too. Reading it now only saves time.
		void sessions.refreshSession(sessionId).catch((cause: unknown) => this.#log(`answer: ${String(cause)}`));
		return answered;
	}
}
