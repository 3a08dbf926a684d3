import { describe, expect, it } from "vitest";
import { DirtyFlags, TRUSTED_SOURCES } from "../../../../src/main/app/dirty-flags.ts";
import type { EventName } from "../../../../src/main/events.ts";

function isDirtyAfter(event: EventName): boolean {
	const flags = new DirtyFlags({ trusted: { sources: TRUSTED_SOURCES } });
	flags.consume("trusted");
	flags.mark(event);
	return flags.consume("trusted");
}

describe("the trusted window", () => {
	it.each<EventName>(["connection-changed", "commit-changed", "owner-changed", "app-changed"])(
		"is composed again after %s",
		(event) => expect(isDirtyAfter(event)).toBe(true),
	);

	it.each<EventName>(["session-changed", "stream-changed"])("is not composed again after %s", (event) =>
		expect(isDirtyAfter(event)).toBe(false),
	);
});

describe("a flag", () => {
	it("is set at first, and cleared by consuming it", () => {
		const flags = new DirtyFlags({ one: { sources: [] } });
		expect([flags.consume("one"), flags.consume("one")]).toEqual([true, false]);
	});

	it("is set by its own events alone", () => {
		const flags = new DirtyFlags({
			one: { sources: ["price-changed"] },
			other: { sources: ["chain-changed"] },
		});
		flags.consume("one");
		flags.consume("other");
		flags.mark("price-changed");
		expect([flags.consume("one"), flags.consume("other")]).toEqual([true, false]);
	});
});
