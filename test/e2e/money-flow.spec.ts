import { expect, test } from "@playwright/test";
import { t } from "../../src/text/index.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Payments to several receivers, from the review to the receipt. */

const here = staged();

const OTHER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";

test("payments to several are totalled by receiver, drawn as a map, and totalled again by the receipt", async () => {
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

	// The arrows choose a view, and then a line of the map.
	await flow.getByRole("radio", { name: /^Receivers/ }).focus();
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
