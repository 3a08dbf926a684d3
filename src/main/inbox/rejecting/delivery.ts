import { z } from "zod";
import type { DeliveryState } from "../../../core/activity/records.ts";
import { message, type Text } from "../../../core/localized-text.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { UserState } from "../../../service-api/user-state.ts";
import { textOf } from "../../../text/index.ts";
import type { Proposals } from "../../agents/proposals.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Events } from "../../events.ts";
import { done, refused } from "../../handlers.ts";
import type { Ports } from "../../ports.ts";
import type { AgentService } from "../../service/agent.ts";
import type { CommitsService } from "../../service/commits.ts";
import { ServiceError } from "../../service/errors.ts";
import type { Intents } from "../../storage/intents.ts";
import type { BuildCommits } from "../entries/build-commits.ts";
import type { Entry } from "../entries/entry.ts";
import type { CommittedActions } from "../requests/committed.ts";
import {
	entryOf,
	type Pending,
	type PendingRejections,
	REASON,
	REJECTION,
	type Rejection,
} from "./rejection.ts";

export interface RejectingAccount {
	readonly scope: string;
	readonly sessions: Sessions;
	readonly service: CommitsService & Pick<AgentService, "resolveAction">;
	readonly committed: CommittedActions;
	readonly buildCommits: BuildCommits;
}

export interface RejectionTask {
	readonly id: string;
	readonly key: string;
	readonly body: Rejection;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const UNOFFERED_RETRY_MS = 600_000;
/** Intervals between checks for an idle agent: at first, and after a while. */
const POLL_MS = 500;
const CALM_POLL_MS = 10_000;
const QUICK_POLLS = 60;
/**
 * Maximum number of times that the service may refuse a message before Countersign gives up. Most refusals
 * occur because the agent has just started its next turn.
 */
const MAX_REFUSALS = 10;
/** A failed message isn't resent after this time, because it may have arrived despite the error. */
const UNCLEAR_MS = 10 * 60_000;
const MESSAGE_LENGTH = 32_000;
const MAX_NAMED = 20;

function reasonMessage({ headline, reason, also = [] }: Rejection): string {
	if (also.length === 0) return `I rejected “${headline}”: ${reason}`.slice(0, MESSAGE_LENGTH);
	const all = [headline, ...also.map((each) => each.headline)];
	const named = all.slice(0, MAX_NAMED).map((each) => `- ${each}`);
	const more = all.length > MAX_NAMED ? [`- and ${all.length - MAX_NAMED} more`] : [];
	return [`I rejected ${all.length} requests: ${reason}`, ...named, ...more]
		.join("\n")
		.slice(0, MESSAGE_LENGTH);
}

/** Returns whether the rejection is sent to the service. Otherwise, it is only stored on this computer. */
const isOfService = ({ build, proposal }: Pick<Rejection, "build" | "proposal">): boolean =>
	build === undefined && proposal === undefined;

const startOf = z.object({ sessionId: z.string(), message: z.string() });

const namesCommit = ({ commitId, also = [] }: Rejection, wanted: string): boolean =>
	commitId === wanted || also.some((each) => each.commitId === wanted);

const isSameGroup = (one: Rejection, other: Rejection): boolean =>
	one.sessionId === other.sessionId && one.held !== undefined && one.held.group === other.held?.group;

/**
 * Returns whether the service has no endpoint for rejecting this commit. In that case, the rejection only
 * hides the request here.
 */
const isUnoffered = (body: Rejection, cause: unknown): boolean =>
	body.action === undefined &&
	isOfService(body) &&
	cause instanceof ServiceError &&
	(cause.kind === "notFound" || cause.kind === "notOffered");

/**
 * Returns whether the failure is temporary. If a rejection is only stored on this computer, only the disk can
 * fail.
 */
const isPassing = (body: Rejection, cause: unknown): boolean =>
	!isOfService(body) ||
	isUnoffered(body, cause) ||
	(cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized"));

const hasMessage = ({ reason, ...body }: Rejection): boolean =>
	body.action === undefined && isOfService(body) && reason !== "";

/**
 * Sends one account's rejections to the service, with the same idempotency key until the service responds. A
 * commit's rejection has no field for a reason (docs/service-api/commits.md#calls-and-bodies), so the reason
 * follows as the user's next message in the session. It is stored before the rejection settles. Rejections
 * that were made together share one message, because each message starts an agent turn.
 */
export class RejectionDelivery {
	readonly #app;
	readonly #rejections;
	readonly #account: RejectingAccount;
	readonly #taken = new Set<string>();

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly events: Events;
			readonly stores: { readonly intents: Intents };
			readonly conversations: { userState(): UserState };
			readonly proposals: Pick<Proposals, "end">;
		},
		rejections: {
			readonly pending: PendingRejections;
			entry(id: string): Entry | null;
			isCurrent(account: RejectingAccount): boolean;
			leave(entryId: string): void;
			ended(body: Rejection, state: "arrived" | "changed" | "failed", text: Text | null): void;
		},
		account: RejectingAccount,
	) {
		this.#app = app;
		this.#rejections = rejections;
		this.#account = account;
	}

