import { expect, test } from "@playwright/test";
import { mnemonicToAccount } from "viem/accounts";
import { AS_ETHEREUM, type GivenPowers, givePowers, LINK } from "../chains/powers.ts";
import { allowed, openRevocation } from "./pages/own.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Permissions that the user granted elsewhere. The app finds them in the logs of the user's own RPC, and
 * reviews revoke them.
 */

const here = staged({ anvil: AS_ETHEREUM });

let given: GivenPowers;

test.beforeAll(async () => {
	const stage = here();
	const account = mnemonicToAccount(stage.words.join(" "));
	given = await givePowers(stage.world.chain, LINK, account, SOMEBODY);
});

test("the page says that nothing is listed before the logs are read", async () => {
	const { desk } = here();
	await desk.go("Powers");
	const main = desk.page.getByRole("main");
	await expect(main).toContainText("No powers found");
	await expect(main).toContainText("Your RPC, logs not read");
});

test("permissions in the logs since a block are listed by holder, with the amounts at risk", async () => {
	const { desk } = here();
	await desk.button("Read the logs…").click();
	const dialog = desk.page.getByRole("dialog");
	await dialog.getByText("A block", { exact: true }).click();
	await dialog.getByLabel("Block number").fill("0");
	await dialog.getByRole("button", { name: "Start reading" }).click();
	await expect(dialog).toHaveCount(0);
	await expect(allowed(desk, "LINK for").first()).toBeVisible();
	const main = desk.page.getByRole("main");
	await expect(main.getByRole("heading", { level: 1 })).toContainText("at least $200,000.00");
	await expect(main).toContainText("Spend unlimited LINK");
	await expect(main).toContainText("Move your Gallery item");
	await expect(main).toContainText("Spend up to 100 LINK through Permit2");
	await expect(main).toContainText("Your RPC, logs since");
});

test("two selected permissions are revoked with one review each, and the exposure decreases", async () => {
	const { desk, trusted } = here();
	const rows = allowed(desk, "(LINK|Gallery) for");
	await expect(rows).toHaveCount(4);
	await rows.filter({ hasText: "Spend unlimited LINK" }).getByRole("checkbox").click();
	await rows.filter({ hasText: "Gallery" }).getByRole("checkbox").click();
	const bar = desk.page.getByRole("region", { name: "Selected powers" });
	await expect(bar).toContainText("2 selected");
	await expect(bar).toContainText("at least $200,000.00 → ≈ $500.00 exposed");
	await desk.page.keyboard.press("Escape");
	await expect(bar).toHaveCount(0);
	await rows.filter({ hasText: "Spend unlimited LINK" }).getByRole("checkbox").click();
	await rows.filter({ hasText: "Gallery" }).getByRole("checkbox").click();
	await desk.button(/^Revoke 2/).click();

	for (const asset of ["LINK", "Gallery"]) {
		await trusted.reviewing(new RegExp(`^Revoke .*${asset}`));
		await trusted.approve();
		await trusted.step("Confirmed");
		if (asset === "LINK") await trusted.page.keyboard.press("j");
	}
	await trusted.page.keyboard.press("j");
	await expect(trusted.page.getByText("Nothing else is waiting for your decision.")).toBeVisible();
	expect(await given.read()).toMatchObject({ allowance: 0n, operator: false });
	await expect(rows).toHaveCount(2);
	await expect(desk.page.getByRole("heading", { level: 1 })).toContainText("≈ $500.00");
});

test("Stop everything lists its effects, and opens the reviews of the remaining permissions", async () => {
	const { desk, trusted } = here();
	await desk.button("Stop everything…").click();
	const dialog = desk.page.getByRole("dialog");
	await expect(dialog).toContainText("2 revocations open for review, one after another.");
	await expect(dialog).toContainText("Nothing is signed until you approve each revocation.");
	await dialog.getByRole("button", { name: "Stop everything" }).click();
	await trusted.reviewing(/^Revoke /);
	expect((await given.read()).permit2).toBe(100n * 10n ** 18n);
});

test("a single permission's review is opened", async () => {
	const { desk, trusted } = here();
	await openRevocation(desk, allowed(desk, "LINK for").first());
	await trusted.reviewing(/^Revoke /);
});
