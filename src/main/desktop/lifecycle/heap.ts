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
/** Makes V8 collect the old generation after it has grown by half. */
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

function collect(flavor: "regular" | "last-resort"): void {
	setFlagsFromString("--expose-gc");
	const gc: unknown = runInNewContext("gc");
	if (typeof gc === "function") gc({ type: "major", execution: "sync", flavor });
}

/** Returns unused memory to the system. Blocks main for about 200 ms. */
export function releaseMemory(): void {
	collect("last-resort");
}

/** Growth of the old generation, in bytes, after which V8 would collect it within the next few requests. */
const GROWN = 16 * 1024 * 1024;

const OLD_SPACES: ReadonlySet<string> = new Set(["old_space", "large_object_space"]);

const oldBytes = (): number =>
	getHeapSpaceStatistics()
		.filter(({ space_name }) => OLD_SPACES.has(space_name))
		.reduce((sum, { space_used_size }) => sum + space_used_size, 0);

/**
 * Collects garbage while the user reads a review, which takes at least a second. V8 would otherwise do so
 * when a later request has filled the heap, possibly between an approval and its answer.
 */
export class ReadingCollection {
	#least = Number.POSITIVE_INFINITY;

	/** Blocks main for about 100 ms if the old generation has grown, and does nothing otherwise. */
	collectIfGrown(): void {
		this.#least = Math.min(this.#least, oldBytes());
		if (oldBytes() - this.#least < GROWN) return;
		collect("regular");
		this.#least = oldBytes();
	}
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
