import { readFileSync } from "node:fs";
import { quantile } from "../bench/figures.ts";

/** Measures how late the event loop runs a timer. */

const TICK_MS = 5;
/** Nanoseconds per millisecond. */
const NS_PER_MS = 1e6;

export interface Delays {
	/** 99th percentile of the delay, in ms by the clock. */
	readonly wall: number;
	/**
	 * The same without the time in which this thread was ready to run and other processes used both cores.
	 * Includes waiting for the disk. Equals `wall` if the system doesn't report that time.
	 */
	readonly own: number;
	/** 99th percentile of this thread's processor time between two ticks, in ms. */
	readonly cpu: number;
	/** Longest processor time between two ticks, in ms. */
	readonly longest: number;
	/** This process's use of processors, where 1 is all of one. */
	readonly share: number;
}

const threadMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

const processMs = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/**
 * Returns how long this thread has waited for a core so far, in ms. Source: proc_pid_schedstat(5), second
 * field. @returns 0 on systems other than Linux
 */
const queuedMs = (): number => {
	try {
		const [, queued] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
		return Number(queued) / NS_PER_MS;
	} catch {
		return 0;
	}
};

export function watchDelays(): { reset(): Delays; stop(): void } {
	let walls: number[] = [];
	let owns: number[] = [];
	let cpus: number[] = [];
	let [wall, cpu, queued] = [performance.now(), threadMs(), queuedMs()];
	let [since, used] = [wall, processMs()];
	const timer = setInterval(() => {
		const [wallNow, cpuNow, queuedNow] = [performance.now(), threadMs(), queuedMs()];
		const late = wallNow - wall - TICK_MS;
		walls.push(Math.max(0, late));
		owns.push(Math.max(0, late - (queuedNow - queued)));
		cpus.push(cpuNow - cpu);
		[wall, cpu, queued] = [wallNow, cpuNow, queuedNow];
	}, TICK_MS);
	return {
		/** Returns the delays since the last call. */
		reset() {
			const delays = {
				wall: quantile(walls, 0.99),
				own: quantile(owns, 0.99),
				cpu: quantile(cpus, 0.99),
				longest: cpus.reduce((most, each) => Math.max(most, each), 0),
				share: (processMs() - used) / (performance.now() - since),
			};
			[walls, owns, cpus, since, used] = [[], [], [], performance.now(), processMs()];
			return delays;
		},
		stop: () => clearInterval(timer),
	};
}
