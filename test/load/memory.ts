/** Samples the memory of this process. */

const SAMPLE_MS = 250;
const MINUTE_MS = 60_000;

/** V8 collects the whole heap several times in this period, at the load's rate of events. */
const PERIOD_MS = 15_000;

interface Sample {
	/** In ms. */
	readonly at: number;
	/** In bytes. */
	readonly used: number;
}

export interface MemoryUse {
	/** Usage at the moment when the process used the most. */
	readonly peak: NodeJS.MemoryUsage;
	/** Growth of the process's memory in bytes a minute, in the second half of the time. */
	readonly growth: number;
	/** Growth of the heap's live objects in bytes a minute, in the second half of the time. */
	readonly liveGrowth: number;
}

/** Returns the slope of the least-squares line through the samples, in bytes a minute. */
export function slopeOf(samples: readonly Sample[]): number {
	const sum = (of: (sample: Sample) => number) => samples.reduce((total, each) => total + of(each), 0);
	const [meanAt, meanUsed] = [sum(({ at }) => at) / samples.length, sum(({ used }) => used) / samples.length];
	const spread = sum(({ at }) => (at - meanAt) ** 2);
	return spread === 0 ? 0 : (sum(({ at, used }) => (at - meanAt) * (used - meanUsed)) / spread) * MINUTE_MS;
}

/** Returns the lowest sample of each period. A heap's lowest use is what its last full collection left. */
export function lowest(samples: readonly Sample[]): readonly Sample[] {
	const periods = new Map<number, Sample>();
	for (const sample of samples) {
		const period = Math.floor(sample.at / PERIOD_MS);
		const low = periods.get(period);
		if (low === undefined || sample.used < low.used) periods.set(period, sample);
	}
	return [...periods.values()];
}

export function watchMemory(): { use(): MemoryUse; stop(): void } {
	let peak = process.memoryUsage();
	const resident: Sample[] = [];
	const heap: Sample[] = [];
	const timer = setInterval(() => {
		const now = process.memoryUsage();
		const at = performance.now();
		resident.push({ at, used: now.rss });
		heap.push({ at, used: now.heapUsed });
		if (now.rss > peak.rss) peak = now;
	}, SAMPLE_MS);
	const secondHalf = (samples: readonly Sample[]) => samples.slice(Math.floor(samples.length / 2));
	return {
		use: () => ({
			peak,
			growth: slopeOf(secondHalf(resident)),
			liveGrowth: slopeOf(lowest(secondHalf(heap))),
		}),
		stop: () => clearInterval(timer),
	};
}
