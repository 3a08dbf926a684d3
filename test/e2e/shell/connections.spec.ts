import { expect, test } from "@playwright/test";
import { CHROMIUMS_CONNECTIONS } from "../../host/network.ts";
import { SOMEBODY } from "../pages/stage.ts";
import { staged } from "../pages/staged.ts";

/** Chromium's network opens six connections a host over HTTP/1.1: do many followed sessions starve what is asked? */

const bound = { COUNTERSIGN_HOST_CONNECTIONS: String(CHROMIUMS_CONNECTIONS) };
const here = staged({ beforeLaunch: async () => bound });

test("with eight conversations under way a review is still read, approved and settled", async () => {
	const stage = here();
	for (let count = 0; count < 8; count += 1)
		await stage.sayElsewhere(`send 0.00${count + 1} ETH to ${SOMEBODY}`);
	// Of nine notifications nobody knows which comes when: the row is opened instead.
	await stage.desk.startConversation(`send 0.01 ETH to ${SOMEBODY}`);
	await stage.desk.go("Inbox");
	await stage.desk.openEntry(/^Send 0.01 ETH/);
	await stage.trusted.reviewing(/^Send 0.01 ETH/);
	await stage.trusted.approve();
	await stage.trusted.step("Confirmed");
	expect(await stage.desk.connection()).not.toMatch(/Offline/);
});
