import { useEffect, useRef } from "react";
import { type InboxEntryView, PROGRESS_STEPS } from "../../../bridge/views.ts";
import { visibleText } from "../../components/visible.ts";
import { useAnnounce } from "../../state/announcer.tsx";
import { useDesk } from "../../state/desk.tsx";

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
			return [`${name}: ${PROGRESS_STEPS[entry.stepsDone - 1] ?? "moved on"}`];
		return [];
	});
}

/** Speaks arrivals and step changes to assistive technology. Draws nothing. */
export function Arrivals() {
	const { inbox } = useDesk().view;
	const announce = useAnnounce();
	const last = useRef(inbox);
	useEffect(() => {
		const words = spokenChanges(last.current, inbox);
		last.current = inbox;
		if (words.length > 0) announce(words.join(". "));
	}, [inbox, announce]);
	return null;
}
