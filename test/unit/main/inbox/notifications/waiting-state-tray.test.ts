import { describe, expect, it } from "vitest";
import { message, type Text } from "../../../../../src/core/localized-text.ts";
import {
	type TrayFacts,
	trayState,
} from "../../../../../src/main/inbox/notifications/notification-content.ts";

const standing = (change: Partial<TrayFacts> = {}): TrayFacts => ({
	count: 0,
	dangers: 0,
	connection: "watching",
	isPaused: false,
	...change,
});
const both = (left: Text, right: Text) => message("notice.and", { left, right });
const count = (waiting: number) => message("notice.count", { count: waiting });

describe("the system's bar", () => {
	it.each([
		["none", {}],
		["none", { connection: "connecting" }],
		["waiting", { count: 2 }],
		["waiting", { count: 2, isPaused: true }],
		["paused", { isPaused: true }],
		["offline", { connection: "offline" }],
		["offline", { connection: "unauthorized", count: 2, isPaused: true }],
		["danger", { count: 2, dangers: 1, connection: "offline", isPaused: true }],
	] as const)("is marked %s in the state %j", (mark, change) => {
		expect(trayState(standing(change)).mark).toBe(mark);
	});

	it("says in words everything that its mark omits", () => {
		expect(trayState(standing({ count: 2 })).tooltip).toEqual(count(2));
		const all = { count: 2, dangers: 1, connection: "offline", isPaused: true } as const;
		const [risk, away] = [message("notice.count.danger", { count: 1 }), message("notice.away.offline")];
		expect(trayState(standing(all)).tooltip).toEqual(
			both(both(both(count(2), risk), away), message("notice.paused")),
		);
		expect(trayState(standing({ connection: "unauthorized" })).tooltip).toEqual(
			both(count(0), message("notice.away.signed-out")),
		);
	});
});
