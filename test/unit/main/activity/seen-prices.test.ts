import { DatabaseSync, StatementSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import type { Price } from "../../../../src/core/fiat/price.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { ACTIVITY_RECORDS_SQL } from "../../../../src/main/activity/record-store.ts";
import { PriceMemory } from "../../../../src/main/activity/seen-prices.ts";
import { stub } from "../../../fixtures/stub.ts";
import { PREDICTED } from "../storage/kept.ts";

it("an activity list reads a price once, and again after its row was updated", () => {
	const db = new DatabaseSync(":memory:");
	db.exec(ACTIVITY_RECORDS_SQL);
	let price: Price | null = null;
	const memory = new PriceMemory(db, () => price);
	const row = stub<JournalRow>({ id: "a", kind: "commit", chainRef: "1", predicted: PREDICTED });
	const reads = vi.spyOn(StatementSync.prototype, "get");
	for (let drawing = 0; drawing < 5; drawing += 1) expect(memory.of("a", "native")).toBeNull();
	expect(reads).toHaveBeenCalledTimes(1);
	price = { answer: 200_000_000_000n, decimals: 8, feed: "ETH / USD", at: 1 };
	memory.addRow(row);
	for (let drawing = 0; drawing < 5; drawing += 1)
		expect(memory.of("a", "native")).toEqual({ answer: 200_000_000_000n, decimals: 8 });
	expect(memory.of("b", "native")).toBeNull();
	expect(reads).toHaveBeenCalledTimes(3);
	reads.mockRestore();
});
