import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		projects: [
			{
				// As the app ships it: React's development build takes a stack for each element.
				oxc: { jsx: { development: false } },
				test: {
					name: "unit",
					env: { NODE_ENV: "production" },
					// No file leaves anything behind, and loading every module anew for each takes half of the time.
					isolate: false,
					// Some of them mostly wait, for a process or a device.
					maxWorkers: 2,
					include: ["test/{unit,mock-service,mock-ledger,chains,host}/**/*.test.{ts,tsx}"],
					// Only a test that hangs ends by it: a busy machine takes long for what is quick alone.
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
					// As above: a file has worlds of its own, and stops them.
					isolate: false,
					include: ["test/integration/**/*.test.ts", "test/faults/**/*.test.ts"],
					globalSetup: ["test/fixtures/bundles.ts"],
					testTimeout: 180_000,
					hookTimeout: 180_000,
					expect: { poll: { timeout: 60_000 } },
					// Each file has its own service and chains, and mostly waits for them.
					maxWorkers: 3,
					// Real processes, chains and clocks on a machine that may be busy: once more, and it is said.
					retry: 1,
				},
			},
		],
	},
});
