import type { ReadCommit } from "../../service-api/commit.ts";

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

class RetryDelay {
	#failures = 0;

	/** Counts a failure, and returns the delay before the next attempt in ms. */
	countFailure(): number {
		const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(this.#failures, 10), MAX_RETRY_MS);
		this.#failures += 1;
		return delay;
	}

	reset(): void {
		this.#failures = 0;
	}
}

/**
 * Maximum number of retries for a report that the service requests but rejects. After that, the result from
 * the chain is enough.
 */
export const MAX_REPORT_RETRIES = 3;

export class ReportRetries {
	#count = 0;

	/** Counts a retry. Returns `false` if there were too many. */
	allowRetry(): boolean {
		if (this.#count >= MAX_REPORT_RETRIES) return false;
		this.#count += 1;
		return true;
	}
}

/** An RPC that lags behind may miss a transaction once, so two consecutive lookups must miss it. */
const MISSED_LOOKUPS = 2;

export class FinalityLookups {
	#missed = 0;

	/** Counts a lookup without the settled block. Returns whether the block is lost. */
	countMissed(): boolean {
		this.#missed += 1;
		return this.#missed >= MISSED_LOOKUPS;
	}

	reset(): void {
		this.#missed = 0;
	}
}

const DROPPED_LOOKUPS = 3;
/** Minimum time between the first and the last lookup, because an RPC can lag behind for a while. */
const DROPPED_MS = 60_000;

export class ConfirmationLookups {
	#dropped: { readonly lookups: number; readonly since: number } | null = null;
	#unknownSince: number | null = null;

	/**
	 * Counts a lookup that found the nonce used, but no block with the transaction. Returns whether enough
	 * consecutive lookups did.
	 */
	countDropped(now: number): boolean {
		const { lookups, since } = this.#dropped ?? { lookups: 0, since: now };
		this.#dropped = { lookups: lookups + 1, since };
		return lookups + 1 >= DROPPED_LOOKUPS && now - since >= DROPPED_MS;
	}

	resetDropped(): void {
		this.#dropped = null;
	}

	/** Returns whether the RPC hasn't known the transaction for `resendMs`. If so, the time starts again. */
	isResendDue(now: number, resendMs: number): boolean {
		this.#unknownSince ??= now;
		if (now - this.#unknownSince < resendMs) return false;
		this.#unknownSince = now;
		return true;
	}

	resetUnknown(): void {
		this.#unknownSince = null;
	}
}

/**
 * Maximum number of attempts at a simulation that the RPC doesn't answer. After that, the step counts as not
 * simulated.
 */
const MAX_UNANSWERED = 5;

export class StepSimulations {
	#unanswered = 0;

	/** Counts a simulation without an answer. Returns whether the RPC should be queried again. */
	allowRetry(): boolean {
		this.#unanswered += 1;
		return this.#unanswered < MAX_UNANSWERED;
	}

	reset(): void {
		this.#unanswered = 0;
	}
}

/** State of the work on one row that a restart forgets. */
export interface Run {
	/**
	 * Whether the bytes were signed or submitted during this run. If so, no crash can have happened in
	 * between.
	 */
	isFresh: boolean;
	/** The service's answer to the submitted signature. `null` if it has been used, or nothing was submitted. */
	submitAnswer: ReadCommit | null;
	readonly retry: RetryDelay;
	readonly reports: ReportRetries;
	readonly confirmation: ConfirmationLookups;
	readonly finality: FinalityLookups;
	readonly simulations: StepSimulations;
}

export const newRun = (): Run => ({
	isFresh: false,
	submitAnswer: null,
	retry: new RetryDelay(),
	reports: new ReportRetries(),
	confirmation: new ConfirmationLookups(),
	finality: new FinalityLookups(),
	simulations: new StepSimulations(),
});
