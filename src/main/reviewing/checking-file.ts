import { checkFileOf } from "../../core/checking/file.ts";
import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Reviews } from "./reviews/reviews-types.ts";

export interface CheckingDeps {
	readonly reviews: Pick<Reviews, "get" | "answers">;
	readonly ports: Pick<Ports, "clock" | "version" | "desktop">;
}

/** Writes the review of an entry to a file that countersign-verify reads. */
export async function saveForChecking(deps: CheckingDeps, entryId: string): Promise<CommandOutcome> {
	const review = deps.reviews.get(entryId);
	const now = deps.ports.clock.now();
	const file =
		review === null
			? null
			: checkFileOf(review, deps.reviews.answers(entryId), { app: deps.ports.version, now });
	if (file === null) return refused(message("saved-review.nothing"));
	const name = `countersign-check-${file.fingerprint.slice(0, 12)}.json`;
	const saved = await deps.ports.desktop.saveFile(name, `${JSON.stringify(file, null, 2)}\n`);
	return saved ? done : refused(message("saved-review.not-saved"));
}
