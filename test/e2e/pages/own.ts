import type { Locator } from "playwright";
import type { Desk } from "./desk.ts";
import type { Trusted } from "./trusted.ts";

/** The user's own data: address book, rules and allowances, operated as a user would. */

/** The contacts in the trusted window. */
export const contacts = ({ page }: Trusted): Locator =>
	page.getByRole("list", { name: "Contacts", exact: true }).getByRole("listitem");

export async function openBook(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Home");
	await desk.button("Open address book").click();
	await trusted.at("Address book");
}

/** Adds a contact. The address book must be open. */
export async function addContact(trusted: Trusted, name: string, address: string): Promise<void> {
	await trusted.button("Add a contact").click();
	await trusted.fill("Address", address);
	await trusted.fill("Name", name);
	await trusted.button("Save").click();
	await contacts(trusted).filter({ hasText: name }).waitFor();
}

export async function openRules(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Settings");
	await desk.setting("Signing");
	await desk.button("Open…").click();
	await trusted.at("Your rules");
}

/** Adds a limit for a single transaction, in the first chain's coin. The rules must be open. */
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

/** Changes a rule's amount and waits until main says what this requires. The rules must be open. */
export async function changeLimit(trusted: Trusted, name: string, amount: string): Promise<void> {
	await trusted.button(`Edit “${name}”`).click();
	await trusted.page.getByLabel(/^Amount in /).fill("");
	await trusted.page.getByLabel(/^Amount in /).click();
	await trusted.page.keyboard.type(amount);
	await trusted.button("Save this rule").click();
	await trusted.at(/^(Your rules|This makes your rules less strict)$/);
}

/** Returns the permissions whose asset or holder matches. The page must be open. */
export const allowed = (desk: Desk, text: string): Locator =>
	desk.page.getByRole("listitem").filter({
		has: desk.page.getByRole("checkbox", { name: new RegExp(`^Select (?!all).*${text}`) }),
	});

/** Selects the permission and opens the review that revokes it. */
export async function openRevocation(desk: Desk, power: Locator): Promise<void> {
	await power.getByRole("checkbox").click();
	await desk.button(/^Revoke 1/).click();
}

/** The result of the user's own simulation in the open review. Its attribute contains the state. */
export const opinion = (trusted: Trusted): Locator => trusted.region("Proof").locator("[data-opinion]");
