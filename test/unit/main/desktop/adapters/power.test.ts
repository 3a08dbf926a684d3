import { beforeEach, expect, it, vi } from "vitest";
import { followPower, isScreenLocked } from "../../../../../src/main/desktop/adapters/power.ts";

const system = vi.hoisted(() => ({ listeners: new Map<string, () => void>(), idle: "active" }));
vi.mock("electron", () => ({
	powerMonitor: {
		on: (name: string, listener: () => void) => system.listeners.set(name, listener),
		getSystemIdleState: () => system.idle,
	},
}));

const told: string[] = [];
const tells = (name: string) => system.listeners.get(name)?.();

beforeEach(() => {
	followPower(
		() => told.push(`asleep ${isScreenLocked()}`),
		() => told.push(`awake ${isScreenLocked()}`),
	);
	system.idle = "active";
	told.length = 0;
});

it("the screen is locked from the system’s word on until it is unlocked, and a sleep alone locks none", () => {
	tells("suspend");
	tells("resume");
	tells("lock-screen");
	tells("resume");
	tells("unlock-screen");
	expect(told).toEqual(["asleep false", "awake false", "asleep true", "awake true", "awake false"]);
});

it("a system that has no word for it is asked; one that does not know counts as unlocked", () => {
	system.idle = "locked";
	expect(isScreenLocked()).toBe(true);
	system.idle = "unknown";
	expect(isScreenLocked()).toBe(false);
});
