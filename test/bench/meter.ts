/** Cost of an operation in ms: elapsed time, and this process's processor time on all threads. */
export interface Cost {
	readonly wall: number;
	readonly cpu: number;
}

/** Starts measuring. @returns a function that returns the cost so far */
export function meter(): () => Cost {
	const wall = performance.now();
	const cpu = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(cpu);
		return { wall: performance.now() - wall, cpu: (user + system) / 1000 };
	};
}
