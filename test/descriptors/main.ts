import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { DescriptorData } from "../../src/core/published-descriptors/erc7730/data-types.ts";
import { indexDescriptors } from "../../src/core/published-descriptors/erc7730/describe.ts";
import { loadDescriptors } from "../../src/core/published-descriptors/erc7730/load.ts";
import { chooseGolden, GOLDEN } from "./golden.ts";
import { judge } from "./judge.ts";
import { caseOf, readCases } from "./registry.ts";

/**
 * Implements `npm run descriptors -- REGISTRY`: runs the registry's own cases through the app's reader. The
 * data is created from the checkout, with every chain. Prints `cases N, exact N, refused N, wrong N`, and
 * fails if a case is wrong or fewer than 98 % are exact. `--golden` also writes the few cases for the unit
 * tests.
 */

const MIN_EXACT = 0.98;

async function dataOf(registry: string): Promise<DescriptorData> {
	const folder = await mkdtemp(join(tmpdir(), "descriptors-"));
	try {
		const file = join(folder, "data.json");
		const script = join(import.meta.dirname, "../../scripts/descriptors.mjs");
		await promisify(execFile)(process.execPath, [
			script,
			registry,
			"checkout",
			"today",
			"--all",
			"--out",
			file,
		]);
		return JSON.parse(await readFile(file, "utf8"));
	} finally {
		await rm(folder, { recursive: true });
	}
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { golden: { type: "boolean", default: false } },
});
const registry = positionals[0];
if (registry === undefined) throw new Error("Name the folder of the registry's checkout.");
const index = indexDescriptors(await dataOf(registry));
const counts = { exact: 0, refused: 0, wrong: 0 };
const cases = await readCases(registry);
for (const each of cases) {
	const { verdict, detail } = judge(index, await caseOf(each));
	counts[verdict] += 1;
	if (verdict !== "exact") console.log(`${verdict} ${each.name}: ${each.test.description}\n  ${detail}`);
}
if (values.golden) {
	const chosen = await chooseGolden(await loadDescriptors(), cases);
	await writeFile(GOLDEN, `[\n${chosen.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
}
console.log(`cases ${cases.length}, exact ${counts.exact}, refused ${counts.refused}, wrong ${counts.wrong}`);
if (counts.wrong > 0 || counts.exact < MIN_EXACT * cases.length) process.exitCode = 1;
