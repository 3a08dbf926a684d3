import { type Message, message } from "../../../core/message.ts";
import type { TaskItem, TaskState } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { duration } from "../../../text/time.ts";

/** What is said of a task. Pure: the time is given. */

export const TASK_STATES: Readonly<
	Record<TaskState, { readonly text: Message; readonly look: string; readonly means: Message | null }>
> = {
	running: { text: message("desk.session.task-states.running"), look: "text-accent", means: null },
	completed: { text: message("desk.session.task-states.completed"), look: "text-in", means: null },
	failed: {
		text: message("desk.session.task-states.failed"),
		look: "text-danger font-medium",
		means: message("desk.session.task-states.failed.means"),
	},
	stalled: {
		text: message("desk.session.task-states.stalled"),
		look: "text-caution font-medium",
		means: message("desk.session.task-states.stalled.means"),
	},
	cancelled: {
		text: message("desk.session.task-states.cancelled"),
		look: "text-ink-3",
		means: message("desk.session.task-states.cancelled.means"),
	},
	ended: {
		text: message("desk.session.task-states.ended"),
		look: "text-ink-3",
		means: message("desk.session.task-states.ended.means"),
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
export function endText({ reportedSteps: steps, staged, durationMs }: TaskItem): string | null {
	const parts = [
		steps === null ? null : t("desk.session.steps-2", { count: steps }),
		staged === null || staged === 0 ? null : t("desk.session.transactions-staged", { count: staged }),
		durationMs === null ? null : t("desk.session.took", { duration: duration(durationMs) }),
	].filter((part) => part !== null);
	return parts.length === 0 ? null : parts.join(" · ");
}
