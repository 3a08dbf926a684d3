import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { Keypair } from "@solana/web3.js";
import type { Page } from "playwright";
import type { DeskBridge, DeskView } from "../../src/ipc/windows.ts";
import { t } from "../../src/text/index.ts";
import { screenFaults } from "./pages/access.ts";
import { PASSWORD, SOMEBODY, Stage } from "./pages/stage.ts";
import { until } from "./pages/until.ts";

/**
 * From the first launch to the first request that can be approved: counts the user's clicks and input, and
 * checks the remaining steps.
 */

test.describe.configure({ mode: "serial" });

let stage: Stage | null = null;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a hook's needs from this pattern
test.afterEach(async ({}, info) => {
	if (stage !== null && info.status !== info.expectedStatus)
		for (const window of ["trusted", "desk"] as const) {
			const body = await stage[window].page.screenshot({ timeout: 2000 }).catch(() => null);
			if (body !== null) await info.attach(`${window}.png`, { body, contentType: "image/png" });
		}
	await stage?.close();
	stage = null;
});

interface Press {
	readonly heading: string;
	readonly button: string;
}

/** Makes the page record each real press and the current screen. */
async function recordPresses(page: Page): Promise<void> {
	await page.evaluate(() => {
		const recorded: Press[] = [];
		Reflect.set(window, "recordedPresses", recorded);
		document.addEventListener(
			"click",
			(event) => {
				if (!event.isTrusted || !(event.target instanceof Element)) return;
				recorded.push({
					heading: document.querySelector("h1")?.textContent ?? "",
					button: event.target.closest("button, a, input, label")?.textContent ?? "",
				});
			},
			true,
		);
	});
}

const pressesOf = (page: Page): Promise<readonly Press[]> =>
	page.evaluate(() => Reflect.get(window, "recordedPresses") as readonly Press[]);

/** Screens for writing down the recovery phrase. They can't be skipped, so they aren't counted. */
const BACKUP = /^(Write these words down|Type the words from your paper)/;

/** Returns the last view pushed to the desk window, without clicking anything. */
const deskView = (page: Page): Promise<DeskView> =>
	page.evaluate(
		() =>
			new Promise<DeskView>((resolve) => {
				const bridge: Pick<DeskBridge, "onPush"> = Reflect.get(window, "countersign");
				bridge.onPush((push) => {
					if (push.kind === "desk") resolve(push.view);
				});
			}),
	);

