import type { Outcome } from "../../bridge/procedures.ts";
import { refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/** Writes the review of an entry to a file that countersign-verify reads. */
export async function saveForChecking(app: App, entryId: string): Promise<Outcome> {
	await Promise.resolve([app, entryId]);
	return refused("Nothing was saved.");
}
