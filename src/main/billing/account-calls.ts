import { message, sentences, type Text } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { asOutcome, refused } from "../outcome.ts";
import type { Clock } from "../ports.ts";
import { quotedText, ServiceError } from "../service/errors.ts";

/** How the account with the service is asked: failures as values with words, patience where it is asked for. */

export type Answered<T> = { readonly value: T } | { readonly error: unknown };

export interface AccountCalls {
	/** Aborts with `stop`. */
	readonly signal: AbortSignal;
	/** Never rejects. `what` is for the log. */
	ask<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<Answered<T>>;
	/** What is said in place of asking: the service asked for patience, or it is over. Null where it may be asked. */
	barred(): CommandOutcome | null;
	/** When the service may be asked again, Unix ms. */
	notBefore(): number;
	stop(): void;
}

const STOPPED = message("account.stopped");
const LATER = message("account.later");
export const SIGN_IN = message("account.sign-in");

export function kindOf(answered: Answered<unknown>): ServiceError["kind"] | null {
	return "error" in answered && answered.error instanceof ServiceError ? answered.error.kind : null;
}

/** The service does not have this part of the interface at all. */
export function isNotOffered(answered: Answered<unknown>): boolean {
	const kind = kindOf(answered);
	return kind === "notFound" || kind === "notOffered";
}

/** Nothing is known to have come of the call, and it may be made again. */
export function isPassing(error: unknown): boolean {
	return error instanceof ServiceError && error.retryable;
}

/** Words for a failure after which nothing is tried again by itself. */
export function textOnce(error: unknown, log: (line: string) => void): Text {
	if (error instanceof ServiceError) {
		if (error.kind === "unauthorized") return SIGN_IN;
		if (!error.retryable) return quotedText(error);
		return error.support === null ? LATER : sentences(LATER, error.support);
	}
	const outcome = asOutcome(error, log);
	return outcome.ok ? LATER : outcome.text;
}

export function createAccountCalls(clock: Clock, log: (line: string) => void): AccountCalls {
	const abort = new AbortController();
	let notBefore = 0;
	return {
		signal: abort.signal,
		async ask(what, work) {
			try {
				return { value: await work(abort.signal) };
			} catch (error) {
				if (!abort.signal.aborted)
					log(
						`account: ${what}: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
					);
				if (error instanceof ServiceError && error.retryAfterMs !== null)
					notBefore = Math.max(notBefore, clock.now() + error.retryAfterMs);
				return { error };
			}
		},
		barred() {
			if (abort.signal.aborted) return refused(STOPPED);
			const left = notBefore - clock.now();
			if (left <= 0) return null;
			return refused(message("account.patience", { seconds: Math.ceil(left / 1000) }));
		},
		notBefore: () => notBefore,
		stop() {
			abort.abort(new Error("stopped"));
		},
	};
}
