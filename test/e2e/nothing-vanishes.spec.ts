import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** What awaits a user is told of and can be answered, also where it can't be read or repeats what was done. */

const here = staged();

test("a request that can't be read is told of, says what and where, and is rejected", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await world.service.control.settings({ oddities: ["no_approvals"] });
	await stage
		.ask(`execute: send 0.1 ETH to ${SOMEBODY}`)
		.then(({ index }) => stage.app.clickNotification(index));
	await trusted.at(/^A request that can.t be read$/);
	await expect.poll(() => trusted.refusal()).toContain("request.simulation.approvals");
	await expect(trusted.hold.button).toHaveCount(0);
	await trusted.reject("it can't be read");
	const rejected = async () =>
		(await world.service.control.records()).resolutions.map(({ status }) => status);
	await expect.poll(rejected).toEqual(["rejected"]);
	await world.service.control.settings({ oddities: [] });
	await stage.desk.go("Inbox");
	await expect.poll(() => stage.desk.waiting()).toBe(0);
});

test("“pay Bob again” is another request, says that the same was done, and is paid with a typed word", async () => {
	const stage = here();
	const { trusted, desk, app } = stage;
	const theirs = await stage.balance(SOMEBODY);
	await stage.review(`send 0.1 ETH to ${SOMEBODY}`, /^Send 0.1 ETH to /);
	await trusted.approve();
	await trusted.step("Confirmed");
	await desk.turnIs("complete");
	const before = (await app.notifications()).length;
	await desk.send(`execute: send 0.1 ETH to ${SOMEBODY}`);
	const { index } = await stage.requestTold(before);
	await app.clickNotification(index);
	await trusted.reviewing(/^Send 0.1 ETH to /);
	await expect(trusted.page.locator("main")).toContainText(t("finding.done-before.conversation"));
	await trusted.approve();
	await trusted.step("Confirmed");
	await expect.poll(async () => (await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.2"));
});
