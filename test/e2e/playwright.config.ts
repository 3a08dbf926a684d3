import { defineConfig } from "@playwright/test";

export default defineConfig({
	testDir: ".",
	testMatch: "**/*.spec.ts",
	// One app at a time: specs measure times and hold the instance lock.
	workers: 1,
	fullyParallel: false,
	retries: 0,
	timeout: 60_000,
	outputDir: "../../test-results/e2e",
	reporter: [["list"], ["json", { outputFile: "../../test-results/e2e.json" }]],
});
