import { z } from "zod";
import type { DeliveryState } from "../../../core/activity/records.ts";
import { message, type Text } from "../../../core/message.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { UserState } from "../../../service-api/user-state.ts";
import { textOf } from "../../../text/index.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Events } from "../../events.ts";
import { done, refused } from "../../outcome.ts";
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

/** The signed-in identity, and how its service is told. */
export interface RejectingAccount {
	readonly scope: string;
	readonly sessions: Sessions;
	readonly service: CommitsService & Pick<AgentService, "resolveAction">;
	readonly committed: CommittedActions;
	readonly buildCommits: BuildCommits;
}

/** An intent that is being delivered. */
export interface RejectionTask {
	readonly id: string;
	readonly key: string;
	readonly body: Rejection;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** Least wait before a rejection is repeated for which the service has no route. */
const UNOFFERED_RETRY_MS = 600_000;
/** Interval between checks whether the agent rests: at first, and once it takes long. */
const LOOK_MS = 500;
const CALM_LOOK_MS = 10_000;
const QUICK_LOOKS = 60;
/** Maximum refusals of a reason's message; most come of the agent taking its next turn just then. */
const MAX_REFUSALS = 10;
/** Age after which an answer other than success may hide a message that arrived, so that it is not repeated. */
const UNCLEAR_MS = 10 * 60_000;
/** The contract's longest message. */
const MESSAGE_LENGTH = 32_000;
/** Maximum number of headlines named in one message. */
const MAX_NAMED = 20;

/** Returns the message that tells the agent a reason, as text of the user's. */
function reasonMessage({ headline, reason, also = [] }: Rejection): string {
	if (also.length === 0) return `I rejected “${headline}”: ${reason}`.slice(0, MESSAGE_LENGTH);
	const all = [headline, ...also.map((each) => each.headline)];
	const named = all.slice(0, MAX_NAMED).map((each) => `- ${each}`);
	const more = all.length > MAX_NAMED ? [`- and ${all.length - MAX_NAMED} more`] : [];
	return [`I rejected ${all.length} requests: ${reason}`, ...named, ...more]
		.join("\n")
		.slice(0, MESSAGE_LENGTH);
}

const startOf = z.object({ sessionId: z.string(), message: z.string() });

const namesCommit = ({ commitId, also = [] }: Rejection, wanted: string): boolean =>
	commitId === wanted || also.some((each) => each.commitId === wanted);

const isSameGroup = (one: Rejection, other: Rejection): boolean =>
	one.sessionId === other.sessionId && one.held !== undefined && one.held.group === other.held?.group;

/** Whether the service has no route to reject this commit; the rejection then only hides the request here. */
const isUnoffered = (body: Rejection, cause: unknown): boolean =>
	body.action === undefined &&
	body.build === undefined &&
	cause instanceof ServiceError &&
	(cause.kind === "notFound" || cause.kind === "notOffered");

/** Whether a retry may succeed. A Build's request is rejected here alone, where only the disk can fail. */
const isPassing = (body: Rejection, cause: unknown): boolean =>
	body.build !== undefined ||
	isUnoffered(body, cause) ||
	(cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized"));

/** Whether a reason has to follow as a message; an action's answer carries it itself. */
const hasMessage = ({ action, build, reason }: Rejection): boolean =>
	action === undefined && build === undefined && reason !== "";

/**
 * Tells the service of one account's rejections, each under one idempotency key until it is heard. The interface's
 * rejection of a commit carries no reason (docs/service-api/commits.md#calls-and-bodies): the reason follows as the
 * user's next message in that session, durable before the rejection is settled. Requests rejected together share one
 * message, since each message is a turn of the agent.
 */
export class RejectionDelivery {
	readonly #app;
	readonly #rejections;
	readonly #account: RejectingAccount;
	/** Ids of intents that are being delivered: none is delivered twice. */
	readonly #taken = new Set<string>();

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly events: Events;
			readonly stores: { readonly intents: Intents };
			readonly conversations: { userState(): UserState };
		},
		rejections: {
			readonly pending: PendingRejections;
			entry(id: string): Entry | null;
			/**
			 * Returns false once the app ends or another account signs in. Pending rejections are then sent from disk
			 * at the next start.
			 */
			isCurrent(account: RejectingAccount): boolean;
			/** Closes the review of a rejected request. */
			leave(entryId: string): void;
			/** Updates the windows after a delivery ended. */
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

	/** Reserves an intent for delivery. @returns false if it is being delivered already */
	take(id: string): boolean {
		if (this.#taken.has(id)) return false;
		this.#taken.add(id);
		return true;
	}

	/** Delivers what a crash, the end of the app or a lost network left. */
	recover(): void {
		const pending = this.#rejections.pending.list(this.#account.scope);
		for (const { id, key, kind, ...body } of pending) {
			const delivery: RejectionTask = { id, key, body };
			if (!this.take(id)) continue;
			if (kind === REASON) {
				// Its message is a turn with a key of its own by now, which the session repeats.
				if (this.#isSent(body)) this.#settle(id, 0);
				else this.#sendReason(delivery, 0, 0);
			} else if (pending.some((each) => each.kind === REASON && namesCommit(each, body.commitId)))
				// A reason exists only once the service has heard the rejection.
				this.#settle(id, 0);
			else this.#retry(0, 0, (failures) => void this.send(delivery, failures));
		}
	}

	/** Tells the service, now or later. Never rejects. */
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
		// No conversation takes the reason of what was made of a Build.
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

	/** Whether another request stands in the place of the rejected one. */
	#isRevised(body: Rejection): boolean {
		const entry = body.held === undefined ? null : this.#rejections.entry(entryOf(body));
		return (
			entry !== null && (revisionKeyOf(entry.request) !== body.held?.revision || entry.row?.live === true)
		);
	}

	/** Posts the rejection; once it resolves, the service has it. Throws a ServiceError. */
	async #post({ key, body }: RejectionTask): Promise<void> {
		const { action, build, sessionId, commitId, reason, attemptId } = body;
		const { committed, service, sessions } = this.#account;
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
		// The contract requires a reason of an action's rejection.
		const given = reason === "" ? textOf(message("app.reject.no-reason")) : reason;
		const answer = {
			revision: action.revision,
			result: { status: "rejected" as const, reason: given },
		};
		await service.resolveAction(sessionId, action.id, answer, key);
		// The session's own log says it too; reading it now only spares the wait.
		await sessions.refreshSession(sessionId).catch((cause: unknown) => this.#log(cause));
	}

	/** Writes the reason down before the rejection is settled, and sends it. */
	#followWithReason(delivery: RejectionTask, failures: number): void {
		const { intents } = this.#app.stores;
		const { body } = delivery;
		const isWritten = this.#safely(() => {
			const pending = this.#rejections.pending.list(this.#account.scope);
			const reasons = pending.filter(({ kind }) => kind === REASON);
			const known = reasons.find((each) => namesCommit(each, body.commitId));
			const isOpen = pending.some((each) => each.id === delivery.id);
			// A message that is on its way names nothing more: what it lacks gets a message of its own.
			const joined = reasons.find((each) => isSameGroup(each, body) && !this.#isSent(each));
			const reason = known ?? (isOpen ? this.#joinOrAdd(body, joined) : null);
			if (isOpen) intents.settle(delivery.id);
			if (reason === null) return;
			if (this.take(reason.id)) this.#sendReason({ id: reason.id, key: reason.key, body }, 0, 0);
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

	/** Whether a turn with this reason is on disk (conversations/turns.ts); the session repeats it by its own key. */
	#isSent(body: Rejection): boolean {
		return this.#app.stores.intents.pending(this.#account.scope).some((intent) => {
			const start = intent.kind === "start" ? startOf.safeParse(intent.body).data : undefined;
			return start?.sessionId === body.sessionId && start.message === reasonMessage(body);
		});
	}

	/** Sends the reason once the agent rests, since a running turn accepts no message. */
	#sendReason(delivery: RejectionTask, looks: number, failures: number): void {
		if (!this.#isCurrent()) return;
		const { ports } = this.#app;
		const { scope, sessions } = this.#account;
		// Its message may name more by now.
		const body =
			this.#rejections.pending.list(scope).find((each) => each.id === delivery.id) ?? delivery.body;
		if (this.#isBusy(body, looks)) {
			const ms = looks < QUICK_LOOKS ? LOOK_MS : CALM_LOOK_MS;
			ports.clock.after(ms, () => this.#sendReason(delivery, looks + 1, failures));
			return;
		}
		try {
			const turn = { message: reasonMessage(body), userState: this.#app.conversations.userState() };
			const began = ports.clock.now();
			void sessions.startTurn(body.sessionId, turn).outcome.then((outcome) => {
				// An aborted turn is no refusal: it stays on disk until it has an answer.
				if (!outcome.ok && !this.#isCurrent()) return;
				const isFinal = failures + 1 >= MAX_REFUSALS || ports.clock.now() - began >= UNCLEAR_MS;
				if (outcome.ok || isFinal) this.#settle(delivery.id, 0);
				else this.#retry(failures, 0, (next) => this.#sendReason(delivery, 0, next));
			});
		} catch (cause) {
			ports.log(`rejection's reason: ${String(cause)}`);
			// No retry could change the message.
			if (cause instanceof ServiceError && cause.kind === "unprocessable") this.#settle(delivery.id, 0);
			// Another message is still on its way, or the journal can't be written.
			else this.#retry(failures, 0, (next) => this.#sendReason(delivery, looks, next));
		}
	}

	/** Whether the session accepts no message now, or other rejections that the message will name are still sent. */
	#isBusy(body: Rejection, looks: number): boolean {
		const { scope, sessions } = this.#account;
		const session = sessions.list().find((each) => each.id === body.sessionId);
		if (session === undefined) return looks < QUICK_LOOKS;
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

	/** Runs `next` later, with growing waits of at least `leastMs`. */
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

	/** Runs our own side of what has already happened; its faults are logged. @returns whether it succeeded */
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
