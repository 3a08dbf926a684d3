import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "../../ports.ts";

/**
 * V8 uses more memory to avoid pauses. It would let the young generation grow to 64 MB, and the old
 * generation to several times the memory in use. The flags are set at run time, because a packaged app
 * rejects them on the command line (switches.ts).
 */
const YOUNG_STAYS = "--semi-space-growth-factor=1";
const YOUNG_DOUBLES = "--semi-space-growth-factor=2";
/** Collects the old generation after it has grown by half. */
const OLD_GROWS_BY_HALF = "--heap-growing-percent=50";

/**
 * Size in bytes at which the young generation stops growing. It may double once more before the size is
 * checked.
 */
const YOUNG_ENOUGH = 16 * 1024 * 1024;

const youngBytes = (): number =>
	getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size ?? 0;

/** Lets the young generation double up to its maximum. V8 shrinks it to 1 MB while the app is idle. */
const limitYoung = () => setFlagsFromString(youngBytes() < YOUNG_ENOUGH ? YOUNG_DOUBLES : YOUNG_STAYS);

export function keepHeapSmall(): void {
	setFlagsFromString(OLD_GROWS_BY_HALF);
	limitYoung();
	new PerformanceObserver(limitYoung).observe({ entryTypes: ["gc"] });
}

/** Returns unused memory to the system. Blocks main for about 200 ms. */
export function releaseMemory(): void {
	setFlagsFromString("--expose-gc");
	const collect: unknown = runInNewContext("gc");
	if (typeof collect !== "function") return;
	collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** Delay between closing the last window and releasing its memory. */
const RELEASE_AFTER_MS = 1_500;

/** Releases memory when no window has been visible for a while. */
export class IdleRelease {
	readonly #clock: Clock;
	readonly #isInSight: () => boolean;
	#cancel: () => void = () => {};

	constructor(clock: Clock, isInSight: () => boolean) {
		this.#clock = clock;
		this.#isInSight = isInSight;
	}

	schedule(): void {
		this.#cancel();
		this.#cancel = this.#clock.after(RELEASE_AFTER_MS, () => {
			if (!this.#isInSight()) releaseMemory();
		});
	}
}
