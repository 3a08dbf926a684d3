import type { Page } from "playwright";
import { message } from "../../src/core/localized-text.ts";
import type { AboutView } from "../../src/ipc/about.ts";
import { doctorChecks, type ShellFacts, type SystemFacts } from "../../src/main/support/doctor.ts";
import { settings } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { out, updates } from "./samples/updates.ts";
import { desk, type Scene } from "./scene.ts";

/** Messages of an installed app about itself. */

/** A package's list is much longer. */
const about: AboutView = {
	version: "0.1.0",
	commit: "c5c1a7f0e2b94d3a8f6b7c0d1e2f3a4b5c6d7e8f",
	electron: "45.4.1",
	chromium: "150.0.7871.46",
	parts: ["@fontsource-variable/inter", "@noble/curves", "hidapi", "libusb", "react-dom", "viem", "zod"].map(
		(name, at) => ({
			name,
			version: `${at}.4.${at * 3}`,
			licence: { libusb: "LGPL-2.1-or-later", "@fontsource-variable/inter": "OFL-1.1" }[name] ?? "MIT",
			text: `Copyright (c) the authors of ${name}\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software.`,
		}),
	),
};

const aboutPart = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Settings" }).click();
	await page.getByRole("navigation", { name: "Settings" }).getByRole("button", { name: "About" }).click();
	await page.getByRole("button", { name: /^libusb/ }).click();
};

const computer = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Settings" }).click();
	await page
		.getByRole("navigation", { name: "Settings" })
		.getByRole("button", { name: "This computer" })
		.click();
};

const whatChanged = (page: Page) => page.getByRole("button", { name: "What changed" }).first().click();

/** A Debian without a status area, a rule for devices and an RPC that answers. */
const SYSTEM: SystemFacts = {
	platform: "linux",
	root: false,
	namespaces: true,
	statusIcons: false,
	notifications: null,
	udevRule: false,
	fonts: true,
};
const SHELL: ShellFacts = {
	electron: "45.4.1",
	sandboxOff: false,
	keychain: { trusted: true, backend: "gnome_libsecret" },
	notifications: true,
	badge: false,
	usb: true,
	clock: { difference: 3_600_000 },
	networks: [
		{ name: "Ethereum", found: "right" },
		{ name: "Base", found: "unreachable" },
	],
};

export const installedScenes: readonly Scene[] = [
	desk("desk-about", deskView(), aboutPart, { readAbout: about }),
	desk("desk-update", deskView({ updates: out })),
	desk("desk-update-changes", deskView({ updates: out }), whatChanged),
	desk("desk-updates-unset", deskView({ updates: updates({ state: "unset", checkedAt: null }) }), computer),
	desk("desk-updates-out", deskView({ updates: { ...out, announced: false } }), async (page) => {
		await computer(page);
		await whatChanged(page);
	}),
	desk(
		"desk-updates-refused",
		deskView({ updates: updates({ state: "unknown", fault: message("updates.fault.signature") }) }),
		computer,
	),
	desk(
		"desk-diagnostics",
		deskView(),
		async (page) => {
			await computer(page);
			await page.getByRole("button", { name: "Show diagnostics" }).click();
			await page.getByRole("button", { name: "Save…" }).scrollIntoViewIfNeeded();
		},
		{
			readDiagnostics: {
				ok: true,
				text: '{\n  "version": "0.1.0",\n  "system": { "platform": "linux" }\n}\n\n2026-11-23T12:00:00.000Z vault: locked (sleep)\n',
			},
		},
	),
	desk(
		"desk-computer-checked",
		deskView(),
		async (page) => {
			await computer(page);
			await page.getByRole("button", { name: "Check this computer" }).click();
			await page.getByText("Fix: ").last().scrollIntoViewIfNeeded();
		},
		{ examineComputer: { ok: true, checks: doctorChecks(SYSTEM, SHELL) } },
	),
	desk(
		"desk-updates-off",
		deskView({
			settings: settings({ lookForUpdates: false }),
			updates: updates({ state: "off", checkedAt: null }),
		}),
		computer,
	),
];
