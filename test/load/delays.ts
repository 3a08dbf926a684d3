import { quantile } from "../bench/figures.ts";

/** How late the event loop comes to a timer, sampled all the while. */

const TICK_MS = 5;

export interface Delays {
	/** In ms: nine and ninety of a hundred ticks came no later than this. By the clock. */
	readonly wall: number;
	/** The same, as far as this thread used the processor meanwhile: what other programs took is not in it. */
	readonly cpu: number;
	/** The longest, in ms of processor time. */
	readonly longest: number;
	/** Share of one processor used by this process: 1 is all of it. */
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
