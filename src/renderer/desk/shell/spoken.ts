import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { headlineText, t, textOrNull } from "../../../text/index.ts";
import { stepName } from "../../components/steps.tsx";
import { visibleText } from "../../components/text/visible.ts";
import { spoken } from "../../state/announcer.tsx";

interface SpokenChange {
	readonly kind: "arrived" | "moved";
	readonly text: string;
}

function changesOf(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): readonly SpokenChange[] {
	const known = new Map(before.map((entry) => [entry.id, entry]));
	return after.flatMap((entry): SpokenChange[] => {
		const last = known.get(entry.id);
		const name = visibleText(headlineText(entry.headline));
		if (last === undefined)
			return entry.state === "waiting" && !entry.muted
				? [{ kind: "arrived", text: t("desk.shell.waiting-for-you", { name }) }]
				: [];
		const moved = (what: string): SpokenChange[] => [
			{ kind: "moved", text: t("desk.shell.entry-is", { name, what }) },
		];
		if (entry.state === "done" && last.state !== "done")
			return moved(textOrNull(entry.note) ?? t("desk.shell.finished"));
		if (entry.stepsDone > last.stepsDone) {
			const step = entry.steps[entry.stepsDone - 1];
			return moved(step === undefined ? t("desk.shell.moved-on") : stepName(step));
		}
		return [];
	});
}

/**
 * Returns the sentence to speak when the inbox goes from `before` to `after`: a single arrival, step or end by its
 * name, several by their number; null if nothing is worth speaking.
 */
export function spokenChanges(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): string | null {
	const changes = changesOf(before, after);
	const [only] = changes;
	if (only === undefined) return null;
	if (changes.length === 1) return spoken(only.text);
	const arrived = changes.filter(({ kind }) => kind === "arrived").length;
	return t("desk.shell.several-changes", { arrived, moved: changes.length - arrived }).trim();
}
