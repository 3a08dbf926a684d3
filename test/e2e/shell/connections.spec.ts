import { expect, test } from "@playwright/test";
import { SOMEBODY } from "../pages/stage.ts";
import { staged } from "../pages/staged.ts";
import { onlyElectron } from "./only-electron.ts";

/** Chromium's network opens six connections a host over HTTP/1.1: do many followed sessions starve what is asked? */

onlyElectron("main asks by the fetch of Node.js there, which has no such bound");
const here = staged();

test("with eight conversations under way a review is still read, approved and settled", async () => {
	const stage = here();
	for (let count = 0; count < 8; count += 1)
		await stage.sayElsewhere(`send 0.00${count + 1} ETH to ${SOMEBODY}`);
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	await stage.trusted.approve();
	await stage.trusted.step("Confirmed");
	expect(await stage.desk.connection()).not.toMatch(/Offline/);
});
