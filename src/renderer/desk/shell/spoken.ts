import type { InboxEntryView } from "../../../bridge/views.ts";
import { visibleText } from "../../components/visible.ts";

/** What to say aloud when the inbox went from `before` to `after`: arrivals, steps done, ends. */
export function spokenChanges(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): readonly string[] {
	const known = new Map(before.map((entry) => [entry.id, entry]));
	return after.flatMap((entry) => {
		const last = known.get(entry.id);
		const name = visibleText(entry.headline);
		if (last === undefined) {
			return entry.state === "waiting" && !entry.muted ? [`Waiting for you: ${name}`] : [];
		}
		if (entry.state === "done" && last.state !== "done") return [`${name}: ${entry.note ?? "finished"}`];
		if (entry.stepsDone > last.stepsDone)
			return [`${name}: ${entry.steps[entry.stepsDone - 1] ?? "moved on"}`];
		return [];
	});
}
