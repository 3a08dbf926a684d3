import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { JOURNAL_MIGRATIONS } from "../../../../src/main/app/migrations.ts";

/** SHA-256 of each migration's SQL, byte for byte, by the version that it leads to. New ones are added at the end. */
const RELEASED = [
	"4f4c5c77b4963df25909849d32b28167628b2fcdbd8e14b5d7d9df4abb75f944",
	"edf54c3d1d44a89f4e8a9ffd4b9dd4e018ed52218189f64808e5eb5f404288e0",
	"8c18168a824433b4ad3f6e3ed3c5743eccde42d545f71acb803bd18a5ccddb1c",
	"64da0ef5343a837aa9539bb618780b9eb2540f4bad5a4f01bf9a56fb3fc17eb4",
	"0e73e70d3810aae478366f03700058a7f919f15e324bc847bf2eb8ef11c0c3c0",
	"5fd74d3c6f5bd3716ced1ce2beff368412a67cd59a44b865d74f91dd205705b9",
	"d42440f32ba7e0f8f2763e15d36d254c6c2489e7563ae1b67082f42f78c06723",
	"c4f0e427f137914448b79d524e487aec01a806bbd9cf3333e089e1d4206d9b74",
	"1a2d5fec4fd8724aa7a4aafb2eae3c8f8b0a133a7d8b62096264b989cc1af789",
	"592d7bf7808b1298b2c6d6cf7d38ae1b0940eb3e0af1b976e85062344352ce4f",
	"af6c90abe10ffb9b078d2265e0a144a09d0e99b0c4a2ac9e683198c4852efe3a",
	"2a27072ae287440215652f39f08108a6d1a35b1f98ee39dae15104268c9f5e77",
	"97436e75ead4f6dc29f9ab0934b1a7c745f82ec382627f191e72b74b166e50bd",
];

describe("the migrations of journal.db", () => {
	it("are the ones that were released, byte for byte and in their order", () => {
		const digests = JOURNAL_MIGRATIONS.map((sql) => createHash("sha256").update(sql).digest("hex"));
		expect(digests.slice(0, RELEASED.length)).toEqual(RELEASED);
	});

	it("have each its digest written down here", () => {
		expect(JOURNAL_MIGRATIONS).toHaveLength(RELEASED.length);
	});
});
