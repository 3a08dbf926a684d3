import type { TaskItem, TaskState } from "../../../bridge/transcript-views.ts";
import { duration, plural } from "../../components/words.ts";

/** What is said of a task. Pure: the time is given. */

export const TASK_STATES: Readonly<
	Record<TaskState, { readonly words: string; readonly look: string; readonly means: string | null }>
> = {
	running: { words: "running", look: "text-accent", means: null },
	completed: { words: "completed", look: "text-in", means: null },
	failed: { words: "failed", look: "text-danger font-medium", means: "It ended with a fault of its own." },
	stalled: {
		words: "stalled",
		look: "text-caution font-medium",
		means: "It stopped making progress and was given up.",
	},
	cancelled: { words: "cancelled", look: "text-ink-3", means: "It was stopped before it was done." },
	ended: {
		words: "no end was told",
		look: "text-ink-3",
		means: "Its turn is over, and it never said how it ended.",
	},
};

/**
 * How long it has run, in ms: as told at its end; while it runs, from what was told last and counting on. Both times
 * are the service's clock's, which may be ahead of ours.
 */
export function elapsedMs(
	task: Pick<TaskItem, "state" | "durationMs" | "elapsed" | "at">,
	now: number,
): number | null {
	if (task.durationMs !== null) return task.durationMs;
	if (task.state !== "running") return task.elapsed?.ms ?? null;
	const from = task.elapsed ?? { ms: 0, at: task.at };
	return from.ms + Math.max(0, now - from.at);
}

/** "3 steps · 2 transactions staged · took 4.2 s"; null where nothing was told. */
export function endWords({ toldSteps, staged, durationMs }: TaskItem): string | null {
	const parts = [
		toldSteps === null ? null : plural(toldSteps, "step"),
		staged === null || staged === 0 ? null : `${plural(staged, "transaction")} staged`,
		durationMs === null ? null : `took ${duration(durationMs)}`,
	].filter((part) => part !== null);
	return parts.length === 0 ? null : parts.join(" · ");
}
