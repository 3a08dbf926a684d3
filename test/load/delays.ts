import { quantile } from "../bench/figures.ts";

/** Continuously samples how late the event loop runs a timer. */

const TICK_MS = 5;

export interface Delays {
	/** 99th percentile of the delays, in ms of elapsed time. */
	readonly wall: number;
	/** 99th percentile in ms of this thread's processor time, which excludes delays by other programs. */
	readonly cpu: number;
	/** Longest delay, in ms of this thread's processor time. */
	readonly longest: number;
	/** Share of one processor that this process used. 1 means all of it. */
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

export function watchDelays(): { take(): Delays; stop(): void } {
	let walls: number[] = [];
	let cpus: number[] = [];
	let [wall, cpu] = [performance.now(), threadMs()];
	let [since, used] = [wall, processMs()];
	const timer = setInterval(() => {
		const [wallNow, cpuNow] = [performance.now(), threadMs()];
		walls.push(Math.max(0, wallNow - wall - TICK_MS));
		cpus.push(cpuNow - cpu);
		[wall, cpu] = [wallNow, cpuNow];
	}, TICK_MS);
	return {
		take() {
			const share = (processMs() - used) / (performance.now() - since);
			const taken = {
				wall: quantile(walls, 0.99),
				cpu: quantile(cpus, 0.99),
				longest: cpus.reduce((most, each) => Math.max(most, each), 0),
				share,
			};
			[walls, cpus, since, used] = [[], [], performance.now(), processMs()];
			return taken;
		},
		stop: () => clearInterval(timer),
	};
}
