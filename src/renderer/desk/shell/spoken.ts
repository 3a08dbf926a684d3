import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { headlineText, t, textOrNull } from "../../../text/index.ts";
import { stepName } from "../../components/steps.tsx";
import { visibleText } from "../../components/text/visible.ts";

/** What to say aloud when the inbox went from `before` to `after`: arrivals, steps done, ends. */
export function spokenChanges(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): readonly string[] {
	const known = new Map(before.map((entry) => [entry.id, entry]));
	return after.flatMap((entry) => {
		const last = known.get(entry.id);
		const name = visibleText(headlineText(entry.headline));
		if (last === undefined) {
			return entry.state === "waiting" && !entry.muted ? [t("desk.shell.waiting-for-you", { name })] : [];
		}
		if (entry.state === "done" && last.state !== "done")
			return [t("desk.shell.entry-is", { name, what: textOrNull(entry.note) ?? t("desk.shell.finished") })];
		if (entry.stepsDone > last.stepsDone) {
			const step = entry.steps[entry.stepsDone - 1];
			const what = step === undefined ? t("desk.shell.moved-on") : stepName(step);
			return [t("desk.shell.entry-is", { name, what })];
		}
		return [];
	});
}
