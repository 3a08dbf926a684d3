import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anchorsOf, citationFaults } from "../../../scripts/lint/citations.mjs";

/** Faults that `npm run lint` finds in citations. Names are concatenated, so that this file cites nothing itself. */

const doc = (name: string, heading = "") => `${name}.md${heading === "" ? "" : `#${heading}`}`;
const DOCS = "docs";
const SRC = "src";

let root: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "countersign-citations-"));
	put(doc(`${DOCS}/log`), "# The log\n\n## Crash and loss\n\nText.\n");
	put(`${SRC}/main/a.ts`, "export const a = 1;\n");
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
}

/** Returns the faults of a code file with this text, next to a document and another file. */
function faultsOfCode(text: string): readonly string[] {
	put(`${SRC}/main/b.ts`, text);
	return citationFaults(root);
}

describe("the citation check", () => {
	it.each([
		["a document", `/** As ${doc(`${DOCS}/log`)} says. */`],
		["a heading of a document", `// See ${doc(`${DOCS}/log`, "crash-and-loss")}.`],
		["a file", `// Its types stand in ${SRC}/main/a.ts.`],
		["a file by the end of its path", `// The other one (main/${"a"}.ts, ${"a"}.ts).`],
		["the end of a path in a string", `const chunk = "chunks/${"gone"}.mjs";`],
		["a folder", `// Nothing of ${SRC}/main knows it.`],
		["an address", `// https://example.org/${doc(`${DOCS}/gone`)}`],
		["a document in a string that only looks like a name", `const skill = "${doc("SKILL")}";`],
		["a string with two slashes", `const url = "https://example.org"; const b = /\\/\\/ ${DOCS}/;`],
	])("accepts %s", (_, text) => {
		expect(faultsOfCode(text)).toEqual([]);
	});

	it.each([
		["a missing document", `// As ${doc("gone")} says.`, doc("gone")],
		["a missing heading", `// See ${doc(`${DOCS}/log`, "gone")}.`, "no such heading"],
		["a missing file", `/* ${SRC}/main/gone.ts */`, "gone.ts"],
		["a file by the end of a path that no file has", `// As before (app/${"a"}.ts).`, "app/"],
		["a comment after an expression", `f(1 /* ${doc("gone")} */);`, doc("gone")],
		["a comment behind a template", `const t = \`\${f(1)} x\`; // ${doc("gone")}`, doc("gone")],
		["a document in a string", `const why = "${doc(`${DOCS}/gone`)}: so";`, doc("gone")],
	])("finds %s", (_, text, shown) => {
		expect(faultsOfCode(text)).toEqual([expect.stringContaining(shown)]);
	});

	it("names the citation's line", () => {
		expect(faultsOfCode(`const a = 1;\n\n/**\n * ${doc("gone")}\n */\n`)).toEqual([
			expect.stringContaining("b.ts:4: "),
		]);
	});

	it("parses links and quoted paths of documents", () => {
		put(
			doc("README"),
			`[log](${doc(`${DOCS}/log`, "the-log")}) [out](https://example.org) \`${SRC}/main/a.ts\`\n[gone](${doc(`${DOCS}/gone`)}) \`${SRC}/gone.ts\` \`npm run ${SRC}/x.ts\``,
		);
		put(doc(`${DOCS}/other`), `[log](${doc("log", "crash-and-loss")}) [here](#nothing)`);
		expect(citationFaults(root)).toEqual([
			expect.stringMatching(/^README.md:2: .*gone/),
			expect.stringMatching(/^README.md:2: .*gone.ts/),
			expect.stringContaining("no such heading"),
		]);
	});
});

describe("the anchors of a document", () => {
	it("follow from its headings by GitHub's rule", () => {
		const markdown =
			"# A `code`, and more: (2)\n## Same\n## Same\n```\n# not this\n```\n### [Linked](x) Heading_1";
		expect([...anchorsOf(markdown)]).toEqual(["a-code-and-more-2", "same", "same-1", "linked-heading_1"]);
	});
});
