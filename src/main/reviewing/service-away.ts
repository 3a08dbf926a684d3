import { needsService } from "../inbox/entries/entry.ts";
import type { EntryScreenDeps } from "./entry-deps.ts";

export interface ServiceAwayDeps {
	/** Whoever is signed in. */
	account(): { readonly sessions: Pick<ReturnType<EntryScreenDeps["account"]>["sessions"], "isAway"> };
}

/**
 * The service is known not to answer, and this request needs it: an approval would wait here, and be carried out at a
 * later time at which nobody looks.
 */
export const isServiceAway = (deps: ServiceAwayDeps, entryId: string): boolean =>
	needsService(entryId) && deps.account().sessions.isAway();
