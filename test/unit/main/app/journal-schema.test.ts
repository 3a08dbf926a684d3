import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";

/** SHA-256 of the SQL that creates each version of journal.db. Add new versions at the end. */
const DIGESTS: Readonly<Record<number, string>> = {
	15: "e5cd65abfd064d725ad6afa0c7284e2aeb17ff6eda20d49e64180f8c29ea8d41",
	16: "da3f905a1e9a0ad5de6ef25b251a41fbc9aeab5290ddf8103fd2bb900c6da859",
	17: "3f1b8495c04c5bfcb1dc8824803c2c3e193d8ced2afce71c794f715ede736235",
};

it("each version of journal.db has one meaning, which never changes", () => {
	const { firstVersion, migrations } = JOURNAL_SCHEMA;
	const digests = migrations.map((sql, index) => [
		firstVersion + index,
		createHash("sha256").update(sql).digest("hex"),
	]);
	expect(Object.fromEntries(digests)).toEqual(DIGESTS);
});