	isTaken(id: string): boolean {
		return this.#taken.has(id);
	}

	/** Returns `false` if the intent is already being delivered. */
	startDelivery(id: string): boolean {
		if (this.#taken.has(id)) return false;
		this.#taken.add(id);
		return true;
	}

	/** Resumes deliveries that were interrupted by a crash, a shutdown or a lost connection. */
	recover(): void {
		const pending = this.#rejections.pending.list(this.#account.scope);
		for (const { id, key, kind, ...body } of pending) {
			const delivery: RejectionTask = { id, key, body };
			if (!this.startDelivery(id)) continue;
			if (kind === REASON) {
				// The message is already stored as a turn, and the session retries it with its own key.
				if (this.#isSent(body)) this.#settle(id, 0);
				else this.#sendReason(delivery, 0, 0);
			} else if (pending.some((each) => each.kind === REASON && namesCommit(each, body.commitId)))
				// A stored reason means that the service has accepted the rejection.
				this.#settle(id, 0);
			else this.#retry(0, 0, (failures) => void this.send(delivery, failures));
		}
	}

	async send(delivery: RejectionTask, failures = 0): Promise<CommandOutcome> {
		const { body, id } = delivery;
		this.#record(body, "telling", null);
		if (this.#isRevised(body)) {
			this.#settle(id, 0);
			this.#end(body, "changed", message("app.reject.changed"));
			return refused(message("app.reject.changed"));
		}
		try {
			await this.#post(delivery);
		} catch (cause) {
			return await this.#onFault(delivery, failures, cause);
		}
		// A Build's commit has no session that could receive the reason.
		if (hasMessage(body) && !this.#account.buildCommits.has(body.commitId))
			this.#followWithReason(delivery, 0);
		else this.#settle(id, 0);
		this.#end(body, "arrived", null);
		return done;
	}

	async #onFault(delivery: RejectionTask, failures: number, cause: unknown): Promise<CommandOutcome> {
		const { body, id } = delivery;
		this.#log(cause);
		if (isPassing(body, cause)) {
			const wanted = cause instanceof ServiceError ? (cause.retryAfterMs ?? 0) : 0;
			const least = isUnoffered(body, cause) ? UNOFFERED_RETRY_MS : wanted;
			this.#retry(failures, least, (next) => void this.send(delivery, next));
			if (body.held === undefined) this.#safely(() => this.#rejections.leave(entryOf(body)));
			return done;
		}
		this.#settle(id, 0);
		const text = cause instanceof ServiceError ? cause.text : message("app.reject.untold");
		if (body.held !== undefined) this.#end(body, "failed", text);
		else this.#record(body, "failed", text);
		const { sessions } = this.#account;
		if (body.action === undefined) await sessions.refreshCommit(body.commitId).catch(() => null);
		else await sessions.refreshSession(body.sessionId).catch(() => null);
		return refused(text);
	}

	#isRevised(body: Rejection): boolean {
		const entry = body.held === undefined ? null : this.#rejections.entry(entryOf(body));
		return (
			entry !== null && (revisionKeyOf(entry.request) !== body.held?.revision || entry.row?.live === true)
		);
	}

	async #post({ key, body }: RejectionTask): Promise<void> {
		const { action, build, proposal, sessionId, commitId, reason, attemptId } = body;
		const { committed, service, sessions } = this.#account;
		if (proposal !== undefined) {
			this.#app.proposals.end(proposal.id, "rejected", reason, proposal.isWantedChange);
			return;
		}
		if (build !== undefined) {
			committed.reject(build);
			return;
		}
		if (action === undefined) {
			const no = { kind: "rejected" } as const;
			const read =
				attemptId === undefined
					? await service.postManual(commitId, sessionId, no, key)
					: await service.reportWalletAttempt(commitId, sessionId, attemptId, no);
			this.#safely(() => sessions.acceptCommit(sessionId, read));
			return;
		}
		// The API requires a reason for rejecting an action.
		const given = reason === "" ? textOf(message("app.reject.no-reason")) : reason;
		const answer = {
			revision: action.revision,
			result: { status: "rejected" as const, reason: given },
		};
		await service.resolveAction(sessionId, action.id, answer, key);
		// The session's event stream would report the result too. Reading it now only saves time.
		await sessions.refreshSession(sessionId).catch((cause: unknown) => this.#log(cause));
	}

	#followWithReason(delivery: RejectionTask, failures: number): void {
		const { intents } = this.#app.stores;
		const { body } = delivery;
		const isWritten = this.#safely(() => {
			const pending = this.#rejections.pending.list(this.#account.scope);
			const reasons = pending.filter(({ kind }) => kind === REASON);
			const known = reasons.find((each) => namesCommit(each, body.commitId));
			const isOpen = pending.some((each) => each.id === delivery.id);
			// A message that was already sent can't include more rejections, so the next rejection gets its
			// own message.
			const joined = reasons.find((each) => isSameGroup(each, body) && !this.#isSent(each));
			const reason = known ?? (isOpen ? this.#joinOrAdd(body, joined) : null);
			if (isOpen) intents.settle(delivery.id);
			if (reason === null) return;
			if (this.startDelivery(reason.id)) this.#sendReason({ id: reason.id, key: reason.key, body }, 0, 0);
		});
		if (!isWritten) this.#retry(failures, 0, (next) => this.#followWithReason(delivery, next));
	}

