import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { screenFaults } from "./pages/access.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** A payment by hand: from Home to the chain, with its fee and amount changed in the review. */

const here = staged();

test("needs few presses from Home to its review, and is started by the user", async () => {
	const { app, desk, trusted } = here();
	await desk.go("Home");
	const send = desk.button(t("desk.home.send"));
	await send.waitFor();
	let presses = 0;
	await send.click();
	presses += 1;
	await trusted.at(t("trusted.send"));
	const form = trusted.page;
	await expect(form.getByLabel(t("trusted.send.recipient"), { exact: true })).toBeFocused();
	// Pasting the address needs no press of the mouse.
	await form.keyboard.insertText(SOMEBODY);
	await form.getByRole("radio", { name: /ETH/ }).first().waitFor();
	const amount = form.getByLabel(t("trusted.send.amount", { symbol: "ETH" }));
	await amount.click();
	presses += 1;
	await form.keyboard.insertText("0.25");
	const review = trusted.button(t("trusted.send.review"));
	await expect(review).toBeEnabled();
	expect(await screenFaults(app, form, "trusted", "send")).toEqual([]);
	await review.click();
	presses += 1;
	const facts = await trusted.reviewing(/^Send 0.25 ETH to/);
	expect(facts.verdict).toBe("matched");
	expect(presses).toBeLessThanOrEqual(5);
	await expect(form.getByText(t("title.own")).first()).toBeVisible();
});

test("is reviewed anew after each change, and signed as last shown", async () => {
	const { trusted, world } = here();
	const first = await trusted.facts();
	await trusted.page.getByRole("radio", { name: new RegExp(`^${t("trusted.edit.fee.fast")}`) }).click();
	await expect.poll(async () => (await trusted.facts()).fingerprint).not.toBe(first.fingerprint);
	const faster = await trusted.facts();
	await trusted.button(t("trusted.edit.amount.change")).click();
	await trusted.page.keyboard.type("0.125");
	// The field shows another amount than the one that would be signed.
	const asleep = trusted.button(t("trusted.review.words.editing"));
	await expect(asleep).toHaveAttribute("aria-disabled", "true");
	await trusted.button(t("trusted.edit.use")).click();
	await expect(asleep).toHaveCount(0);
	const lower = await trusted.reviewing(/^Send 0.125 ETH to/);
	expect(lower.fingerprint).not.toBe(faster.fingerprint);
	expect(lower.verdict).toBe("matched");
	await trusted.approve();
	await trusted.step("Confirmed");
	expect(await world.chain.publicClient.getBalance({ address: SOMEBODY })).toBe(parseEther("0.125"));
});

test("opens its fields for an own fee in place", async () => {
	const { desk, trusted } = here();
	await desk.go("Home");
	await desk.page
		.getByRole("button", { name: /^Send from / })
		.first()
		.click();
	await trusted.at(t("trusted.send"));
	await trusted.page.keyboard.insertText(SOMEBODY);
	await trusted.page.getByLabel(t("trusted.send.amount", { symbol: "ETH" })).click();
	await trusted.page.keyboard.insertText("0.01");
	await trusted.button(t("trusted.send.review")).click();
	const before = await trusted.reviewing(/^Send 0.01 ETH to/);
	await trusted.page.getByRole("radio", { name: t("trusted.edit.fee.own") }).click();
	const most = trusted.page.getByLabel(t("trusted.edit.fee.most"));
	await most.fill("0");
	await trusted.button(t("trusted.edit.use")).click();
	await expect(trusted.page.getByRole("alert").filter({ hasText: t("app.fee.unreadable") })).toBeVisible();
	await most.fill("9");
	await trusted.page.getByLabel(t("trusted.edit.fee.tip")).fill("1");
	await trusted.button(t("trusted.edit.use")).click();
	await expect.poll(async () => (await trusted.facts()).fingerprint).not.toBe(before.fingerprint);
	await trusted.approve();
	await trusted.step("Confirmed");
});
