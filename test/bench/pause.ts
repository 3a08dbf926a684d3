/** The longest turn of the event loop, told by a timer that comes late. */

const TICK_MS = 5;

export interface Pause {
	/** In ms, by the clock. */
	readonly wall: number;
	/** In ms of this thread's processor time: what another process took from us is not in it. */
	readonly cpu: number;
}

export interface Pauses {
	/** The longest since the last call, by each measure. */
	take(): Pause;
	stop(): void;
}

const threadMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

export function watchPauses(): Pauses {
	let [wall, cpu] = [performance.now(), threadMs()];
	let longest: Pause = { wall: 0, cpu: 0 };
	const look = () => {
		const [wallNow, cpuNow] = [performance.now(), threadMs()];
		longest = {
			wall: Math.max(longest.wall, wallNow - wall - TICK_MS),
			cpu: Math.max(longest.cpu, cpuNow - cpu),
		};
		[wall, cpu] = [wallNow, cpuNow];
	};
	const timer = setInterval(look, TICK_MS);
	return {
		take() {
			look();
			const taken = longest;
			longest = { wall: 0, cpu: 0 };
			return taken;
		},
		stop: () => clearInterval(timer),
	};
}
