import type { Page } from "playwright";
import type { ServiceAccountView } from "../../src/ipc/billing.ts";
import { deskView } from "./samples/desk.ts";
import * as samples from "./samples/service-account.ts";
import { trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";

/** Prepaid credit and apps: what the desk shows, and what costs or loses something. */

const settings = (name: string, section: string, account: ServiceAccountView, act?: Scene["act"]) =>
	desk(`settings-${name}`, deskView({ serviceAccount: account }), async (page: Page) => {
		await page.getByRole("button", { name: "Settings", exact: true }).click();
		await page.getByRole("navigation", { name: "Settings" }).getByRole("button", { name: section }).click();
		await act?.(page);
	});

const topUp = (name: string, change: Partial<ServiceAccountView> = {}, act?: Scene["act"]) =>
	trusted(
		`top-up-${name}`,
		trustedView({
			screen: "topUp",
			account: samples.serviceAccount({ credits: samples.credits(), ...change }),
		}),
		act,
	);

const amount = (usd: string) => async (page: Page) => page.getByLabel(/mount in USD/).fill(usd);

export const accountScenes: readonly Scene[] = [
	settings("credit", "Credit", samples.readAccount),
	settings("credit-below", "Credit", samples.readAccount, async (page) => to(page, "Bought and used")),
	settings(
		"credit-trouble",
		"Credit",
		samples.serviceAccount({
			credits: samples.credits({ debt: samples.credit(1_250_000n), balance: samples.credit(0n) }),
			creditsFault:
				"The service answered 402: the month’s share is used up and there is no credit left. Agents may stop until you top up. Your wallet is not touched.",
			topUp: samples.unclear,
		}),
	),
	settings(
		"credit-signed-out",
		"Credit",
		samples.serviceAccount({ offered: false, text: "Sign in to your account first." }),
	),
	settings("apps", "Apps", samples.readAccount),
	settings("apps-none", "Apps", samples.serviceAccount({ apps: [] }), async (page) =>
		page.getByLabel("App ID").fill("x"),
	),
	topUp("empty"),
	topUp("amount", {}, amount("12.50")),
	topUp("too-much", {}, amount("1000.01")),
	topUp("sending", { topUp: samples.topUp("sending", "Waiting for the service’s answer.") }),
	topUp("unclear", { topUp: samples.unclear }),
	topUp("payment", { topUp: samples.paymentNeeded }),
	topUp("done", { topUp: samples.toppedUp }),
	topUp("refused", { topUp: samples.refusedTopUp }),
	trusted("remove-app", trustedView({ screen: "removeApp", app: samples.app() })),
	trusted(
		"remove-app-named",
		trustedView({ screen: "removeApp", app: samples.app({ app: "pay\u202Eroll", secrets: null }) }),
		async (page) => page.getByLabel(/Type the app/).fill("pay\u202Eroll"),
	),
	trusted("remove-app-gone", trustedView({ screen: "removeApp", app: null })),
];
