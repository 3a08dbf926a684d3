import { describe, expect, it } from "vitest";
import { newestPage, withOlderPage } from "../../../../src/main/billing/credits.ts";
import type { CreditEntry, CreditPosition } from "../../../../src/service-api/account.ts";
import { stub } from "../../../fixtures/stub.ts";

const entry = (id: number) => stub<CreditEntry>({ id });
const ids = ({ entries }: CreditPosition) => entries.map(({ id }) => id);
const range = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => entry(from - index));

const position = (entries: readonly CreditEntry[], nextBeforeId: number | null) =>
	stub<CreditPosition>({ entries, nextBeforeId });

describe("an older page of entries", () => {
	it("goes after the newer ones, and links to the next", () => {
		const both = withOlderPage(position(range(9, 2), 8), position(range(7, 2), 6));
		expect(ids(both)).toEqual([9, 8, 7, 6]);
		expect(both.nextBeforeId).toBe(6);
	});

	it("adds no entry twice", () => {
		expect(ids(withOlderPage(position(range(9, 2), 8), position(range(8, 2), 7)))).toEqual([9, 8, 7]);
	});

	it.each([
		["brings nothing new", range(9, 2), 5],
		["leads back to where it was asked from", range(7, 1), 8],
		["fills what is kept", range(7, 5_000), 1],
	])("is the last one if it %s", (_what, entries, next) => {
		const both = withOlderPage(position(range(9, 2), 8), position(entries, next));
		expect(both.nextBeforeId).toBeNull();
		expect(both.entries.length).toBeLessThanOrEqual(5_000);
	});
});

it("keeps no more entries than of all pages together", () => {
	expect(newestPage(position(range(9_000, 6_000), null)).entries).toHaveLength(5_000);
});
