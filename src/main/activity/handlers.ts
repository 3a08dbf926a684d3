import { message } from "../../core/message.ts";
import type { activityProcedures } from "../../ipc/activity.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { type ExportDeps, journalText } from "./export-journal.ts";

export interface ActivityDeps extends Omit<ExportDeps, "journal" | "ports"> {
	readonly journal: Pick<Journal, "verify" | "written">;
	readonly ports: Pick<Ports, "version" | "clock" | "desktop">;
}

/** The desk's commands about what was approved. */
export function activityHandlers(deps: ActivityDeps): HandlersOf<typeof activityProcedures> {
	return {
		async verifyJournal() {
			const found = deps.journal.verify();
			return found.ok
				? { ok: true, text: message("app.journal.whole", { count: found.steps }) }
				: {
						ok: false,
						text: message("app.journal.not-whole", {
							place: found.fault ?? message("app.journal.unknown-place"),
						}),
					};
		},
		async exportJournal() {
			const saved = await deps.ports.desktop.saveFile("countersign-journal.json", journalText(deps));
			return saved ? done : refused(message("app.not-saved"));
		},
	};
}
