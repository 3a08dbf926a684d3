import type { DatabaseSync } from "node:sqlite";
import type { PriceSource } from "../../core/worth/price.ts";
import type { Events } from "../events.ts";
import { createRecordStore, type RecordStore } from "./record-store.ts";
import { createRecorder, type Recorder, type RecorderParts } from "./recorder.ts";
import { createPriceMemory, type PriceMemory } from "./seen-prices.ts";

/** What Activity holds beside the journal, and what writes it down. */
export interface Activity {
	readonly recorder: Recorder;
	readonly records: RecordStore;
	/** What assets of approvals were worth at the time. */
	readonly seenPrices: PriceMemory;
}

export interface ActivityParts extends Omit<RecorderParts, "store" | "prices"> {
	readonly events: Events;
	readonly journalDb: DatabaseSync;
	/** What one unit is worth now; null without a price, or where nobody wants to see worth. */
	readonly price: PriceSource;
}

export function createActivity(parts: ActivityParts): Activity {
	const records = createRecordStore(parts.journalDb);
	const seenPrices = createPriceMemory(parts.journalDb, parts.price);
	const recorder = createRecorder({ ...parts, store: records, prices: seenPrices });
	parts.events.on("rejection-recorded", (rejection) => recorder.rejected(rejection));
	return { records, seenPrices, recorder };
}
