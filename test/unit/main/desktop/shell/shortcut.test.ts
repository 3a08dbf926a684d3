import { beforeEach, describe, expect, it, vi } from "vitest";

import { settingsProcedures } from "../../../../../src/ipc/settings.ts";
import { SHORTCUTS } from "../../../../../src/ipc/values.ts";

const system = { held: new Map<string, () => void>(), taken: new Set<string>(), throws: false };
vi.mock("electron", () => ({
	globalShortcut: {
		register(keys: string, run: () => void) {
			if (system.throws) throw new Error("no display");
			if (system.taken.has(keys)) return false;
			system.held.set(keys, run);
			return true;
		},
		unregister: (keys: string) => void system.held.delete(keys),
	},
}));

const { GlobalShortcut } = await import("../../../../../src/main/desktop/shell/shortcut.ts");
const [FIRST, SECOND] = ["Control+Alt+Shift+C", "Control+Shift+F9"] as const;

function scene() {
	const seen = { reviews: 0, lines: [] as string[] };
	const shortcut = new GlobalShortcut(
		() => {
			seen.reviews += 1;
		},
		(line) => seen.lines.push(line),
	);
	return { seen, shortcut };
}

describe("a compromised window", () => {
	it("can choose one of the few offered shortcuts, and no other key", () => {
		const reads = (shortcut: unknown) =>
			settingsProcedures.setPreferences.input.safeParse({ shortcut }).success;
		expect(SHORTCUTS.every(reads)).toBe(true);
		for (const keys of ["CommandOrControl+C", "Alt+F4", "Control+Alt+Delete", "Space", "Super+L", ""])
			expect(reads(keys)).toBe(false);
		// Each has at least three keys, so it neither types text nor is a common command.
		for (const keys of SHORTCUTS) expect(keys.split("+").length).toBeGreaterThanOrEqual(3);
	});
});

describe("the global shortcut", () => {
	beforeEach(() => {
		system.held.clear();
		system.taken.clear();
		system.throws = false;
	});

	it("opens the next review, and is released if it is turned off", () => {
		const { seen, shortcut } = scene();
		expect([shortcut.isRegistered(), system.held.size]).toEqual([true, 0]);
		shortcut.set(FIRST);
		system.held.get(FIRST)?.();
		expect(seen.reviews).toBe(1);
		shortcut.set(null);
		expect([shortcut.isRegistered(), system.held.size]).toEqual([true, 0]);
	});

	it("is one at a time", () => {
		const { shortcut } = scene();
		shortcut.set(FIRST);
		shortcut.set(SECOND);
		expect([...system.held.keys()]).toEqual([SECOND]);
	});

	it("is reported as unavailable if another program has it, or the system can't be queried", () => {
		const { seen, shortcut } = scene();
		system.taken.add(FIRST);
		shortcut.set(FIRST);
		expect(shortcut.isRegistered()).toBe(false);
		shortcut.set(SECOND);
		expect(shortcut.isRegistered()).toBe(true);
		system.throws = true;
		shortcut.set(FIRST);
		expect([shortcut.isRegistered(), system.held.size]).toEqual([false, 0]);
		expect(seen.lines.length).toBeGreaterThan(0);
	});
});
