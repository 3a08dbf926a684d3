import { DeviceError } from "./faults.ts";

/** Time as this process is given it, so that tests hold it in their hands. */
export interface DeviceClock {
	/** Milliseconds. */
	now(): number;
	/** Calls back once after `ms`; returns what cancels it. */
	after(ms: number, run: () => void): () => void;
}

/** @throws DeviceError `cancelled` as soon as the signal says so. */
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
 * Waits for `work`, no longer than `ms` (null: as long as it takes), and not after `signal`.
 * `work` goes on by itself where it is not waited for; what it then says is dropped.
 * @throws DeviceError `timeout` or `cancelled`.
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
