import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { kindOfFinding, REASONS } from "../../../../src/core/risk/finding-kind.ts";

const CORE = resolve(import.meta.dirname, "../../../../src/core");

const sources = ["risk", "signed-messages", "review"].flatMap((folder) =>
	readdirSync(join(CORE, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts"))
		.map((name) => readFileSync(join(CORE, folder, name), "utf8")),
);

/** Finding ids in the sources. */
const ids = new Set(
	sources.flatMap((text) =>
		[...text.matchAll(/\b(?:newFinding|danger|caution)\(\s*"([a-z0-9-]+)",/g)].flatMap(([, id]) => id ?? []),
	),
);

describe("the kind of a finding", () => {
	it("exists for every finding of the rules", () => {
		expect(ids.size).toBeGreaterThan(60);
		expect([...ids].filter((id) => kindOfFinding(id) === null)).toEqual([]);
	});

	it("follows from the id, and is unknown for one of another version", () => {
		expect([kindOfFinding("exchange"), kindOfFinding("sign-in-http"), kindOfFinding("of-tomorrow")]).toEqual([
			"exchange",
			"message",
			null,
		]);
	});

	it("names the rule of docs/judging.md", () => {
		expect(REASONS.rights.rule).toEqual({ code: "why.rule.rights" });
		expect(REASONS.loss.rule).toEqual({ code: "why.rule.leaves" });
	});
});
