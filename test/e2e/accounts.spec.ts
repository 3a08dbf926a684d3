import { expect, test } from "@playwright/test";
import { privateKeyToAddress } from "viem/accounts";
import { t } from "../../src/text/index.ts";
import { PASSWORD, SOMEBODY, type Stage } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/** Home, accounts and keys, tested through the real windows. */

const here = staged();

// The wallet's first page: holdings, waiting requests, spending, and a link for each account.
test.describe("Home", () => {
	test("shows the account's holdings, links to waiting requests, and reports spending", async () => {
		const stage = here();
		const { desk, trusted } = stage;
		await desk.go("Home");
		const main = desk.page.getByRole("main");
		const tokens = main.getByRole("list", { name: "Tokens" }).first();
		// The account received its coins only a moment ago.
		await desk.button("Refresh").click();
		await expect(tokens).toContainText("Ether");
		await expect(tokens).toContainText("10 ETH");
		await expect(main).toContainText("You’re all caught up.");
		await desk.startConversation(`send 0.25 ETH to ${SOMEBODY}`);
		await desk.go("Home");
		await main
			.getByRole("region", { name: "Waiting for you" })
			.getByRole("button", { name: "Review next" })
			.click();
		await trusted.reviewing(/^Send 0.25 ETH/);
		await trusted.approve();
		await trusted.step("Confirmed");
		await expect(tokens).toContainText(/9\.7\d* ETH/);
		await expect(main.getByRole("region", { name: "Agents this week" })).toContainText("1 signed");
	});

	test("shows a token from a request as a claim in a collapsed section", async () => {
		const stage = here();
		const { desk } = stage;
		await stage.review("approve 100 DEMO for the router", /DEMO/);
		await stage.trusted.approve();
		await stage.trusted.step("Confirmed");
		await desk.go("Home");
		const fold = desk.page.getByRole("button", { name: "1 unlisted token hidden" });
		await fold.click();
		await expect(desk.page.getByRole("main")).toContainText("“DEMO”");
		const risk = desk.page.getByRole("region", { name: "Powers others hold" });
		await risk.getByRole("button", { name: /^Revoke/ }).click();
		await stage.trusted.reviewing(/Revoke/);
	});

	test("can be opened and read with only the keyboard", async () => {
		const { desk } = here();
		const { keyboard } = desk.page;
		await keyboard.press("Escape");
		await keyboard.press("1");
		const main = desk.page.getByRole("main");
		await main.getByRole("heading", { name: "Home" }).waitFor();
		const add = main.getByRole("button", { name: "Add account" });
		for (let presses = 0; presses < 40; presses += 1) {
			if (await add.evaluate((button) => button === document.activeElement)) break;
			await keyboard.press("Tab");
		}
		await expect(add).toBeFocused();
	});
});

