import type { Clock } from "../ports.ts";
import { networkErrorOf, ServiceError } from "./errors.ts";

/** Rejects when the signal aborts, whether or not `work` cares about it. */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

export interface Deadline {
	readonly clock: Clock;
	/** Of the whole, in ms. */
	readonly limitMs: number;
	/** Named where time ran out. */
	readonly method: string;
	/** The caller's own: its reason is thrown as it is. */
	readonly signal: AbortSignal | undefined;
}

/** Runs `work` under a deadline; every failure leaves as a ServiceError, or as the caller's own abort. */
export async function withinDeadline<T>(
	{ clock, limitMs, method, signal }: Deadline,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const deadline = new AbortController();
	const cancel = clock.after(limitMs, () =>
		deadline.abort(new ServiceError("timeout", { detail: `no answer to ${method} after ${limitMs} ms` })),
	);
	// By hand, since `signal` may live as long as the app.
	const leave = () => deadline.abort(signal?.reason);
	if (signal?.aborted === true) leave();
	signal?.addEventListener("abort", leave, { once: true });
	try {
		deadline.signal.throwIfAborted();
		return await work(deadline.signal);
	} catch (error) {
		if (signal?.aborted === true) throw signal.reason;
		if (deadline.signal.aborted) throw deadline.signal.reason;
		if (error instanceof ServiceError) throw error;
		throw networkErrorOf(error);
	} finally {
		cancel();
		signal?.removeEventListener("abort", leave);
	}
}