	#joinOrAdd(body: Rejection, joined: Pending | undefined): Pick<RejectionTask, "id" | "key"> {
		const { intents } = this.#app.stores;
		if (joined === undefined) return intents.remember(REASON, this.#account.scope, body);
		const { id, key, kind: _, ...before } = joined;
		const { commitId, headline } = body;
		intents.revise(id, { ...before, also: [...(before.also ?? []), { commitId, headline }] });
		return { id, key };
	}

	/** conversations/turns.ts stores the turn, and the session retries it with its own key. */
	#isSent(body: Rejection): boolean {
		return this.#app.stores.intents.pending(this.#account.scope).some((intent) => {
			const start = intent.kind === "start" ? startOf.safeParse(intent.body).data : undefined;
			return start?.sessionId === body.sessionId && start.message === reasonMessage(body);
		});
	}

	#sendReason(delivery: RejectionTask, looks: number, failures: number): void {
		if (!this.#isCurrent()) return;
		const { ports } = this.#app;
		const { scope, sessions } = this.#account;
		// The stored message may include more rejections by now.
		const body =
			this.#rejections.pending.list(scope).find((each) => each.id === delivery.id) ?? delivery.body;
		if (this.#isBusy(body, looks)) {
			const ms = looks < QUICK_POLLS ? POLL_MS : CALM_POLL_MS;
			ports.clock.after(ms, () => this.#sendReason(delivery, looks + 1, failures));
			return;
		}
		try {
			const turn = { message: reasonMessage(body), userState: this.#app.conversations.userState() };
			const began = ports.clock.now();
			void sessions.startTurn(body.sessionId, turn).outcome.then((outcome) => {
				// An aborted request isn't a refusal. The message stays stored until it is answered.
				if (!outcome.ok && !this.#isCurrent()) return;
				const isFinal = failures + 1 >= MAX_REFUSALS || ports.clock.now() - began >= UNCLEAR_MS;
				if (outcome.ok || isFinal) this.#settle(delivery.id, 0);
				else this.#retry(failures, 0, (next) => this.#sendReason(delivery, 0, next));
			});
		} catch (cause) {
			ports.log(`rejection's reason: ${String(cause)}`);
			if (cause instanceof ServiceError && cause.kind === "unprocessable") this.#settle(delivery.id, 0);
			// Another message is being sent, or the journal can't be written to.
			else this.#retry(failures, 0, (next) => this.#sendReason(delivery, looks, next));
		}
	}

	/** Also returns `true` while other rejections for the same message are being sent. */
	#isBusy(body: Rejection, looks: number): boolean {
		const { scope, sessions } = this.#account;
		const session = sessions.list().find((each) => each.id === body.sessionId);
		if (session === undefined) return looks < QUICK_POLLS;
		return (
			session.turnState === "processing" ||
			session.pending !== null ||
			session.connection.state === "unauthorized" ||
			this.#rejections.pending.list(scope).some((each) => each.kind === REJECTION && isSameGroup(each, body))
		);
	}

	#record(body: Rejection, state: DeliveryState, why: Text | null): void {
		const { sessionId, headline, reason } = body;
		this.#app.events.emit("rejection-recorded", {
			scope: this.#account.scope,
			entryId: entryOf(body),
			sessionId,
			headline,
			reason,
			state,
			why,
		});
	}

	#end(body: Rejection, state: "arrived" | "changed" | "failed", text: Text | null): void {
		this.#record(body, state, text);
		this.#safely(() => this.#rejections.ended(body, state, text));
	}

	#isCurrent(): boolean {
		return this.#rejections.isCurrent(this.#account);
	}

	#retry(failures: number, leastMs: number, next: (failures: number) => void): void {
		const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
		this.#app.ports.clock.after(Math.max(backoff, leastMs), () => {
			if (this.#isCurrent()) next(failures + 1);
		});
	}

	#settle(id: string, failures: number): void {
		if (!this.#safely(() => this.#app.stores.intents.settle(id)))
			this.#retry(failures, 0, (next) => this.#settle(id, next));
	}

	/**
	 * Runs local work after the service has responded. If it throws, logs the exception and returns `false`.
	 */
	#safely(work: () => void): boolean {
		try {
			work();
			return true;
		} catch (cause) {
			this.#log(cause);
			return false;
		}
	}

	#log(cause: unknown): void {
		this.#app.ports.log(`rejection: ${String(cause)}`);
	}
}