// How users manage their keys after setup, with real input in both windows.
test.describe("accounts and keys", () => {
	const NEXT = "seven quiet herons over the marsh";
	const AFTER = "a tin roof singing in the rain";
	/** Longer than the required press and hold. */
	const HELD_MS = 1_200;

	async function reveal({ trusted }: Stage): Promise<void> {
		await trusted.fill(t("ui.password"), PASSWORD);
		const box = await trusted.button(t("trusted.keys.hold-to-show")).boundingBox();
		if (box === null) throw new Error("nothing to hold is on screen");
		const { mouse } = trusted.page;
		await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
		await mouse.down();
		await trusted.page.waitForTimeout(HELD_MS);
		await mouse.up();
	}

	test("the recovery phrase is shown after a press and hold and the password, and hidden when the window loses focus", async () => {
		const stage = here();
		const { desk, trusted } = stage;
		await desk.go("Settings");
		await desk.setting("Signing");
		await desk.button(t("desk.settings.recovery-phrase.show")).click();
		await trusted.at(t("trusted.keys.show-phrase"));
		await reveal(stage);
		await trusted.at(t("trusted.keys.your-phrase"));
		const shown = trusted.page.getByRole("listitem");
		await expect(shown).toHaveText(stage.words.map((word) => new RegExp(`${word}$`)));
		await trusted.page.evaluate(() => window.dispatchEvent(new Event("blur")));
		await expect(shown).toHaveCount(0);
		await until(
			"the phrase to be nowhere in the window",
			async () => !(await trusted.page.content()).includes(stage.words.slice(0, 3).join(" ")),
		);
	});

	test("an account's page shows its whole address, and its key after a press and hold and the password", async () => {
		const stage = here();
		const { desk, trusted, person } = stage;
		await desk.go("Home");
		await desk
			.button(/^Manage /)
			.first()
			.click();
		await trusted.at(/./);
		await expect(trusted.region(t("trusted.keys.receive"))).toContainText(person.slice(-4));
		await trusted.button(t("ui.export")).click();
		await trusted.at(t("trusted.keys.export"));
		await reveal(stage);
		await trusted.at(t("trusted.keys.your-key"));
		const key = (await trusted.page.locator("[data-secret]").textContent()) ?? "";
		expect(privateKeyToAddress(key.trim() as `0x${string}`)).toBe(person);
		await trusted.button(t("trusted.keys.hide")).click();
		await expect(trusted.page.locator("[data-secret]")).toHaveCount(0);
	});

	test("a watched address shows its QR code, and is renamed, hidden, shown and removed without a password", async () => {
		const { desk, trusted } = here();
		const { page } = trusted;
		await desk.go("Home");
		await desk.button(t("desk.accounts.add-account")).click();
		await trusted.at(t("trusted.setup.add-an-account"));
		await trusted.fill(t("ui.address"), SOMEBODY);
		await trusted.fill(t("ui.name"), "Cold");
		await trusted.button(t("trusted.keys.watch.add")).click();
		await page.getByText(t("trusted.keys.watch.added")).waitFor();

		const manage = (name: string) => desk.button(new RegExp(`^Manage ${name}`, "u"));
		await manage("Cold").click();
		await trusted.at("Cold");
		const receive = trusted.region(t("trusted.keys.receive"));
		await expect(receive).toContainText(SOMEBODY.slice(-4));
		await expect(receive.getByRole("img", { name: t("trusted.keys.receive.qr") })).toBeVisible();
		await expect(trusted.region(t("ui.private-key"))).toHaveCount(0);

		await page.getByLabel(t("trusted.keys.name.box")).fill("Colder");
		await trusted.button(t("ui.save")).click();
		await trusted.at("Colder");
		await expect(manage("Colder")).toBeVisible();
		await trusted.button(t("ui.hide")).click();
		await trusted.region(t("trusted.keys.hidden")).waitFor();
		await expect(manage("Colder")).toHaveCount(0);
		await trusted.button(t("trusted.keys.show-account")).click();
		await expect(manage("Colder")).toBeVisible();
		await trusted.button(t("ui.remove.begin")).click();
		await trusted.button(t("ui.remove.account")).click();
		await expect(manage("Colder")).toHaveCount(0);
	});

	test("after a change of the password, only the new one unlocks the keys", async () => {
		const { desk, trusted } = here();
		await desk.go("Settings");
		await desk.setting("Signing");
		await desk.page
			.getByRole("region", { name: t("ui.password") })
			.getByRole("button", { name: t("ui.change") })
			.click();
		await trusted.at(t("trusted.keys.change-password"));
		await trusted.fill(t("trusted.keys.present-password"), PASSWORD);
		await trusted.fill("New password", NEXT);
		await trusted.fill("New password again", NEXT);
		await trusted.button(t("trusted.keys.change-it")).click();
		await trusted.page.getByText(t("trusted.keys.password-changed")).waitFor();
		await desk.button(/Press to lock now/).click();
		await desk.button("Unlock").click();
		await trusted.at("Unlock your keys");
		await trusted.unlock(PASSWORD);
		await expect(trusted.alerts.first()).toBeVisible();
		await trusted.page.getByLabel("Password", { exact: true }).fill("");
		await trusted.unlock(NEXT);
		await expect(desk.button(/Press to lock now/)).toBeVisible();
	});

	test("a forgotten password is replaced with the recovery phrase, a wrong word is reported, and a weak password is refused", async () => {
		const { desk, trusted, words, person } = here();
		const { page } = trusted;
		await desk.button(/Press to lock now/).click();
		await desk.button("Unlock").click();
		await trusted.at("Unlock your keys");
		await trusted.button(t("trusted.keys.forgot")).click();
		await trusted.at(t("trusted.keys.restore"));
		const restore = trusted.button(t("trusted.keys.restore-it"));
		const choose = async (phrase: string, password: string) => {
			await page.getByLabel("Recovery phrase", { exact: true }).fill(phrase);
			await page.getByLabel("New password", { exact: true }).fill(password);
			await page.getByLabel("New password again", { exact: true }).fill(password);
		};
		await choose(words.join(" "), "password1");
		await expect(restore).toBeDisabled();
		await choose([...words.slice(0, 11), "jnk"].join(" "), AFTER);
		await restore.click();
		await expect(trusted.alerts.first()).toContainText("jnk");
		await choose(words.join(" "), AFTER);
		await restore.click();
		await trusted.at(t("trusted.keys.restored"));
		await expect(trusted.page.getByRole("main")).toContainText(person.slice(-4));
		await expect(desk.button(/Press to lock now/)).toBeVisible();
	});
});
