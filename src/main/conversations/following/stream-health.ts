import { ServiceError } from "../../service/errors.ts";
import { streamBlocked } from "./stream-step.ts";

/** Number of consecutive silent streams after which streams count as blocked. */
const MAX_SILENT = 2;
/** Number of consecutive GETs with undelivered events after which streams count as blocked. */
const MAX_INCOMPLETE = 2;

/** Decides whether streams work, or whether the session must be polled for a while. */
export class StreamHealth {
	readonly #retryMs: number;
	/** Number of consecutive streams that ended at once. */
	#shortStreams = 0;
	/** Number of consecutive streams that timed out without data. */
	#silentStreams = 0;
	/** Number of consecutive GETs that found events that the open stream hadn't delivered. */
	#incomplete = 0;
	#blockedUntil = 0;

	/** @param retryMs how long blocked streams aren't tried again */
	constructor(retryMs: number) {
		this.#retryMs = retryMs;
	}

	isBlocked(now: number): boolean {
		return now < this.#blockedUntil;
	}

	/** Returns whether the open stream has been found to lack events. */
	isIncomplete(): boolean {
		return this.#incomplete > 0;
	}

	reset(): void {
		this.#shortStreams = 0;
		this.#silentStreams = 0;
		this.#incomplete = 0;
		this.#blockedUntil = 0;
	}

	/** Returns whether the failure shows that streams are blocked, for example by a proxy. */
	recordFailure(error: unknown, hadData: boolean, now: number): boolean {
		const isSilent = error instanceof ServiceError && error.kind === "timeout";
		this.#silentStreams = hadData ? 0 : this.#silentStreams + (isSilent ? 1 : 0);
		// A proxy that opens streams but never delivers data also counts as blocking.
		if (!streamBlocked(error) && this.#silentStreams < MAX_SILENT) return false;
		this.#silentStreams = 0;
		this.#blockedUntil = now + this.#retryMs;
		return true;
	}

	/** Returns the number of consecutive streams that ended at once, including this one. */
	recordEnd(isShort: boolean): number {
		this.#shortStreams = isShort ? this.#shortStreams + 1 : 0;
		return this.#shortStreams;
	}

	/** Records that the stream delivered new events. Returns whether it had been incomplete. */
	recordDelivery(): boolean {
		const wasIncomplete = this.isIncomplete();
		this.#shortStreams = 0;
		this.#incomplete = 0;
		return wasIncomplete;
	}

	/** Records a GET with events that the stream hadn't delivered. Returns whether streams count as blocked. */
	recordMissing(now: number): boolean {
		this.#incomplete += 1;
		if (this.#incomplete < MAX_INCOMPLETE) return false;
		this.#incomplete = 0;
		this.#blockedUntil = now + this.#retryMs;
		return true;
	}
}
