import { expect, test } from "@playwright/test";
import { getAddress, parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { closeDesk } from "./pages/desk-window.ts";
import { answered, EVM_PATH, LedgerScreen, predictedPages, Signing } from "./pages/ledger.ts";
import { PASSWORD, SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { textPattern } from "./pages/text-pattern.ts";

/**
 * Clear signing on a Ledger in the background. The token is listed on its chain, blind signing is off, and
 * the vault is locked, because this approval doesn't need it.
 */

/** Ledger has a description of this token on Ethereum. Its decimals must match the token at this address. */
const LINK = { address: "0x514910771AF9Ca656af840dff83E8264EcF986CA", symbol: "LINK" } as const;
/** The account at EVM_PATH for the emulated device's seed. */
const OWNER = getAddress("0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D");

const here = staged({
	anvil: { chainId: 1, as: LINK },
	world: { paceMs: 40 },
	ledgers: [{ person: { decide: "wait", afterMs: 0 } }],
});

const linkBalance = () =>
	here().world.chain.publicClient.readContract({
		address: LINK.address,
		abi: tokenAbi,
		functionName: "balanceOf",
		args: [OWNER],
	});

test("a Ledger account is added next to a vault, which is then locked", async () => {
	const stage = here();
	const screen = new LedgerScreen(stage.trusted);
	await stage.desk.go("Home");
	await stage.desk.button("Ledger accounts").click();
	await screen.drawn();
	await screen.find("Ethereum");
	await screen.add(EVM_PATH);
	stage.person = OWNER;
	await stage.fund();
	await stage.desk.button(/Press to lock now/).click();
	await expect(stage.desk.button("Unlock")).toBeVisible();
});

test("with the desk closed, the vault locked and the Ledger unplugged, a token transfer is notified, predicted in clear, and confirmed on the device", async () => {
	const stage = here();
	const { ledger: device, app } = stage;
	const before = await linkBalance();
	device.unplug();
	await closeDesk(app);
	const seen = (await app.notifications()).length;
	await stage.sayElsewhere(`send 12.5 DEMO to ${SOMEBODY}`);
	const notification = await stage.requestNotified(seen);
	await app.clickNotification(notification.index);
	const trusted = await stage.reopenTrusted();
	const signing = new Signing(trusted);
	const { verdict } = await trusted.reviewing(/^Send 12\.5 LINK to /);
	expect(verdict).toBe("matched");
	const predicted = await predictedPages(trusted);
	expect(predicted.join(" ")).toMatch(/12\.5.*LINK|LINK.*12\.5/);
	expect(predicted.join(" ")).toContain(SOMEBODY);
	// The key isn't stored on this computer, so no password is required.
	await expect(trusted.page.getByLabel("Password")).toHaveCount(0);
	await trusted.approve();
	await signing.says(textPattern("device.plug-in-account", { path: EVM_PATH }));
	device.plug();
	await device.untilQuestion(10_000);
	expect(await answered(device, "approve")).toEqual(predicted);
	await stage.notified(/^Confirmed: /, seen);
	expect(before - (await linkBalance())).toBe(parseEther("12.5"));
	expect(device.signed()).toHaveLength(1);
});

test("an allowance is also predicted in clear, and a rejection on the device signs nothing", async () => {
	const stage = here();
	const { ledger: device, app } = stage;
	const seen = (await app.notifications()).length;
	await stage.sayElsewhereSeen("approve 100 DEMO for the router");
	const notification = await stage.requestNotified(seen);
	await app.clickNotification(notification.index);
	const { trusted } = stage;
	await trusted.reviewing(/spend up to 100 LINK$/);
	const predicted = await predictedPages(trusted);
	expect(predicted.join(" ")).toMatch(/100.*LINK|LINK.*100/);
	await trusted.approve();
	await device.untilQuestion(10_000);
	const shown = await answered(device, "reject");
	expect(predicted.slice(0, shown.length)).toEqual(shown);
	const { commit_id } = await stage.lastCommit();
	await expect.poll(() => trusted.page.locator('[data-progress="title"]').count()).toBeGreaterThan(0);
	expect(await stage.signatures(commit_id)).toEqual([]);
	expect(device.signed()).toHaveLength(1);
});

test("after a kill during the device's prompt, no second prompt is sent, and a new approval is signed once", async () => {
	const stage = here();
	const { ledger: device } = stage;
	const seen = (await stage.app.notifications()).length;
	await stage.sayElsewhereSeen(`send 2 DEMO to ${SOMEBODY}`);
	const notification = await stage.requestNotified(seen);
	await stage.app.clickNotification(notification.index);
	await stage.trusted.reviewing(/^Send 2 LINK to /);
	const [before, signed] = [await linkBalance(), device.signed().length];
	await stage.trusted.approve();
	await device.untilQuestion(10_000);
	await stage.app.kill("SIGKILL");
	await stage.relaunch();

	await stage.desk.go("Inbox");
	await stage.desk.openEntry(/Send 2 LINK/);
	const trusted = await stage.reopenTrusted();
	const signing = new Signing(trusted);
	await trusted.reviewing(/^Send 2 LINK to /);
	// The vault's key authenticates the rules, so the vault must be unlocked once after each start.
	await trusted.unlock(PASSWORD);
	await trusted.approve();
	await signing.says(textPattern("device.still-asking"));
	expect(device.reject()).toBe(true);
	await signing.clear();
	await answered(device, "approve");
	await trusted.step("Confirmed");
	expect(before - (await linkBalance())).toBe(parseEther("2"));
	expect(device.signed()).toHaveLength(signed + 1);
	expect(device.crashes).toBe(0);
});

test("a request that expires during the device's prompt has ended, and a later answer of the device is ignored", async () => {
	const stage = here();
	const { ledger: device, app } = stage;
	const seen = (await app.notifications()).length;
	await stage.sayElsewhereSeen(`send 3 DEMO to ${SOMEBODY}, expiring in 50 s`);
	const notification = await stage.requestNotified(seen);
	await app.clickNotification(notification.index);
	const { trusted } = stage;
	await trusted.reviewing(/^Send 3 LINK to /);
	const before = await linkBalance();
	await trusted.approve();
	await device.untilQuestion(10_000);
	const over = trusted.page.getByRole("main").getByText(t("signer.given-up.time"));
	await over.first().waitFor({ timeout: 60_000 });
	expect(device.approve()).toBe(true);
	const { commit_id } = await stage.lastCommit();
	expect(await stage.signatures(commit_id)).toEqual([]);
	expect(await linkBalance()).toBe(before);
});
