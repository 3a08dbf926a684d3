import { describe, expect, it } from "vitest";
import type { ActivityRow } from "../../../../../src/ipc/activity.ts";
import type { InboxEntryView } from "../../../../../src/ipc/inbox.ts";
import type { SettingsView } from "../../../../../src/ipc/settings.ts";
import { appsWithLevels } from "../../../../../src/renderer/desk/settings/notification-settings.tsx";
import { stub } from "../../../../fixtures/stub.ts";

describe("the apps in the settings", () => {
	it("are those with a level of their own, then those with requests, each once", () => {
		const settings = stub<SettingsView>({ appLevels: [{ app: "Payroll", level: "muted" }] });
		const inbox = ["Swap", null, "Payroll", "Swap"].map((app) => stub<InboxEntryView>({ app }));
		const activity = ["Bridge", null].map((app) => stub<ActivityRow>({ app }));
		expect(appsWithLevels({ settings, inbox, activity })).toEqual([
			{ app: "Payroll", level: "muted" },
			{ app: "Bridge", level: "on" },
			{ app: "Swap", level: "on" },
		]);
	});
});
