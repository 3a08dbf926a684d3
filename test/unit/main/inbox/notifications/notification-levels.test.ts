import { describe, expect, it } from "vitest";
import type { AppLevelSetting } from "../../../../../src/ipc/settings.ts";
import { levelOf, withLevel } from "../../../../../src/main/inbox/notifications/notification-settings.ts";

const set: readonly AppLevelSetting[] = [
	{ app: "Payroll", level: "on" },
	{ app: "Airdrop Hunter", level: "muted" },
	{ app: "Base Bridge", level: "silent" },
];

describe("the level of an app", () => {
	it("is the usual one by default, for any app name", () => {
		expect([null, "Other", "constructor", "__proto__"].map((app) => levelOf(set, app))).toEqual([
			"on",
			"on",
			"on",
			"on",
		]);
		expect(levelOf(set, "Base Bridge")).toBe("silent");
	});

	it("is changed in place, and only the last app that was reset to the usual level is remembered", () => {
		const back = withLevel(set, { app: "Airdrop Hunter", level: "on" });
		expect(back).toEqual([
			{ app: "Airdrop Hunter", level: "on" },
			{ app: "Base Bridge", level: "silent" },
		]);
		expect(withLevel(back, { app: "Drip", level: "muted" })).toEqual([
			{ app: "Base Bridge", level: "silent" },
			{ app: "Drip", level: "muted" },
		]);
		expect(withLevel(set, { app: "Base Bridge", level: "muted" })).toEqual([
			{ app: "Airdrop Hunter", level: "muted" },
			{ app: "Base Bridge", level: "muted" },
		]);
	});
});
