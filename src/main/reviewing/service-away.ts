import type { Sessions } from "../conversations/sessions.ts";
import { needsService } from "../inbox/entries/entry.ts";

/**
 * Whether the service is known not to answer while this request needs it: an approval would queue and be carried out
 * later, unattended.
 */
export const isServiceAway = (sessions: Pick<Sessions, "isAway">, entryId: string): boolean =>
	needsService(entryId) && sessions.isAway();
