import { afterEach, describe, expect, it, vi } from "vitest";
import { followCrashes } from "../../../../../src/main/desktop/lifecycle/crash.ts";

type Listener = (error: unknown) => void;

/** Collects the process listeners that `followCrashes` adds, so that a test can call them. */
function followed() {
	const listeners = new Map<string, Listener>();
	vi.spyOn(process, "on").mockImplementation((event: string | symbol, listener: Listener) => {
		listeners.set(String(event), listener);
		return process;
	});
	const parts = { log: vi.fn(), alertUser: vi.fn(), alertUserAtEnd: vi.fn(), lock: vi.fn(), end: vi.fn() };
	followCrashes(parts);
	const happen = (event: string, error: unknown) => listeners.get(event)?.(error);
	return { parts, happen };
}

describe("an uncaught error", () => {
	afterEach(() => {
		vi.restoreAllMocks();
	});

	it("as an exception is logged, locks, is reported and ends the app", () => {
		const { parts, happen } = followed();
		happen("uncaughtException", new Error("boom"));
		expect(parts.log).toHaveBeenCalledWith(expect.stringContaining("boom"));
		expect(parts.lock).toHaveBeenCalledOnce();
		expect(parts.alertUserAtEnd).toHaveBeenCalledOnce();
		expect(parts.end).toHaveBeenCalledWith(1);
	});

	it("as a rejection is logged each time, reported once, and the app continues locked", () => {
		const { parts, happen } = followed();
		happen("unhandledRejection", new Error("one"));
		happen("unhandledRejection", new Error("two"));
		expect(parts.log).toHaveBeenCalledTimes(2);
		expect(parts.alertUser).toHaveBeenCalledOnce();
		expect(parts.lock).toHaveBeenCalled();
		expect(parts.end).not.toHaveBeenCalled();
	});

	it("never shows an error's own text in the box", () => {
		const { parts, happen } = followed();
		happen("uncaughtException", new Error("secret detail"));
		expect(JSON.stringify(parts.alertUserAtEnd.mock.calls)).not.toContain("secret detail");
	});
});
