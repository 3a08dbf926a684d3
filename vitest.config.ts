import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: "unit",
					include: ["test/unit/**/*.test.{ts,tsx}"],
					testTimeout: 20_000,
					hookTimeout: 30_000,
				},
			},
			{
				test: {
					name: "integration",
					include: ["test/integration/**/*.test.ts", "test/faults/**/*.test.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
					fileParallelism: false,
				},
			},
		],
	},
});
