import { describe, expect, it } from "vitest";
import {
	type ActivityFilter,
	filterActivity,
	NO_FILTER,
} from "../../../../src/renderer/desk/activity/filter.ts";
import { lockText } from "../../../../src/renderer/desk/shell/rail.tsx";
import { t } from "../../../../src/text/index.ts";
import { keptRows } from "../../../preview/samples/activity.ts";
import { NOW, vault } from "../../../preview/samples/common.ts";
import { activityRow } from "../../../preview/samples/desk.ts";

describe("filtering Activity", () => {
	const rows = [
		activityRow(0, { headline: "Send 1 ETH", outcome: "confirmed", transactionId: "0xabc", app: "swap" }),
		activityRow(1, { headline: "Approve DEMO", outcome: "failed", transactionId: null, chain: "Ethereum" }),
		...keptRows,
	];
	const found = (patch: Partial<ActivityFilter>) =>
		filterActivity(rows, { ...NO_FILTER, ...patch }, NOW).map(({ id }) => id);

	it("shows all without a query", () => {
		expect(filterActivity(rows, { ...NO_FILTER, text: "  " }, NOW)).toEqual(rows);
	});
	it("requires every word, anywhere in the row, in any case", () => {
		expect(found({ text: "SEND 0xABC" })).toEqual(["a-0"]);
		expect(found({ text: "send demo" })).toEqual([]);
	});
	it("finds a row by the name of its state, and an unsigned request by its reason", () => {
		expect(found({ text: "failed" })).toEqual(["a-1"]);
		expect(found({ text: "too much" })).toEqual(["kept-rejected"]);
		expect(found({ text: "Small change" })).toEqual(["kept-rule"]);
		expect(found({ text: "instructions.count" })).toEqual(["kept-lie-fields"]);
	});
	it("narrows by state, network, app and account, and by all of them together", () => {
		expect(found({ outcome: "expired" })).toEqual(["kept-expired"]);
		expect(found({ chain: "Ethereum", outcome: "failed" })).toEqual(["a-1"]);
		expect(found({ app: "swap", outcome: "confirmed" })).toEqual(["a-0"]);
		expect(found({ account: "0x0000", outcome: "confirmed" })).toEqual([]);
	});
	it("narrows by time", () => {
		const old = activityRow(9, { at: NOW - 8 * 86_400_000 });
		const within = (days: string) => filterActivity([old], { ...NO_FILTER, days }, NOW);
		expect(within("7")).toEqual([]);
		expect(within("30")).toEqual([old]);
	});
});

describe("the lock’s text", () => {
	it("never promises a lock later than it happens", () => {
		expect(lockText(vault({ locksAt: NOW + 61_000 }), NOW)).toBe("Locks in 2 min");
		expect(lockText(vault({ locksAt: NOW + 1 }), NOW)).toBe("Locks in 1 min");
	});
	it("names the available actions in every state", () => {
		expect(lockText(vault({ state: "locked" }), NOW)).toBe("Unlock");
		expect(lockText(vault({ state: "none" }), NOW)).toBe("Set up keys");
		expect(lockText(vault({ state: "damaged" }), NOW)).toBe(t("desk.shell.keys-cant-read"));
		expect(lockText(vault({ state: "stopped" }), NOW)).toBe(t("desk.shell.keys-not-running"));
		expect(lockText(vault({ locksAt: null }), NOW)).toBe("Lock now");
	});
});
