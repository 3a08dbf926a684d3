import type { Clock } from "../ports.ts";

export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
			return;
		}
		const leave = () => {
			cancel();
			reject(signal.reason);
		};
		const cancel = clock.after(ms, () => {
			signal.removeEventListener("abort", leave);
			resolve();
		});
		signal.addEventListener("abort", leave, { once: true });
	});
}

export async function withDeadline<T>(
	clock: Clock,
	deadline: { readonly ms: number; readonly reason: () => Error },
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const own = new AbortController();
	const cancel = clock.after(deadline.ms, () => own.abort(deadline.reason()));
	try {
		return await work(AbortSignal.any([signal, own.signal]));
	} finally {
		cancel();
	}
}
