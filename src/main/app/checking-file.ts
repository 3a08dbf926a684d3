import type { Outcome } from "../../bridge/procedures.ts";
import { checkFileOf } from "../review/checking/file.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/** Writes the review of an entry to a file that countersign-verify reads. */
export async function saveForChecking(app: App, entryId: string): Promise<Outcome> {
	const review = app.reviews.get(entryId);
	const now = app.ports.clock.now();
	const file =
		review === null
			? null
			: checkFileOf(review, app.reviews.answers(entryId), { app: app.ports.version, now });
	if (file === null)
		return refused("There is nothing here that could be signed, so there is nothing to check elsewhere.");
	const name = `countersign-check-${file.fingerprint.slice(0, 12)}.json`;
	const saved = await app.ports.desktop.saveFile(name, `${JSON.stringify(file, null, 2)}\n`);
	return saved ? done : refused("Nothing was saved.");
}
