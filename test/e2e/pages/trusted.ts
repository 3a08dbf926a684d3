import type { Locator, Page } from "playwright";
import type { RejectionView } from "../../../src/ipc/inbox.ts";
import { t } from "../../../src/text/index.ts";
import { HoldButton } from "./hold.ts";
import { type Change, type Leg, readChange, readLeg, readSteps, type Step, type StepName } from "./rows.ts";

/** A review as the user reads it in the trusted window. */
export interface Facts {
	readonly headline: string;
	readonly verdict: "matched" | "refused" | "not proven";
	/** The proof's summary: how many fields match, or which ones differ. */
	readonly match: string;
	/** 64 hex digits, or `null` if there is nothing to sign. */
	readonly fingerprint: string | null;
	/** Gains and losses of the user's accounts. */
	readonly changes: readonly Change[];
}

export interface ReceiptLine {
	readonly what: string;
	readonly predicted: string;
	readonly happened: string;
	readonly same: boolean;
	/** Whether the fields differ. Also `false` if they can't be compared. */
	readonly differs: boolean;
}

/** Time to wait for a step before checking again whether the steps are collapsed. */
const COLLAPSE_CHECK_MS = 2_000;

/**
 * Operates the trusted window as a user would: with a real mouse and real keys, and only with what is on
 * screen.
 */
export class Trusted {
	readonly page: Page;
	readonly hold: HoldButton;

	constructor(page: Page) {
		this.page = page;
		this.hold = new HoldButton(page);
	}

	get heading(): Locator {
		return this.page.getByRole("heading", { level: 1 });
	}

	button(name: string | RegExp): Locator {
		return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
	}

	region(name: string): Locator {
		return this.page.getByRole("region", { name, exact: true });
	}

	get alerts(): Locator {
		return this.page.getByRole("alert");
	}

	/** Waits for the screen with this heading. */
	async at(heading: string | RegExp): Promise<void> {
		await this.page.getByRole("heading", { level: 1, name: heading }).waitFor();
	}

	/** Pastes text into a field. Typing key by key is tested in first-run.spec.ts. */
	async fill(label: string, text: string): Promise<void> {
		await this.page.getByLabel(label, { exact: true }).click();
		await this.page.keyboard.insertText(text);
	}

	/**
	 * Creates a recovery phrase with this password in the first run, and returns its words. Ends on the page
	 * that shows them.
	 */
	async createPhrase(password: string): Promise<readonly string[]> {
		await this.button(/^Create a recovery phrase/).click();
		await this.fill("Password", password);
		await this.fill("Password again", password);
		await this.button("Show the words").click();
		await this.at(/^Write these words down/);
		const shown = await this.page.getByRole("main").getByRole("listitem").allTextContents();
		const words = shown.map((text) => text.replace(/^\d+/, "").trim());
		if (words.length !== 12 || words.some((word) => !/^[a-z]+$/.test(word)))
			throw new Error(`the phrase is not twelve words but ${words.length}`);
		return words;
	}

	/** Imports the words from another wallet in the first run, with this password. */
	async importPhrase(words: readonly string[], password: string): Promise<void> {
		await this.button(/^Import a recovery phrase/).click();
		await this.fill("Recovery phrase", words.join(" "));
		await this.fill("Password", password);
		await this.fill("Password again", password);
		await this.button("Import").click();
	}

	/** Goes from the page with the words to the check, and passes it. */
	async confirmPhrase(words: readonly string[]): Promise<void> {
		await this.button("I wrote them down").click();
		await this.at(/^Type the words from your paper/);
		await this.answerCheck(words);
	}

