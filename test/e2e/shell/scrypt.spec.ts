import { expect, test } from "@playwright/test";
import { PASSWORD } from "../pages/stage.ts";
import { staged } from "../pages/staged.ts";

/** Electron's Node.js is built on BoringSSL: does scrypt with N = 2^17 run in the vault's process, within its memory? */

const here = staged();

test("a vault that was made there opens again after a restart", async () => {
	const stage = here();
	await stage.relaunch();
	await stage.desk.button("Unlock").click();
	const trusted = await stage.reopenTrusted();
	await trusted.unlock(PASSWORD);
	await expect(stage.desk.button(/Press to lock now/)).toBeVisible({ timeout: 30_000 });
});
