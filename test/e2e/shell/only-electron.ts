import { test } from "@playwright/test";
import { shellKind } from "../launch.ts";

/** What only Electron can answer is not asked of the host, and the run says why. To be called first in a test. */
export function onlyElectron(why: string): void {
	if (shellKind() === "electron") return;
	console.log(`Not tried in the Chromium host: ${why}`);
	test.skip(true, why);
}
