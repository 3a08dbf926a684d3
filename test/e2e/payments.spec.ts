import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { screenFaults } from "./pages/access.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Payments to several recipients, exchanges and findings in a review, and a manual payment, in one app. */

const here = staged();

const OTHER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";

test("payments to several recipients show totals and a map, and the receipt shows totals too", async () => {
	const stage = here();
	const { trusted } = stage;
	const { page } = trusted;
	await stage.review(
		`execute: send 0.1 ETH to ${SOMEBODY}, then send 0.2 ETH to ${OTHER}, then send 0.3 ETH to ${SOMEBODY}`,
		/^Send 0.6 ETH in 3 payments to 2 unknown addresses/,
	);
	const flow = page.getByRole("region", { name: t("flow.title") });
	const outliers = flow.locator('[data-glance="outlier"]');
	await expect(outliers).toHaveCount(2);
	for (const address of [SOMEBODY, OTHER])
		await expect(
			outliers.filter({ has: page.locator('[data-glance="address"]', { hasText: address }) }),
		).toHaveCount(1);
	await expect(outliers.first()).toContainText("0.4 ETH");
	await expect(flow.locator('[data-glance="total"]')).toContainText("0.6 ETH");

	// The arrow keys choose a view first, and then a line in the map.
	await flow.getByRole("radio", { name: /^Recipients/ }).focus();
	await page.keyboard.press("ArrowRight");
	await expect(flow.getByRole("listitem")).toHaveCount(3);
	await page.keyboard.press("ArrowRight");
	const lines = flow.getByLabel(t("flow.map.lines")).getByRole("radio");
	await expect(lines).toHaveCount(2);
	await lines.first().focus();
	await page.keyboard.press("ArrowRight");
	await expect(lines.nth(1)).toBeChecked();

	await trusted.approve();
	await trusted.step("Confirmed");
	const receivers = page.locator('[data-progress="receiver"]');
	await expect(receivers).toHaveCount(2);
});

test("an order shows what is paid, and the minimum that is received", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("order 25 DEMO", /./);
	const card = trusted.region(t("exchange.order"));
	await expect(card).toContainText(t("exchange.you-give"));
	await expect(card).toContainText("25 DEMO");
	await expect(card).toContainText(t("exchange.worst"));
	await expect(card).toContainText(t("exchange.moves-nothing"));
	await trusted.reject("no order today");
});

test("a finding shows its reason, what to do, and the rule", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("order 25 DEMO", /./);
	await trusted.button(/^(Why\?|and \d+ more)$/).click();
	const band = trusted.page.locator("#verdict");
	await expect(band).toContainText(t("why.can"));
	await expect(band).toContainText(t("why.do"));
	await expect(band).toContainText("How requests are judged");
	await trusted.reject("no order today");
});

test("a daily limit can be set from a review without a password, and refuses larger amounts", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review(`send 5 DEMO to ${SOMEBODY}`, /^Send 5 DEMO/);
	const offer = trusted.region(t("day-limit.region"));
	await expect(offer).toContainText("Never more than 5 DEMO a day");
	await offer.getByRole("button", { name: t("day-limit.add") }).click();
	await expect(offer).toContainText(t("day-limit.added"));
	await trusted.approve();
	await trusted.step("Confirmed");
	await stage.review(`send 1 DEMO to ${SOMEBODY}`, /^Send 1 DEMO/);
	await expect.poll(() => trusted.refusal()).toContain("The limit is 5 DEMO.");
	await trusted.reject("too much");
});

test.describe("a manual payment", () => {
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
		// Pasting the address requires no mouse click.
		await form.keyboard.insertText(SOMEBODY);
		await form.getByRole("radio", { name: /ETH/ }).first().waitFor();
		const amount = form.getByLabel(t("ui.amount-in", { symbol: "ETH" }));
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

	test("is reviewed again after each change, and signed as last shown", async () => {
		const stage = here();
		const { trusted } = stage;
		const theirs = await stage.balance(SOMEBODY);
		const first = await trusted.facts();
		await trusted.page.getByRole("radio", { name: new RegExp(`^${t("trusted.edit.fee.fast")}`) }).click();
		await expect.poll(async () => (await trusted.facts()).fingerprint).not.toBe(first.fingerprint);
		const faster = await trusted.facts();
		await trusted.button(t("trusted.edit.amount.change")).click();
		await trusted.page.keyboard.type("0.125");
		// The field shows an amount other than the one that would be signed.
		const disabled = trusted.button(t("trusted.review.words.editing"));
		await expect(disabled).toHaveAttribute("aria-disabled", "true");
		await trusted.button(t("trusted.edit.use")).click();
		await expect(disabled).toHaveCount(0);
		const lower = await trusted.reviewing(/^Send 0.125 ETH to/);
		expect(lower.fingerprint).not.toBe(faster.fingerprint);
		expect(lower.verdict).toBe("matched");
		await trusted.approve();
		await trusted.step("Confirmed");
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.125"));
	});

	test("shows the fields for a custom fee in place", async () => {
		const { desk, trusted } = here();
		await desk.go("Home");
		await desk.page
			.getByRole("button", { name: /^Send from / })
			.first()
			.click();
		await trusted.at(t("trusted.send"));
		await trusted.page.keyboard.insertText(SOMEBODY);
		await trusted.page.getByLabel(t("ui.amount-in", { symbol: "ETH" })).click();
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
});
