import { expect, it } from "vitest";
import { type Cause, createStale, DECIDING } from "../../../../src/main/app/causes.ts";

function isComposedFor(cause: Cause): boolean {
	const stale = createStale({ trusted: { causes: DECIDING } });
	stale.take("trusted");
	stale.note(cause);
	return stale.take("trusted");
}

it("the trusted window, which says whether the service can be reached, is composed once it can't", () => {
	expect(isComposedFor("connection")).toBe(true);
});

it("what is said in conversations composes no trusted window", () => {
	expect((["session", "live"] as const).map(isComposedFor)).toEqual([false, false]);
});
