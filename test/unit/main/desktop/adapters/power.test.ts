import { beforeEach, expect, it, vi } from "vitest";
import { Power } from "../../../../../src/main/desktop/adapters/power.ts";

const system = vi.hoisted(() => ({ listeners: new Map<string, (() => void)[]>(), idle: "active" }));
vi.mock("electron", () => ({
	powerMonitor: {
		on(name: string, listener: () => void) {
			system.listeners.set(name, [...(system.listeners.get(name) ?? []), listener]);
		},
		getSystemIdleState: () => system.idle,
	},
}));

const told: string[] = [];
let power: Power;
function tells(name: string): void {
	for (const listener of system.listeners.get(name) ?? []) listener();
}

beforeEach(() => {
	system.listeners.clear();
	power = new Power();
	power.follow(
		() => told.push(`asleep ${power.isScreenLocked()}`),
		() => told.push(`awake ${power.isScreenLocked()}`),
	);
	system.idle = "active";
	told.length = 0;
});

it("the screen counts as locked from the system’s event on until it is unlocked, and a sleep alone locks none", () => {
	tells("suspend");
	tells("resume");
	tells("lock-screen");
	tells("resume");
	tells("unlock-screen");
	expect(told).toEqual(["asleep false", "awake false", "asleep true", "awake true", "awake false"]);
});

it("a system without the event is queried; one that does not know counts as unlocked", () => {
	system.idle = "locked";
	expect(power.isScreenLocked()).toBe(true);
	system.idle = "unknown";
	expect(power.isScreenLocked()).toBe(false);
});
