import type { Locator } from "playwright";
import type { Desk } from "./desk.ts";
import type { Trusted } from "./trusted.ts";

/** User's own data: address book, rules, and allowances. Used as a user does. */

/** The contacts, as the trusted window lists them. */
export const contacts = ({ page }: Trusted): Locator =>
	page.getByRole("list", { name: "Contacts", exact: true }).getByRole("listitem");

/** From the desk to the address book. */
export async function openBook(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Home");
	await desk.button("Open address book").click();
	await trusted.at("Address book");
}

/** Names an address; the address book is open. */
export async function addContact(trusted: Trusted, name: string, address: string): Promise<void> {
	await trusted.button("Add a contact").click();
	await trusted.fill("Address", address);
	await trusted.fill("Name", name);
	await trusted.button("Save").click();
	await contacts(trusted).filter({ hasText: name }).waitFor();
}

/** From the desk to the rules. */
export async function openRules(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Settings");
	await desk.setting("Signing");
	await desk.button("Open…").click();
	await trusted.at("Your rules");
}

/** Sets a limit for one transaction, in the coin of the first chain; the rules are open. */
export async function limitOnce(trusted: Trusted, name: string, amount: string): Promise<void> {
	await trusted.button("Add a rule").click();
	await trusted.button(/^Limit per transaction/).click();
	await trusted.at("Limit per transaction");
	await trusted.page.getByLabel("Name", { exact: true }).fill("");
	await trusted.fill("Name", name);
	await trusted.page.getByLabel(/^Amount in /).click();
	await trusted.page.keyboard.type(amount);
	await trusted.button("Add this rule").click();
	await trusted.at("Your rules");
}

/** Changes a rule's amount; ends when main has named the requirement. The rules are open. */
export async function changeLimit(trusted: Trusted, name: string, amount: string): Promise<void> {
	await trusted.button(`Edit “${name}”`).click();
	await trusted.page.getByLabel(/^Amount in /).fill("");
	await trusted.page.getByLabel(/^Amount in /).click();
	await trusted.page.keyboard.type(amount);
	await trusted.button("Save this rule").click();
	await trusted.at(/^(Your rules|This makes your rules less strict)$/);
}

/** Returns the powers whose asset or holder matches; the page of powers is open. */
export const allowed = (desk: Desk, text: string): Locator =>
	desk.page.getByRole("listitem").filter({
		has: desk.page.getByRole("checkbox", { name: new RegExp(`^Select (?!all).*${text}`) }),
	});

/** Selects the power and opens the review of its revocation. */
export async function openRevocation(desk: Desk, power: Locator): Promise<void> {
	await power.getByRole("checkbox").click();
	await desk.button(/^Revoke 1/).click();
}

/** One-line result of the user's own simulation for the open review; its attribute has the state. */
export const opinion = (trusted: Trusted): Locator => trusted.region("Proof").locator("[data-opinion]");
