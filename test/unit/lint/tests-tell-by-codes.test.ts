import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { cruise } from "dependency-cruiser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

/** The import rule in .dependency-cruiser.cjs that keeps sentences out of tests. */

const NAME = "tests-tell-by-codes";
const root = resolve(import.meta.dirname, "../../..");
const settings = z
	.looseObject({ forbidden: z.array(z.looseObject({ name: z.string() })) })
	.parse(createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs")));
const result = z.looseObject({
	summary: z.looseObject({
		violations: z.array(z.looseObject({ from: z.string(), rule: z.looseObject({ name: z.string() }) })),
	}),
});

const HELD = [
	"test/unit/core/rules/some.test.ts",
	"test/unit/main/some.ts",
	"test/integration/some.test.ts",
	"test/faults/some.test.ts",
	"test/support/some.ts",
];
const FREE = [
	"test/unit/text/some.test.ts",
	"test/unit/renderer/desk/some.test.tsx",
	"test/unit/verify/some.test.ts",
	"test/e2e/some.spec.ts",
];

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "countersign-arrows-"));
	const write = (name: string, text: string) => {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	};
	write("src/text/index.mjs", "export const textOf = String;");
	for (const name of [...HELD, ...FREE]) {
		const up = "../".repeat(name.split("/").length - 1);
		write(name, `import { textOf } from "${up}src/text/index.mjs";\ntextOf("");`);
	}
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

it("the rule of imports permits the catalogue only in tests about texts", async () => {
	const forbidden = settings.forbidden.filter(({ name }) => name === NAME);
	expect(forbidden).toHaveLength(1);
	const { output } = await cruise(["src", "test"], {
		baseDir: folder,
		validate: true,
		tsPreCompilationDeps: true,
		ruleSet: { forbidden: forbidden as never },
	});
	const { violations } = result.parse(output).summary;
	expect(violations.map(({ from }) => from).toSorted()).toEqual(HELD.toSorted());
});
