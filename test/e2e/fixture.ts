import { test as base } from "@playwright/test";
import { type LaunchOptions, launchApp, type RunningApp } from "./launch.ts";

export { expect } from "@playwright/test";

/** Playwright's test with `launchApp`: apps started through it are ended, and their data removed, after the test. */
export const test = base.extend<{ launchApp: (options?: LaunchOptions) => Promise<RunningApp> }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
	launchApp: async ({}, use, testInfo) => {
		const started: RunningApp[] = [];
		const track = (app: RunningApp): RunningApp => {
			const tracked = {
				...app,
				relaunch: async (changes?: LaunchOptions) => track(await app.relaunch(changes)),
			};
			started.push(tracked);
			return tracked;
		};
		await use(async (options) => track(await launchApp(options)));
		for (const [index, app] of started.entries())
			if (testInfo.status !== testInfo.expectedStatus)
				await testInfo.attach(`app-${index}.log`, { body: app.output(), contentType: "text/plain" });
		// Latest first: a relaunched app uses its predecessor's data, which the first one's dispose removes.
		for (const app of started.reverse()) await app.dispose();
	},
});
