import { AppError } from "../../core/app-error.ts";
import { plain } from "../../core/format/plain.ts";
import type { FrozenBuild } from "../../core/match/frozen.ts";
import { type Message, message } from "../../core/message.ts";
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

/** A commit at the service, as signing needs it. */
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

/** An action at the service, as signing needs it. */
export interface ActionService {
	/** The action as the service shows it now: its session is read first. `null` if it has none. Throws a CommitFault. */
	read(actionId: string, sessionId: string): Promise<Action | null>;
	/** The request of a stateless commit, as stored here: the user may have rejected it. `null` if it is not stored. */
	committed(build: FrozenBuild): Action | null;
	/** POST result, with the row's own idempotency key. Throws a CommitFault. */
	resolve(
		actionId: string,
		sessionId: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action>;
}

/** The signed-in identity, as its rows need it. */
export interface SigningAccount {
	/** Rows of another scope are left alone. */
	readonly scope: string;
	readonly commits: CommitService;
	readonly actions: ActionService;
	readonly sequencer: Pick<Sequencer, "of" | "must">;
	readonly serviceClock: Pick<ServiceClock, "offset">;
}

/** Why a call to the service gave no answer that can be used. */
export class CommitFault extends AppError {
	override readonly name = "CommitFault";
	/** The same call may be made again: offline, timeout, 408, 429, 5xx, 401 until a new token. */
	readonly again: boolean;
	/** When the service wants to be called again, in ms; `null` if it did not say. */
	readonly retryAfterMs: number | null;
	/** The service's state is another than the call supposed (409): it is read again before anything is concluded. */
	readonly conflict: boolean;
	/** Its success can't be read or is about something else: whether it accepted the call is not known. */
	readonly unclear: boolean;
	/** The service's own word for it, harmless to show; `null` if it gave none. */
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

/** Signing's view of a failure of the service: whether the same call may be made again, and in whose words. */
function asCommitFault(cause: unknown): unknown {
	if (!(cause instanceof ServiceError)) return cause;
	return new CommitFault(cause.text, {
		// A token can be renewed; until then the call waits rather than fails.
		again: cause.retryable || cause.kind === "unauthorized" || cause.kind === "forbidden",
		retryAfterMs: cause.retryAfterMs,
		cause,
		conflict: cause.kind === "conflict",
		unclear: cause.kind === "unreadable",
		serviceText: cause.serviceCode === null ? null : plain(cause.serviceCode, 60),
	});
}

/** Failures of the service as signing reads them. */
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

/** Commits at the service. The sessions apply each answer, too. */
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

	/** Whether this commit is being read right now: what that brings is no news to the runner. */
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
		// The claim says nothing of the commit's new version: its own GET does.
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

/** Actions at the service, and those of stateless commits, which are stored here. */
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

	committed(build: FrozenBuild): Action | null {
		const stored = this.#account.committed.get(build);
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
		// The log says it too; reading it now only spares the wait.
		void sessions.refreshSession(sessionId).catch((cause: unknown) => this.#log(`answer: ${String(cause)}`));
		return answered;
	}
}
