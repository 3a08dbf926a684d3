import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { Activity } from "../../../../src/main/activity/activity.ts";
import { ACTIVITY_RECORDS_SQL } from "../../../../src/main/activity/record-store.ts";
import { Events } from "../../../../src/main/events.ts";
import { transactionPage } from "../../../../src/main/signing/transaction-page.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Activity's links to a block explorer: main builds the address, and only for the user's own rows. */

const HASH = `0x${"ab".repeat(32)}`;
const LATER = `0x${"cd".repeat(32)}`;
const explorerOf = (chainRef: string) => (chainRef === "8453" ? "https://basescan.org/tx/{id}" : null);
const rowOf = (change: Partial<JournalRow>) =>
	stub<JournalRow>({ id: "row", scope: "mine", chainRef: "8453", transactionId: HASH, ...change });

function activity(row: JournalRow | null, legs: readonly JournalRow[] = []) {
	const opened: string[] = [];
	const made = new Activity(
		stub({
			ports: {
				desktop: {
					confirmLink: async (url: string) => {
						opened.push(url);
						return false;
					},
				},
			},
			events: new Events(() => {}),
			stores: { journal: { row: () => row, stepRowsOf: () => legs }, journalDb: journalDb() },
			networks: { explorerOf },
			fiat: { prices: { of: () => null } },
			signedIn: { current: () => ({ scope: "mine" }) },
		}),
	);
	return { open: () => made.openTransaction({ id: "row" }), opened };
}

function journalDb(): DatabaseSync {
	const db = new DatabaseSync(":memory:");
	db.exec(ACTIVITY_RECORDS_SQL);
	return db;
}

describe("a row's transaction", () => {
	it("is opened if the chain has an explorer; declining main's question is not a fault", async () => {
		const { open, opened } = activity(rowOf({}));
		expect(await open()).toEqual({ ok: true });
		expect(opened).toEqual([`https://basescan.org/tx/${HASH}`]);
	});

	it.each([
		["that is missing", null],
		["of another sign-in", rowOf({ scope: "another" })],
		["of which nothing was sent", rowOf({ transactionId: null })],
		["on a chain without an explorer", rowOf({ chainRef: "31337" })],
		["whose id is no hash", rowOf({ transactionId: "../../login" })],
	])("is not opened for a row %s", async (_what, row) => {
		const { open, opened } = activity(row);
		expect(await open()).toMatchObject({ ok: false, text: message("app.no-explorer") });
		expect(opened).toEqual([]);
	});

	it("of several steps is the last one sent", () => {
		const legs = [rowOf({}), rowOf({ transactionId: LATER }), rowOf({ transactionId: null })];
		expect(transactionPage({ explorerOf }, rowOf({ transactionId: null }), legs)?.href).toBe(
			`https://basescan.org/tx/${LATER}`,
		);
	});
});
