import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { BUILD_MODES_SQL, BuildModes } from "../../../../src/main/storage/build-commits.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { DIGEST } from "../catalog/builds.ts";

describe("the safety mode of a committed Build", () => {
	it("is stored once, for its user alone", () => {
		const db = new DatabaseSync(":memory:");
		db.exec(BUILD_MODES_SQL);
		const modes = new BuildModes(db, "one");
		expect(modes.modeOf(DIGEST)).toBeNull();
		modes.add(DIGEST, "unrestricted");
		modes.add(DIGEST, "guarded_only");
		expect(new BuildModes(db, "one").modeOf(DIGEST)).toBe("unrestricted");
		expect(new BuildModes(db, "two").modeOf(DIGEST)).toBeNull();
		db.exec("DROP TABLE build_modes");
		expect(() => modes.add(DIGEST, "balanced")).toThrow(StorageError);
		expect(() => modes.modeOf(DIGEST)).toThrow(StorageError);
	});
});
