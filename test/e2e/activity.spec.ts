import { expect, test } from "@playwright/test";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** What was never signed is found in Activity: a lie with its proof, a rejection with its reason, and the week's sums. */

const here = staged();

test("a lie and a rejection stand in Activity, can be filtered, and are counted in the week", async () => {
	const stage = here();
	const { desk, trusted } = stage;
	await stage.review(`lie about the target: send 0.1 ETH to ${SOMEBODY}`, /./);
	await expect.poll(() => trusted.refusal()).toContain("Nothing was signed");
	await trusted.reject("it lies");

	await desk.go("Activity");
	const main = desk.page.getByRole("main");
	const rows = main.getByRole("listitem");
	await expect(rows).toHaveCount(2);
	await desk.page.getByLabel("Filter by state", { exact: true }).selectOption({ label: "lie caught" });
	await expect(rows).toHaveCount(1);
	await rows.getByRole("button").first().click();
	await expect(rows).toContainText("What would be signed was not what the review told.");
	await expect(desk.button("Save proof…")).toBeVisible();

	await desk.page.getByLabel("Filter by text").fill("nothing like it");
	await expect(main).toContainText("No row fits these filters.");
	await desk.button("Clear filters").click();
	await desk.page.getByLabel("Filter by state", { exact: true }).selectOption({ label: "rejected by you" });
	await expect(rows).toHaveCount(1);
	await rows.getByRole("button").first().click();
	await expect(rows).toContainText("You rejected it, and the service was told. Nothing was signed.");
	await expect(rows).toContainText("it lies");
	await expect(desk.button("Save proof…")).toHaveCount(0);

	await desk.page.getByRole("radio", { name: "By week" }).click();
	const week = desk.page.getByRole("region", { name: /^Week of/ });
	await expect(week).toHaveCount(1);
	await expect(week).toContainText("1 lie caught");
	await expect(week).toContainText("1 rejected");
});
