import type { Locator } from "playwright";
import type { Desk } from "./desk.ts";
import type { Trusted } from "./trusted.ts";

/**
 * The user's account at the service: credit and apps, displayed in the desk and changed in the trusted
 * window.
 */

/** Opens the credit section of the settings and waits until it has loaded. */
export async function openCredit(desk: Desk): Promise<Locator> {
	await desk.go("Settings");
	await desk.setting("Credit");
	const main = desk.page.getByRole("main");
	await main.getByText("Bought but unused").waitFor();
	return main;
}

/** Returns the account's balance as displayed in the desk, such as "2.50 USD". */
export async function balance(desk: Desk): Promise<string> {
	const line = desk.page.getByText("Bought but unused").locator("..");
	return /[\d,.]+ USD/.exec((await line.textContent()) ?? "")?.[0] ?? "";
}

export async function openTopUp(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.button("Top up…").click();
	await trusted.at("Top up your credit");
}

/** Enters a new amount in the field. */
export async function amount(trusted: Trusted, usd: string): Promise<Locator> {
	const box = trusted.page.getByLabel(/amount in USD$/i);
	await box.fill("");
	await box.click();
	await trusted.page.keyboard.type(usd);
	return box;
}

/** An app's line in the settings. The section must be open. */
export const appLine = (desk: Desk, name: string): Locator =>
	desk.page
		.getByRole("main")
		.getByRole("region", { name: /^App \d+$/ })
		.filter({ hasText: name });
