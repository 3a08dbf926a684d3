import { test } from "@playwright/test";
import { Stage, type StageOptions } from "./stage.ts";

/**
 * Provides one stage for all tests in a file, which run in order. After a failure, attaches the app's output
 * and pictures of both windows.
 */
export function staged(options: StageOptions & { readonly keys?: boolean } = {}): () => Stage {
	let stage: Stage | null = null;
	const current = () => {
		if (stage === null) throw new Error("the stage is not open");
		return stage;
	};
	test.describe.configure({ mode: "serial" });
	test.beforeAll(async () => {
		stage = await (options.keys === false ? Stage.open(options) : Stage.withKeys(options));
	});
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a hook's needs from this pattern
	test.afterEach(async ({}, info) => {
		if (stage === null || info.status === info.expectedStatus) return;
		await info.attach("app.log", { body: stage.app.output(), contentType: "text/plain" });
		for (const window of ["trusted", "desk"] as const) {
			const body = await stage[window].page.screenshot({ timeout: 2000 }).catch(() => null);
			if (body !== null) await info.attach(`${window}.png`, { body, contentType: "image/png" });
		}
	});
	test.afterAll(async () => {
		await stage?.close();
	});
	return current;
}
