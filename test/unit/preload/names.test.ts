import { describe, expect, expectTypeOf, it } from "vitest";
import {
	CHANNELS,
	type DeskProcedures,
	deskProcedures,
	type TrustedProcedures,
	trustedProcedures,
} from "../../../src/ipc/windows.ts";
import { DESK_NAMES, TRUSTED_NAMES } from "../../../src/preload/names.ts";

describe("the names that the preloads let through", () => {
	it("are exactly the bridge's", () => {
		expectTypeOf<(typeof DESK_NAMES)[number]>().toEqualTypeOf<keyof DeskProcedures>();
		expectTypeOf<(typeof TRUSTED_NAMES)[number]>().toEqualTypeOf<keyof TrustedProcedures>();
		expect([...DESK_NAMES].sort()).toEqual(Object.keys(deskProcedures).sort());
		expect([...TRUSTED_NAMES].sort()).toEqual(Object.keys(trustedProcedures).sort());
	});

	it("give the desk nothing that approves or touches a secret", () => {
		for (const name of ["approve", "unlock", "importPhrase", "importKey", "saveNetwork", "setAutoLock"])
			expect(DESK_NAMES).not.toContain(name);
	});

	it("go over four channels of their own", () => {
		expect(new Set(Object.values(CHANNELS)).size).toBe(4);
	});
});