test("the first request can be approved after at most 8 clicks, and without typing an address", async () => {
	stage = await Stage.open({
		signedOut: true,
		async beforeLaunch(world) {
			// A single sign-in covers all of the app's resources, and the token contains the user's name.
			await world.service.control.authTwists({ joint: true, email: "mira@nordlicht.example" });
			return { COUNTERSIGN_BASE_URL: world.service.url };
		},
	});
	const { trusted, desk, world, app } = stage;
	const { keyboard } = trusted.page;
	const typed: string[] = [];
	const type = async (text: string) => {
		typed.push(text);
		await keyboard.type(text);
	};
	await recordPresses(trusted.page);
	await recordPresses(desk.page);

	await trusted.at("Sign in to your agents’ service");
	await trusted.button("Sign in with your browser").click();
	const page = `${world.service.url}/oauth/device`;
	const link = await until("the service’s page to be opened", async () =>
		(await app.openedExternal()).find((url) => url.startsWith(page)),
	);
	const userCode = new URL(link).searchParams.get("user_code") ?? "";
	expect(await world.service.control.approveDevice({ userCode, person: "mira" })).toEqual({ done: true });
	const onServicePage = 1;

	await trusted.at("Signed in");
	await expect(trusted.page.getByRole("main")).toContainText("mira@nordlicht.example");
	await trusted.button("Continue").click();

	await trusted.at("Your keys, on this computer");
	await trusted.button(/^Create a recovery phrase/).click();
	await expect(trusted.page.getByLabel("Password", { exact: true })).toBeFocused();
	await type(PASSWORD);
	await keyboard.press("Tab");
	await keyboard.press("Tab");
	await type(PASSWORD);
	await trusted.button("Show the words").click();
	await trusted.at(/^Write these words down/);
	const shown = await trusted.page.getByRole("main").getByRole("listitem").allTextContents();
	await trusted.confirmPhrase(shown.map((text) => text.replace(/^\d+/, "").trim()));

	await trusted.at("Choose your networks");
	await expect(trusted.page.getByRole("main")).toContainText("1 ready");
	await trusted.button("Continue").click();
	await trusted.at("Get notified about requests");
	await trusted.button("Open the inbox").click();
	await expect(desk.page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();

	const { accounts } = await deskView(desk.page);
	stage.person = (accounts.find(({ family }) => family === "evm")?.address.address ?? "0x") as `0x${string}`;
	await stage.fund();
	await stage.sayElsewhere(`send 0.01 ETH to ${SOMEBODY}`);
	const { index } = await stage.requestNotified();
	await app.clickNotification(index);
	const onNotification = 1;
	await trusted.reviewing(/^Send 0.01 ETH to /);
	await trusted.hold.enabled();

	// Excludes the presses that this test makes to read the proof.
	const presses = [...(await pressesOf(trusted.page)), ...(await pressesOf(desk.page))].filter(
		({ heading }) => !BACKUP.test(heading) && !heading.startsWith("Send 0.01 ETH"),
	);
	expect(presses.map(({ button }) => button)).toEqual([
		"Sign in with your browser",
		"Continue",
		expect.stringMatching(/^Create a recovery phrase/),
		"Show the words",
		"Continue",
		"Open the inbox",
	]);
	expect(presses.length + onServicePage + onNotification).toBeLessThanOrEqual(8);
	for (const text of typed) expect(text).not.toMatch(/0x|https?:|[\w-]+\.[\w-]+/);

	await trusted.approve();
	await trusted.step("Confirmed");
	const { calls } = await world.service.control.authCalls();
	const codes = calls.filter(({ route, error }) => route === "device_authorization" && error === null);
	expect(codes).toHaveLength(1);
	const view = await deskView(desk.page);
	expect(view.identity.grants.map(({ state }) => state)).toEqual(["granted", "granted", "granted"]);
	expect(view.identity.name).toBe("mira@nordlicht.example");
});

test("the practice request requires a real hold, and signs, sends and stores nothing", async () => {
	stage = await Stage.open();
	const { trusted, desk, app, world } = stage;
	await trusted.at("Your keys, on this computer");
	const words = await trusted.createPhrase(PASSWORD);
	await trusted.confirmPhrase(words);
	await trusted.at("Choose your networks");
	await trusted.button("Skip").click();
	await trusted.button("Open a practice request").click();
	await trusted.at("Send 0.05 ETH to Coffee house");
	await expect(trusted.region("Practice")).toContainText(t("trusted.practice.nothing-real"));
	expect((await app.notifications()).map(({ title }) => title)).toEqual([
		"Practice request: nothing is signed",
	]);
	expect(await screenFaults(app, trusted.page, "trusted", "practice")).toEqual([]);
	const before = await world.service.control.records();
	const block = await world.chain.publicClient.getBlockNumber();

	await trusted.hold.enabled();
	await trusted.hold.focusByKeyboard();
	// A press that is released too early has no effect.
	await trusted.page.keyboard.down("Space");
	await trusted.page.keyboard.up("Space");
	await trusted.at("Send 0.05 ETH to Coffee house");
	await trusted.hold.down("space");
	await trusted.at("Get notified about requests");
	await trusted.hold.up("space");
	await expect(trusted.alerts.first()).toContainText(t("trusted.practice.approved"));

	await trusted.button("Practice again").click();
	await trusted.button("Reject").click();
	await expect(trusted.alerts.first()).toContainText(t("trusted.practice.rejected"));
	await trusted.button("Open the inbox").click();

	await expect.poll(async () => (await deskView(desk.page)).setup).toBeNull();
	// A section that isn't displayed may still contain items, so each one is checked.
	expect(await deskView(desk.page)).toMatchObject({ inbox: [], rejections: [] });
	await desk.go("Activity");
	expect(await deskView(desk.page)).toMatchObject({ activity: [] });
	const after = await world.service.control.records();
	expect({ signed: after.signatures, resolved: after.resolutions }).toEqual({
		signed: before.signatures,
		resolved: before.resolutions,
	});
	expect(await world.chain.publicClient.getBlockNumber()).toBe(block);
});

test("keys are imported from another wallet's key file, and an invalid file is reported", async () => {
	stage = await Stage.open();
	const { trusted, app, desk } = stage;
	const keypair = Keypair.generate();
	const good = test.info().outputPath("id.json");
	const bad = test.info().outputPath("notes.json");
	await writeFile(good, JSON.stringify([...keypair.secretKey]));
	await writeFile(bad, "[1, 2, 3]");

	await trusted.at("Your keys, on this computer");
	await trusted.button(/^Import a key file/).click();
	const choose = trusted.button("Choose the file and import…");
	const choosePassword = async (password: string) => {
		for (const label of ["New password", "New password again"])
			await trusted.page.getByLabel(label, { exact: true }).fill(password);
	};
	await choosePassword("password1234");
	await expect(choose).toBeDisabled();
	await choosePassword(PASSWORD);
	await app.answerDialog({ canceled: false, filePaths: [bad] });
	await choose.click();
	await expect(trusted.alerts.first()).toBeVisible();
	// If the user cancels the dialog, the input stays.
	const asked = (await app.dialogs()).length;
	await choose.click();
	await expect.poll(async () => (await app.dialogs()).length).toBe(asked + 1);
	await expect(trusted.alerts).toHaveCount(0);
	await app.answerDialog({ canceled: false, filePaths: [good] });
	await choose.click();
	await trusted.at("Choose your networks");
	const { accounts } = await deskView(desk.page);
	expect(accounts.map(({ address }) => address.address)).toEqual([keypair.publicKey.toBase58()]);
});

test("an interrupted setup is resumed with its choices, and all earlier steps can be reached", async () => {
	stage = await Stage.open();
	const { trusted } = stage;
	await trusted.at("Your keys, on this computer");
	await trusted.confirmPhrase(await trusted.createPhrase(PASSWORD));
	await trusted.at("Choose your networks");
	await stage.relaunch();
	const again = await stage.reopenTrusted();
	await again.at("Choose your networks");
	const steps = again.page.getByRole("navigation", { name: "Setup" });
	await expect(steps.getByRole("button", { name: /Keys or Ledger/ })).toContainText("2 accounts");
	await steps.getByRole("button", { name: /Keys or Ledger/ }).click();
	await again.at("Your keys, on this computer");
	await expect(again.page.getByRole("main")).toContainText("2 accounts can sign here.");
	await again.button("Back").click();
	await again.at("Signed in");

	// When this window closes, the desk returns to its last position.
	await again.page.evaluate(() => {
		const bridge: { call(name: string, input: unknown): Promise<unknown> } = Reflect.get(
			window,
			"countersign",
		);
		return bridge.call("close", {});
	});
	const { desk } = stage;
	await expect(desk.page.getByRole("region", { name: "Setup" })).toContainText("Setup isn’t finished");
	await desk.button("Continue setup").click();
	await again.at("Signed in");
	await again.button("Continue").click();
	await again.at("Your keys, on this computer");
	await again.button("Continue").click();
	await again.finishSetup();
	await desk.page.getByRole("region", { name: "Setup" }).waitFor({ state: "detached" });
});