	/** Types the words that the check asks for. */
	async answerCheck(words: readonly string[]): Promise<void> {
		for (const box of await this.page.getByLabel(/^Word \d+$/).all()) {
			const label = await box.evaluate((element) =>
				element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? "") : "",
			);
			await box.click();
			await this.page.keyboard.insertText(words[Number(label.replace("Word ", "")) - 1] ?? "");
		}
		await this.button("Check").click();
	}

	/** Completes the first run from the networks to the inbox, without changing the networks. */
	async finishSetup(): Promise<void> {
		await this.at("Choose your networks");
		await this.button("Skip").click();
		await this.at("Get notified about requests");
		await this.button("Open the inbox").click();
	}

	async unlock(password: string): Promise<void> {
		await this.fill("Password", password);
		await this.button("Unlock").click();
	}

	/** Waits for the review with this headline and its checks, and reads it. */
	async reviewing(headline: string | RegExp): Promise<Facts> {
		await this.at(headline);
		await this.region("Proof").waitFor();
		return this.facts();
	}

	/** Opens the proof and returns it. */
	async openProof(): Promise<Locator> {
		const proof = this.region("Proof");
		const line = proof.getByRole("button").first();
		if ((await line.getAttribute("aria-expanded")) !== "true") await line.click();
		return proof;
	}

	get band(): Locator {
		return this.page.locator("#verdict");
	}

	async facts(): Promise<Facts> {
		const proof = await this.openProof();
		const [line = ""] = await proof.getByRole("button").allTextContents();
		const [match = ""] = line.split(" · ");
		const refused = (await this.band.getAttribute("data-tone")) === "blocked" && !/ can’t be /.test(match);
		const proven = /(match the review|matches the review|passed|noted)$/.test(match);
		const text = (await proof.textContent()) ?? "";
		const rows = await this.region("Balance changes").getByRole("listitem").allTextContents();
		return {
			headline: (await this.heading.textContent()) ?? "",
			verdict:
				/(differs?|failed)\b/.test(match) || (refused && !proven)
					? "refused"
					: proven
						? "matched"
						: "not proven",
			match,
			fingerprint: /Fingerprint([0-9a-f]{64})/.exec(text)?.[1] ?? null,
			changes: rows.map(readChange),
		};
	}

	/** Opens the checks and returns the result of each field. */
	async checks(): Promise<readonly { readonly field: string; readonly status: string }[]> {
		const rows = await (await this.openProof()).getByRole("listitem").allTextContents();
		return rows.flatMap((row) => {
			const found = /^(.+?)\s*(matches|differs|can’t be checked|noted)/.exec(row);
			const [, field, status] = found ?? [];
			return field === undefined || status === undefined ? [] : [{ field, status }];
		});
	}

	/** Copies with the button of this name, like a user who wants the full text. */
	async copy(what: string): Promise<void> {
		await this.button(`Copy ${what}`).first().click();
		await this.button(`Copied ${what}`).first().waitFor();
	}

	/** Returns why the request can't be approved, from the band and the bottom bar. */
	async refusal(): Promise<string> {
		const texts = [this.band, this.region("Your decision")].map((each) => each.textContent());
		return (await Promise.all(texts)).join(" ");
	}

	/**
	 * Holds until the steps appear, and types the word first if one is required and hasn't been typed. Main
	 * measures a press only from when it is notified of it. On a busy machine, it may refuse the press as too
	 * short, and the test then holds again like a user would.
	 */
	async approve(by: "mouse" | "space" = "mouse"): Promise<void> {
		await this.hold.button.waitFor();
		const asked = this.page.getByLabel(/ To approve anyway, type /);
		if ((await asked.isVisible()) && (await asked.inputValue()) === "") await this.typeWord();
		await this.hold.toUnread();
		const first = await this.holdOnce(by);
		const refusal = first?.includes(t("approval.press-too-short")) === true ? await this.holdOnce(by) : first;
		if (refusal !== null) throw new Error(`approval refused: ${refusal}`);
	}

	/** Holds until main has answered. Returns the refusal, or `null` if the request was approved. */
	private async holdOnce(by: "mouse" | "space"): Promise<string | null> {
		const steps = this.region("Steps");
		const refused = this.region("Your decision").getByRole("alert");
		await this.hold.enabled();
		const isAgain = await refused.isVisible();
		await this.hold.down(by);
		// The previous refusal stays until main receives another approval.
		if (isAgain) await refused.waitFor({ state: "hidden" });
		await steps.or(refused).first().waitFor();
		await this.hold.up(by);
		return (await refused.isVisible()) ? await refused.textContent() : null;
	}

	/** Returns the word that a high risk requires, from the label. */
	async requiredWord(): Promise<string> {
		const label = await this.page
			.locator("label")
			.filter({ hasText: / To approve anyway, type / })
			.textContent();
		const word = / To approve anyway, type (.+?)(?:,|\.$)/.exec(label ?? "")?.[1];
		if (word === undefined) throw new Error(`no word is asked for: ${label}`);
		return word;
	}

	/** Types the required word in lower case, because case doesn't matter. */
	async typeWord(): Promise<void> {
		const word = await this.requiredWord();
		await this.page.getByLabel(/ To approve anyway, type /).click();
		await this.page.keyboard.type(word.toLowerCase());
	}

	/** Clicks Reject once. The rejection can be undone during the undo window. */
	async rejectByOneClick(): Promise<void> {
		await this.button("Reject").click();
		await this.rejection("undoable").waitFor();
	}

	/** Matches the displayed rejection in this state. */
	rejection(state: RejectionView["state"]): Locator {
		return this.page.locator(`[data-rejection="${state}"]`);
	}

	/** Rejects with a reason, and waits until the service has received it. */
	async reject(reason: string): Promise<void> {
		await this.rejectByOneClick();
		await this.page.getByLabel("Reason", { exact: true }).click();
		await this.page.keyboard.type(reason);
		await this.button(t("rejection.reason.give")).click();
		await this.rejection("arrived").waitFor();
	}

	private async openSteps(): Promise<void> {
		const fold = this.region("Steps").getByRole("button", { name: /^Timeline/ });
		await fold.waitFor();
		if ((await fold.getAttribute("aria-expanded")) !== "true") await fold.click();
	}

	async steps(): Promise<readonly Step[]> {
		await this.openSteps();
		return readSteps(await this.region("Steps").getByRole("listitem").allTextContents());
	}

	/** Returns an answer's transactions or payloads with their states. Empty if there is only one. */
	async legs(): Promise<readonly Leg[]> {
		return (await this.region("One by one").getByRole("listitem").allTextContents()).map(readLeg);
	}

	/** Waits until the answer has ended in this way: "Confirmed", "Answered", "Answered elsewhere" etc. */
	async ended(title: string): Promise<void> {
		await this.region("Steps").waitFor();
		await this.page.locator("[data-progress=title]").getByText(title, { exact: true }).first().waitFor();
	}

	/** Returns the names of the fields whose check failed. */
	async differing(): Promise<readonly string[]> {
		return (await this.checks()).filter(({ status }) => status === "differs").map(({ field }) => field);
	}

	/**
	 * Waits until this step is done. The steps are rendered again and collapsed when the request ends, so
	 * they are opened again.
	 */
	async step(name: StepName): Promise<void> {
		const done = this.region("Steps")
			.getByRole("listitem")
			.filter({ hasText: `${name}: done` });
		const isDone = async () => {
			await this.openSteps();
			return await done.waitFor({ timeout: COLLAPSE_CHECK_MS }).then(
				() => true,
				() => false,
			);
		};
		while (!(await isDone()));
	}

	async receipt(): Promise<readonly ReceiptLine[]> {
		const rows = this.region("Predicted and actual")
			.getByRole("row")
			.filter({ has: this.page.getByRole("cell") });
		const read = (await rows.all()).map(async (row): Promise<ReceiptLine> => {
			const [what = "", predicted = "", happened = ""] = await row.locator("th, td").allTextContents();
			const mark = await row.locator("[aria-label]").last().getAttribute("aria-label");
			const [same, differs] = [mark === "as predicted", mark === "not as predicted"];
			return { what, predicted, happened, same, differs };
		});
		return Promise.all(read);
	}

	/** Returns the transaction's hash and block once they are known. */
	async transaction(): Promise<{ readonly hash: string; readonly block: string | null }> {
		const text = (await this.region("Transaction").textContent()) ?? "";
		const hash = /0x[0-9a-f]{64}/.exec(text)?.[0];
		if (hash === undefined) throw new Error(`no transaction hash in “${text}”`);
		return { hash, block: /block ([\d,]+)0x/.exec(text)?.[1]?.replaceAll(",", "") ?? null };
	}
}
