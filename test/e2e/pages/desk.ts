import type { Locator, Page } from "playwright";
import type { RejectionView } from "../../../src/ipc/inbox.ts";

export type Place = "Home" | "Inbox" | "Agents" | "Sessions" | "Powers" | "Activity" | "Catalog" | "Settings";

/** The desk window, used as a user uses it. */
export class Desk {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	button(name: string | RegExp): Locator {
		return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
	}

	get places(): Locator {
		return this.page.getByRole("navigation", { name: "Places" });
	}

	/** The conversation that is open. */
	get log(): Locator {
		return this.page.getByRole("log", { name: "Session" });
	}

	get inbox(): Locator {
		return this.page.getByRole("region", { name: "Inbox" });
	}

	async go(place: Place): Promise<void> {
		await this.places.getByRole("button", { name: new RegExp(`^${place}`) }).click();
		const heading = place === "Inbox" ? /./ : place;
		await this.page.getByRole("main").getByRole("heading", { name: heading }).first().waitFor();
	}

	/** A part of the settings; their place is open. */
	async setting(part: string | RegExp): Promise<void> {
		const parts = this.page.getByRole("navigation", { name: "Settings" });
		await parts.getByRole("button", { name: part }).click();
		await parts.locator("[aria-current=page]").filter({ hasText: part }).waitFor();
	}

	/** How the app follows the service, in a word and a sentence. */
	async connection(): Promise<string> {
		return (await this.button(/Press to connect again/).textContent()) ?? "";
	}

	/** Says something in a new conversation. */
	async startConversation(text: string): Promise<void> {
		await this.go("Sessions");
		const list = this.button("All sessions");
		if (await list.isVisible()) await list.click();
		await this.button("New").click();
		await this.page.getByRole("heading", { name: "Start a session" }).waitFor();
		await this.send(text);
		await this.log.waitFor();
	}

	/** Writes into the composer, all at once as pasted, and sends by Enter: key by key it is done in access.spec.ts. */
	async send(text: string): Promise<void> {
		const box = this.page.getByLabel("Message the agent");
		await box.click();
		await this.page.keyboard.insertText(text);
		await this.page.keyboard.press("Enter");
	}

	/** Waits until the conversation that is open says this. */
	async says(text: string | RegExp): Promise<void> {
		await this.log.getByText(text).last().waitFor();
	}

	/** Waits until the turn of the open conversation is in this state, as its head says. */
	async turnIs(text: "complete" | "awaiting your answer" | "working" | "interrupted"): Promise<void> {
		await this.page
			.getByRole("region", { name: "Session", exact: true })
			.getByText(new RegExp(`· ${text}$`))
			.waitFor();
	}

	/** An inbox entry by words of its headline. */
	entry(headline: string | RegExp): Locator {
		return this.rows.filter({ hasText: headline });
	}

	/** Every row that is drawn. */
	get rows(): Locator {
		return this.inbox.getByRole("listitem").filter({ has: this.page.locator("[data-entry]") });
	}

	/** Rows that wait for the user and can be selected. */
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

	/** Opens an entry's review from the inbox. */
	async openEntry(headline: string | RegExp): Promise<void> {
		await this.entry(headline).getByRole("button").first().click();
	}

	/** Returns the number of waiting entries, from the badge next to Inbox. */
	async waiting(): Promise<number> {
		const badge = this.places.getByText(/^\d+ requests? needs? you$/);
		// Read at once: it may be gone a moment later.
		const [count = "0"] = await badge.allTextContents();
		return Number.parseInt(count, 10);
	}

	/**
	 * Returns the whole text of the conversation, from its top to its end, although only visible rows are
	 * drawn.
	 */
	async conversation(): Promise<string> {
		return (await this.log.textContent()) ?? "";
	}
}
