/** Measures the longest turn of the event loop by how late a timer fires. */

const TICK_MS = 5;

export interface Pause {
	/** Elapsed time in ms. */
	readonly wall: number;
	/** This thread's processor time in ms, without the time that other processes used. */
	readonly cpu: number;
}

export interface Pauses {
	/** Returns the longest pause since the last call, by each measure. */
	reset(): Pause;
	stop(): void;
}

const threadMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

export function watchPauses(): Pauses {
	let [wall, cpu] = [performance.now(), threadMs()];
	let longest: Pause = { wall: 0, cpu: 0 };
	const measure = () => {
		const [wallNow, cpuNow] = [performance.now(), threadMs()];
		longest = {
			wall: Math.max(longest.wall, wallNow - wall - TICK_MS),
			cpu: Math.max(longest.cpu, cpuNow - cpu),
		};
		[wall, cpu] = [wallNow, cpuNow];
	};
	const timer = setInterval(measure, TICK_MS);
	return {
		reset() {
			measure();
			const measured = longest;
			longest = { wall: 0, cpu: 0 };
			return measured;
		},
		stop: () => clearInterval(timer),
	};
}
