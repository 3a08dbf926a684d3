import { DeviceError } from "./faults.ts";

export interface DeviceClock {
	now(): number;
	/** @returns a function that cancels the callback */
	after(ms: number, run: () => void): () => void;
}

/** @throws DeviceError `cancelled` as soon as the signal aborts */
export function sleep(clock: DeviceClock, ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const giveUp = () => {
			cancelTimer();
			reject(new DeviceError("cancelled"));
		};
		const cancelTimer = clock.after(ms, () => {
			signal.removeEventListener("abort", giveUp);
			resolve();
		});
		if (signal.aborted) giveUp();
		else signal.addEventListener("abort", giveUp, { once: true });
	});
}

/**
 * Returns the result of `work` within the time limit. After that, the work continues, but its result is
 * ignored.
 * @throws DeviceError `timeout` or `cancelled`
 */
export function bounded<T>(
	clock: DeviceClock,
	work: Promise<T>,
	ms: number | null,
	signal: AbortSignal,
): Promise<T> {
	return new Promise((resolve, reject) => {
		const end = (settle: () => void) => {
			cancelTimer?.();
			signal.removeEventListener("abort", giveUp);
			settle();
		};
		const giveUp = () => end(() => reject(new DeviceError("cancelled")));
		const cancelTimer =
			ms === null ? null : clock.after(ms, () => end(() => reject(new DeviceError("timeout"))));
		work.then(
			(value) => end(() => resolve(value)),
			(error: unknown) => end(() => reject(error instanceof Error ? error : new DeviceError("failed"))),
		);
		if (signal.aborted) giveUp();
		else signal.addEventListener("abort", giveUp, { once: true });
	});
}
