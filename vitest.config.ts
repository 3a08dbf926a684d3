import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		projects: [
			{
				// Same as in the shipped app. React's development build would capture a stack for each
				// element.
				oxc: { jsx: { development: false } },
				test: {
					name: "unit",
					env: { NODE_ENV: "production" },
					// The test files leave nothing behind, and reloading every module for each file would
					// take half of the time.
					isolate: false,
					// Some of the files mostly wait for a process or a device.
					maxWorkers: 2,
					include: ["test/{unit,mock-service,mock-ledger,chains,host}/**/*.test.{ts,tsx}"],
					// Only a hanging test should reach these limits. Quick tests can take long on a busy
					// machine.
					testTimeout: 120_000,
					hookTimeout: 120_000,
					expect: { poll: { timeout: 60_000 } },
				},
			},
			{
				test: {
					name: "package",
					include: ["test/package/**/*.test.ts"],
					testTimeout: 120_000,
					hookTimeout: 120_000,
				},
			},
			{
				test: {
					name: "integration",
					// As above. Each file creates its own services and chains, and stops them.
					isolate: false,
					include: ["test/integration/**/*.test.ts", "test/faults/**/*.test.ts"],
					globalSetup: ["test/fixtures/bundles.ts"],
					testTimeout: 180_000,
					hookTimeout: 180_000,
					expect: { poll: { timeout: 60_000 } },
					// Each file has its own service and chains, and spends most of its time waiting for them.
					maxWorkers: 3,
					// Real processes, chains and clocks can fail on a busy machine. A retry is reported.
					retry: 1,
				},
			},
		],
	},
});
