import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PAGE = new URL("../../../docs/security.md", import.meta.url);
const TEST_FILE = /\.(?:test|spec)\.tsx?$|\/attacks\/cases\/[\w-]+\.ts$/;

interface Promised {
	readonly heading: string;
	/** Links of its *Test:* line, relative to the page. */
	readonly tests: readonly string[];
}

/** Returns the promises of a page: each third-level heading with its tests. */
function promisesIn(markdown: string): readonly Promised[] {
	return markdown
		.split(/^(?=#{2,3} )/m)
		.filter((part) => part.startsWith("### "))
		.map((part) => {
			const [heading = ""] = part.slice(4).split("\n");
			const line = /^\*Test:\* (.+)$/m.exec(part)?.[1] ?? "";
			return { heading, tests: [...line.matchAll(/\]\(([^)]+)\)/g)].flatMap(([, link]) => link ?? []) };
		});
}

describe("docs/security.md", () => {
	const promises = promisesIn(readFileSync(PAGE, "utf8"));

	it("has one heading for each promise", () => {
		expect(promises.length).toBeGreaterThan(80);
		expect(new Set(promises.map(({ heading }) => heading)).size).toBe(promises.length);
	});

	it.each(promises)("links a test of “$heading”", ({ tests }) => {
		expect(tests).not.toEqual([]);
		for (const link of tests) {
			expect(link).toMatch(TEST_FILE);
			expect(existsSync(new URL(link, PAGE))).toBe(true);
		}
	});
});

it("a promise without a test is found", () => {
	const page =
		"## Area\n\n### Kept\n\n*Test:* [a](a.test.ts), [b](b.spec.ts)\n\n### Hollow\n\nWords.\n\n## Next\n\n*Test:* [c](c.test.ts)\n";
	expect(promisesIn(page)).toEqual([
		{ heading: "Kept", tests: ["a.test.ts", "b.spec.ts"] },
		{ heading: "Hollow", tests: [] },
	]);
});
