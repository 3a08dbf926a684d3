import { describe, expect, it } from "vitest";
import { filterActivity } from "../../../../src/renderer/desk/activity/filter.ts";
import { lockText } from "../../../../src/renderer/desk/shell/lock-text.ts";
import { NOW, vault } from "../../../preview/samples/common.ts";
import { activityRow } from "../../../preview/samples/desk.ts";

describe("filtering the journal", () => {
	const rows = [
		activityRow(0, { headline: "Send 1 ETH", outcome: "confirmed", transactionId: "0xabc" }),
		activityRow(1, { headline: "Approve DEMO", outcome: "failed", transactionId: null }),
	];
	it("shows all without words", () => {
		expect(filterActivity(rows, "  ", "all")).toEqual(rows);
	});
	it("wants every word, anywhere in the row, whatever its case", () => {
		expect(filterActivity(rows, "SEND 0xABC", "all")).toEqual([rows[0]]);
		expect(filterActivity(rows, "send demo", "all")).toEqual([]);
	});
	it("finds a row by the state’s own word", () => {
		expect(filterActivity(rows, "failed", "all")).toEqual([rows[1]]);
	});
	it("narrows by state as well", () => {
		expect(filterActivity(rows, "", "failed")).toEqual([rows[1]]);
	});
});

describe("the lock’s words", () => {
	it("never promise a lock later than it comes", () => {
		expect(lockText(vault({ locksAt: NOW + 61_000 }), NOW)).toBe("Locks in 2 min");
		expect(lockText(vault({ locksAt: NOW + 1 }), NOW)).toBe("Locks in 1 min");
	});
	it("name what can be done in every state", () => {
		expect(lockText(vault({ state: "locked" }), NOW)).toBe("Unlock");
		expect(lockText(vault({ state: "none" }), NOW)).toBe("Set up keys");
		expect(lockText(vault({ state: "damaged" }), NOW)).toBe("Keys can’t be read");
		expect(lockText(vault({ state: "stopped" }), NOW)).toBe("Keys are not running");
		expect(lockText(vault({ locksAt: null }), NOW)).toBe("Lock now");
	});
});
