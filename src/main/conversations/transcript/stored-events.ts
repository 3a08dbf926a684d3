import { readEventPage } from "../../../service-api/event-page.ts";
import type { ReadEvent } from "../../../service-api/events.ts";
import type { LogEvent } from "../../storage/log-items.ts";

/** Stored events, read anew, since this version may understand more than the one that stored them. */
export function readStored(rows: readonly LogEvent[]): readonly ReadEvent[] {
	const events: unknown[] = rows.map((row) => JSON.parse(row.raw));
	const page = readEventPage({ session_id: "", cursor: "", events, has_more: false });
	return page.ok ? page.value.events : [];
}
