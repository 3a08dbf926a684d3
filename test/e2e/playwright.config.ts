import { defineConfig } from "@playwright/test";

/**
 * The longest files start first: as the last one, a long file would keep one worker busy and the others idle.
 */
const LONG = [
	"whole-service",
	"faults",
	"approval-safety",
	"ledger",
	"background",
	"first-run",
	"setup-both-ways",
	"sign-in",
].map((name) => `**/${name}.spec.ts`);

// Nothing is rewritten here (below), so that a stack needs no source maps: Playwright reads one at each call of its own.
Reflect.deleteProperty(Error, "prepareStackTrace");

export default defineConfig({
	testDir: ".",
	projects: [
		{ name: "long", testMatch: LONG },
		{ name: "others", testMatch: "**/*.spec.ts", testIgnore: LONG },
	],
	// Each file has an app of its own, with its own data, and mostly waits: for blocks, for a held button.
	workers: 3,
	fullyParallel: false,
	// Real windows, chains and clocks on a machine that may be busy: once more, and it is said (scripts/test.mjs).
	retries: 1,
	// Only a hanging test ends by these: a busy machine is slow.
	timeout: 120_000,
	expect: { timeout: 30_000 },
	// Node reads these files as they are; Playwright would rewrite each of them, and all of src that they import.
	build: { external: ["**/*.ts"] },
	outputDir: "../../test-results/e2e",
	reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
});
