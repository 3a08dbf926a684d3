import { defineConfig } from "@playwright/test";

/**
 * The longest files. They start first, because a long file at the end would keep one worker busy while the
 * others are idle.
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

// Files aren't transformed (see below), so stacks need no source maps. Playwright would read one on each of
// its calls.
Reflect.deleteProperty(Error, "prepareStackTrace");

export default defineConfig({
	testDir: ".",
	projects: [
		{ name: "long", testMatch: LONG },
		{ name: "others", testMatch: "**/*.spec.ts", testIgnore: LONG },
	],
	// Each file has its own app and data, and spends most of its time waiting for blocks or for a press and
	// hold.
	workers: 3,
	fullyParallel: false,
	// Real windows, chains and clocks can fail on a busy machine. A retry is reported (scripts/test.mjs).
	retries: 1,
	// Only a hanging test should reach these limits, because a busy machine can be slow.
	timeout: 120_000,
	expect: { timeout: 30_000 },
	// Node runs these files directly. Playwright would transform each of them, and all of src that they
	// import.
	build: { external: ["**/*.ts"] },
	outputDir: "../../test-results/e2e",
	reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
});
