import type { Locator, Page } from "playwright";

/** The Approve button, pressed with real input at its position. */
export class HoldButton {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Matches the button with any label. */
	get button(): Locator {
		return this.#page.getByRole("button", {
			name: /^(Read it first…|Type the word above|Approving…|Hold to approve|Keep holding…)$/,
		});
	}

	/**
	 * Presses the button while it is disabled because the review hasn't been read, which scrolls to the
	 * unread part. `force` is needed, because Playwright would otherwise wait for the button to be enabled.
	 * If the user scrolled past, that never happens.
	 */
	async toUnread(): Promise<void> {
		if ((await this.button.getAttribute("data-blocker")) === "unread")
			await this.button.click({ force: true });
	}

	async enabled(): Promise<void> {
		await this.#page.getByRole("button", { name: /^Hold to approve$/ }).waitFor();
	}

	/** Matches once the label shows what is needed: a hold or the word. */
	settled(): Locator {
		return this.#page.getByRole("button", {
			name: /^(Hold to approve|Type the word above)$/,
		});
	}

	async isEnabled(): Promise<boolean> {
		return (await this.button.getAttribute("aria-disabled")) === "false";
	}

	async down(by: "mouse" | "space"): Promise<void> {
		if (by === "space") {
			await this.focusByKeyboard();
			await this.#page.keyboard.down("Space");
			return;
		}
		const box = await this.button.boundingBox();
		if (box === null) throw new Error("the Approve button is not on screen");
		await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
		await this.#page.mouse.down();
	}

	async up(by: "mouse" | "space"): Promise<void> {
		if (by === "space") await this.#page.keyboard.up("Space");
		else await this.#page.mouse.up();
	}

	/** Moves the focus to the button with Tab, from any position. */
	async focusByKeyboard(): Promise<void> {
		const focused = () => this.button.evaluate((element) => element === document.activeElement);
		for (let presses = 0; presses < 120; presses += 1) {
			if (await focused()) return;
			await this.#page.keyboard.press("Tab");
		}
		throw new Error("120 presses of Tab did not reach the Approve button");
	}
}
