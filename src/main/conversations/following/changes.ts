import { type Message, message } from "../../../core/localized-text.ts";
import type { SessionChange } from "../../service/agent.ts";
import { ServiceError } from "../../service/errors.ts";
import { lineOf } from "../connection.ts";
import type { FollowServices } from "./follow-services.ts";
import { backoffMs, Waker } from "./pacing.ts";

const KIND = "change";
const TRIES = 3;
/** The user is waiting for the answer, so a longer rate limit is reported as an error. */
const MAX_WAIT_MS = 5_000;
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

const UNOFFERED = message("session.change.not-offered");
const UNSENT = message("session.change.unsent");
const SESSION_REMOVED = message("session.change.gone");
const TWICE = message("session.change.twice");

/**
 * Returns whether a 404 is about a missing session and not a missing endpoint. In that case, its error code
 * names the session.
 */
function isOfSession({ serviceCode }: ServiceError): boolean {
	return serviceCode !== null && /session|thread/i.test(serviceCode);
}

/**
 * Renames and archives sessions if the service supports it. The display changes only after the service has
 * responded.
 */
export class ChangeFeed {
	readonly #services: FollowServices;
	readonly #abort = new AbortController();
	readonly #running = new Map<string, Promise<void>>();
	#offered = true;

	constructor(services: FollowServices) {
		this.#services = services;
	}

	fixed(sessionId: string): Message | null {
		if (!this.#offered) return UNOFFERED;
		const session = this.#services.store.get(sessionId);
		const known = session !== undefined && (session.listedAt !== null || session.cursor !== null);
		return known ? null : UNSENT;
	}

	/**
	 * Drops changes that a crash or quit left unanswered. The user sees the actual state and can repeat them.
	 */
	forgetUnanswered(): void {
		const { intents, scope } = this.#services;
		for (const intent of intents.pending(scope)) if (intent.kind === KIND) intents.settle(intent.id);
	}

	retryNow(): void {
		this.#offered = true;
	}

	async stop(): Promise<void> {
		this.#abort.abort(new Error("stopped"));
		await Promise.allSettled(this.#running.values());
	}

	async change(sessionId: string, change: SessionChange): Promise<void> {
		const fixed = this.fixed(sessionId);
		if (fixed !== null) throw new ServiceError("refused", { detail: "not offered", text: fixed });
		if (this.#running.has(sessionId)) throw new ServiceError("conflict", { text: TWICE });
		const work = this.#send(sessionId, change);
		this.#running.set(sessionId, work);
		try {
			await work;
		} finally {
			this.#running.delete(sessionId);
		}
	}

	async #send(sessionId: string, change: SessionChange): Promise<void> {
		const { service, store, intents, scope, clock, fraction, access, logLine } = this.#services;
		const intent = intents.remember(KIND, scope, { sessionId, ...change });
		const waker = new Waker(clock);
		const { signal } = this.#abort;
		const wake = () => waker.wake();
		signal.addEventListener("abort", wake, { once: true });
		try {
			for (let tries = 1; ; tries += 1) {
				try {
					store.recordListed([await service.changeSession(sessionId, change, intent.key, signal)]);
					return;
				} catch (error) {
					logLine(`session ${sessionId}: change: ${lineOf(error)}`);
					if (!(error instanceof ServiceError) || signal.aborted) throw error;
					if (error.kind === "unauthorized") access.deny(error);
					if (error.status !== null && NOT_OFFERED.has(error.status))
						throw this.#notOffered(error, sessionId);
					const patience = error.retryAfterMs ?? 0;
					if (!error.retryable || tries >= TRIES || patience > MAX_WAIT_MS) throw error;
					await waker.sleep(Math.max(backoffMs(tries, fraction), patience));
				}
			}
		} finally {
			signal.removeEventListener("abort", wake);
			// An aborted change stays stored until the next startup drops it.
			if (!signal.aborted) intents.settle(intent.id);
		}
	}

	#notOffered(error: ServiceError, sessionId: string): ServiceError {
		const facts = { status: error.status, code: error.serviceCode, requestId: error.requestId, cause: error };
		if (error.status === 404 && isOfSession(error))
			return new ServiceError("notFound", { ...facts, text: SESSION_REMOVED });
		this.#offered = false;
		this.#services.store.emit({ kind: "session", sessionId });
		return new ServiceError("refused", { ...facts, text: UNOFFERED });
	}
}
