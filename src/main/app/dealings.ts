import { type Dealings, NO_DEALINGS } from "../policy/dealings.ts";
import type { Journal } from "../storage/journal-db.ts";

/** Whom the person has paid or allowed something, by what the journal says is on the chain. */
export function dealingsOf(journal: Journal, scope: string): Dealings {
	return journal.rows(scope, 1).length === 0 ? NO_DEALINGS : new Map();
}
