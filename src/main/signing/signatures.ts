import { z } from "zod";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";

const signatures = z.array(z.string()).min(1);

/**
 * The `payloads` of a CommitManual `signed` (docs/service-api/commits.md#calls-and-bodies): one transaction, or one
 * signature per request.
 */
export function payloadsOf(row: JournalRow, frozen: Frozen): readonly string[] {
	if (row.signedBytes === null) throw new Error("a signed row without bytes");
	const intent = intentsOf(frozen)[row.place];
	return intent?.kind === "user_operation"
		? signatures.parse(JSON.parse(row.signedBytes))
		: [row.signedBytes];
}
