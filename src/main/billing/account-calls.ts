import { message, sentences, type Text } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { asOutcome, refused } from "../handlers.ts";
import type { Clock } from "../ports.ts";
import { quotedText, ServiceError } from "../service/errors.ts";

/** Calls the service account, returns failures as values and respects rate limits. */

export type Answered<T> = { readonly value: T } | { readonly error: unknown };

const STOPPED = message("account.stopped");
const LATER = message("account.later");
export const SIGN_IN = message("account.sign-in");

export function kindOf(answered: Answered<unknown>): ServiceError["kind"] | null {
	return "error" in answered && answered.error instanceof ServiceError ? answered.error.kind : null;
}

export function isNotOffered(answered: Answered<unknown>): boolean {
	const kind = kindOf(answered);
	return kind === "notFound" || kind === "notOffered";
}

export function isPassing(error: unknown): boolean {
	return error instanceof ServiceError && error.retryable;
}

export function textOnce(error: unknown, log: (line: string) => void): Text {
	if (error instanceof ServiceError) {
		if (error.kind === "unauthorized") return SIGN_IN;
		if (!error.retryable) return quotedText(error);
		return error.support === null ? LATER : sentences(LATER, error.support);
	}
	const outcome = asOutcome(error, log);
	return outcome.ok ? LATER : outcome.text;
}

export class AccountCalls {
	readonly #clock: Clock;
	readonly #log: (line: string) => void;
	readonly #abort = new AbortController();
	#notBefore = 0;

	constructor(clock: Clock, log: (line: string) => void) {
		this.#clock = clock;
		this.#log = log;
	}

	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	async ask<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<Answered<T>> {
		try {
			return { value: await work(this.signal) };
		} catch (error) {
			if (!this.signal.aborted)
				this.#log(
					`account: ${what}: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
				);
			if (error instanceof ServiceError && error.retryAfterMs !== null)
				this.#notBefore = Math.max(this.#notBefore, this.#clock.now() + error.retryAfterMs);
			return { error };
		}
	}

	barred(): CommandOutcome | null {
		if (this.signal.aborted) return refused(STOPPED);
		const left = this.#notBefore - this.#clock.now();
		if (left <= 0) return null;
		return refused(message("account.patience", { seconds: Math.ceil(left / 1000) }));
	}

	notBefore(): number {
		return this.#notBefore;
	}

	stop(): void {
		this.#abort.abort(new Error("stopped"));
	}
}

const TRIES = 5;
const FIRST_PAUSE_MS = 2_000;

export class Retries {
	readonly #clock: Pick<Clock, "now" | "after">;
	readonly #again: () => void;
	#failures = 0;
	#cancel = () => {};

	constructor(clock: Pick<Clock, "now" | "after">, again: () => void) {
		this.#clock = clock;
		this.#again = again;
	}

	failed(notBefore: number): void {
		this.#cancel();
		this.#failures += 1;
		if (this.#failures > TRIES) return;
		const pause = Math.max(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), notBefore - this.#clock.now());
		this.#cancel = this.#clock.after(pause, this.#again);
	}

	succeeded(): void {
		this.#cancel();
		this.#failures = 0;
	}

	forget(): void {
		this.#failures = 0;
	}

	stop(): void {
		this.#cancel();
	}
}
