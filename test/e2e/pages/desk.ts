import type { Locator, Page } from "playwright";
import type { RejectionView } from "../../../src/ipc/inbox.ts";

export type Section =
	| "Home"
	| "Inbox"
	| "Agents"
	| "Sessions"
	| "Powers"
	| "Activity"
	| "Catalog"
	| "Settings";

/** Operates the desk window as a user would. */
export class Desk {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	button(name: string | RegExp): Locator {
		return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
	}

	get navigation(): Locator {
		return this.page.getByRole("navigation", { name: "Places" });
	}

	get log(): Locator {
		return this.page.getByRole("log", { name: "Session" });
	}

	get inbox(): Locator {
		return this.page.getByRole("region", { name: "Inbox" });
	}

	async go(section: Section): Promise<void> {
		await this.navigation.getByRole("button", { name: new RegExp(`^${section}`) }).click();
		const heading = section === "Inbox" ? /./ : section;
		await this.page.getByRole("main").getByRole("heading", { name: heading }).first().waitFor();
	}

	/** Opens a section of the settings. The settings page must be open. */
	async setting(part: string | RegExp): Promise<void> {
		const parts = this.page.getByRole("navigation", { name: "Settings" });
		await parts.getByRole("button", { name: part }).click();
		await parts.locator("[aria-current=page]").filter({ hasText: part }).waitFor();
	}

	/** Returns the connection state as displayed: a word and a sentence. */
	async connection(): Promise<string> {
		return (await this.button(/Press to reconnect/).textContent()) ?? "";
	}

	/** Sends a message in a new conversation. */
	async startConversation(text: string): Promise<void> {
		await this.go("Sessions");
		const list = this.button("All sessions");
		if (await list.isVisible()) await list.click();
		await this.button("New").click();
		await this.page.getByRole("heading", { name: "Start a session" }).waitFor();
		await this.send(text);
		await this.log.waitFor();
	}

	/** Pastes a message and sends it with Enter. Typing key by key is tested in access.spec.ts. */
	async send(text: string): Promise<void> {
		const box = this.page.getByLabel("Message the agent");
		await box.click();
		await this.page.keyboard.insertText(text);
		await this.page.keyboard.press("Enter");
	}

	/** Waits until the open conversation contains this text. */
	async says(text: string | RegExp): Promise<void> {
		await this.log.getByText(text).last().waitFor();
	}

	/** Waits until the open conversation's turn is in this state, according to its header. */
	async turnIs(text: "complete" | "awaiting your answer" | "working" | "interrupted"): Promise<void> {
		await this.page
			.getByRole("region", { name: "Session", exact: true })
			.getByText(new RegExp(`· ${text}$`))
			.waitFor();
	}

	/** Returns an inbox entry by part of its headline. */
	entry(headline: string | RegExp): Locator {
		return this.rows.filter({ hasText: headline });
	}

	get rows(): Locator {
		return this.inbox.getByRole("listitem").filter({ has: this.page.locator("[data-entry]") });
	}

	/** Rows that are waiting for the user and can be selected. */
	get waitingRows(): Locator {
		return this.rows.filter({ has: this.page.getByRole("checkbox") });
	}

	async search(text: string): Promise<void> {
		await this.inbox.getByRole("searchbox").fill(text);
	}

	/** Returns the recent rejection in this state. */
	rejection(state: RejectionView["state"]): Locator {
		return this.inbox.locator(`[data-rejection="${state}"]`).first();
	}

	async openEntry(headline: string | RegExp): Promise<void> {
		await this.entry(headline).getByRole("button").first().click();
	}

	/** Returns the number of waiting entries, from the badge next to Inbox. */
	async waiting(): Promise<number> {
		const badge = this.navigation.getByText(/^\d+ requests? needs? you$/);
		// Reads the badge without waiting, because it may disappear.
		const [count = "0"] = await badge.allTextContents();
		return Number.parseInt(count, 10);
	}

	/** Returns the conversation's text from top to bottom, although only visible rows are rendered. */
	async conversation(): Promise<string> {
		return (await this.log.textContent()) ?? "";
	}
}
