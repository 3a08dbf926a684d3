import { expect, test } from "@playwright/test";
import { t } from "../../src/text/index.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Exchanges and findings in a review, and the rule that it offers. */

const here = staged();

test("an order shows what leaves, and what comes in at worst", async () => {
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

test("a finding says why, what to do, and by which rule", async () => {
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

test("a limit from a review needs no password, and refuses more than that a day", async () => {
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
	await expect.poll(() => trusted.refusal()).toContain("5 DEMO a day");
	await trusted.reject("too much");
});
