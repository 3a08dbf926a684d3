import { describe, expect, it } from "vitest";
import { inReleasedOrder } from "../../../../src/main/storage/migrations.ts";

const of = (version: number) => ({ version, sql: `step ${version}` });

describe("migrations that several owners declare", () => {
	it("run in the order of their versions, whatever the order in which they are named", () => {
		expect(inReleasedOrder([of(3), of(1), of(2)])).toEqual(["step 1", "step 2", "step 3"]);
	});

	it.each([
		["a version is missing", [of(1), of(3)]],
		["two claim the same version", [of(1), of(2), of(2)]],
		["the first version is missing", [of(2), of(3)]],
	])("are refused where %s", (_why, migrations) => {
		expect(() => inReleasedOrder(migrations)).toThrow(/version [23] stands where/);
	});
});
