import type { Locator, Page } from "playwright";
import { t } from "../../../src/text/index.ts";
import { Trusted } from "./trusted.ts";

/** *Review all* in the trusted window, operated only with real keys. */
export class Triage {
	readonly page: Page;
	readonly review: Trusted;
	/** Number of keys pressed since the last decision began. Typing a word counts as one. */
	presses = 0;

	constructor(page: Page) {
		this.page = page;
		this.review = new Trusted(page);
	}

	get head(): Locator {
		return this.page.getByRole("region", { name: t("ui.review-all") });
	}

	get card(): Locator {
		return this.page.locator("[data-triage-card]");
	}

	get finished(): Locator {
		return this.page.getByRole("heading", { level: 1, name: t("trusted.triage.done") });
	}

	marks(): Promise<readonly (string | null)[]> {
		return this.page
			.locator("[data-mark]")
			.evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-mark")));
	}

	/** Returns the position in the header, such as "7 of 36". */
	async position(): Promise<string> {
		const text = (await this.head.getByRole("status").textContent()) ?? "";
		return /^\d+ of \d+/.exec(text)?.[0] ?? text;
	}

	async headline(): Promise<string> {
		return (await this.review.heading.textContent()) ?? "";
	}

	/** Returns the focused element: a new card's headline or verdict, but never a button that decides. */
	focused(): Promise<string> {
		return this.page.evaluate(() => {
			const { activeElement } = document;
			return activeElement?.id === "verdict" ? "verdict" : (activeElement?.tagName ?? "nothing");
		});
	}

	async press(key: string): Promise<void> {
		this.presses += 1;
		await this.page.keyboard.press(key);
	}

	/** Holds Space until the next card appears. */
	async hold(): Promise<void> {
		const before = await this.position();
		this.presses += 1;
		await this.page.keyboard.down("Space");
		try {
			await this.after(before);
		} finally {
			await this.page.keyboard.up("Space");
		}
	}

	/** Approves with Space, and types the word first if one is required. */
	async approve(): Promise<void> {
		await this.review.hold.settled().waitFor();
		if ((await this.review.hold.button.getAttribute("data-blocker")) === "word") {
			const word = await this.review.requiredWord();
			await this.press("Space");
			this.presses += 1;
			await this.page.keyboard.type(word.toLowerCase());
			await this.review.hold.enabled();
		}
		await this.hold();
	}

	/** Waits until a card with another position appears. */
	async after(position: string): Promise<void> {
		await this.page.waitForFunction(
			([title, last]) =>
				!(document.querySelector(`section[aria-label="${title}"]`)?.textContent ?? "").startsWith(last ?? ""),
			[t("ui.review-all"), position] as const,
		);
	}
}
