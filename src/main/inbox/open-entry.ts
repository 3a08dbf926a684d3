import type { Ports } from "../ports.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Entry } from "./entries/entry.ts";

export function openEntry(
	app: {
		readonly ports: { readonly desktop: Pick<Ports["desktop"], "raiseTrusted"> };
		readonly window: Pick<TrustedWindow, "go" | "isPinned">;
		readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
	},
	inbox: { entry(id: string): Pick<Entry, "row"> | null },
	entryId: string,
): boolean {
	const entry = inbox.entry(entryId);
	if (entry === null) return false;
	if (app.window.isPinned()) {
		app.ports.desktop.raiseTrusted();
		return true;
	}
	const answered = entry.row !== null && entry.row.state !== "refused" && !entry.row.dead;
	app.window.go({ kind: "entry", entryId, mode: answered ? "progress" : "review" });
	if (!answered) void app.reviewing.reviews.load(entryId);
	return true;
}
