import { test } from "@playwright/test";
import { shellKind } from "../launch.ts";

/** What only Electron can answer is not asked of the host, and the run says why. To be called at the top of a file. */
export function onlyElectron(why: string): void {
	if (shellKind() === "electron") return;
	console.log(`Not tried in the Chromium host: ${why}`);
	test.skip(true, why);
}
