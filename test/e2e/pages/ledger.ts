import type { Locator } from "playwright";
import { t } from "../../../src/text/index.ts";
import type { EmulatedLedger } from "../../mock-ledger/start.ts";
import type { Trusted } from "./trusted.ts";

/** Controls for Ledger devices in the trusted window, and the device itself. */

export type Family = "Ethereum" | "Solana";

export const EVM_PATH = "m/44'/60'/0'/0/0";
export const SVM_PATH = "m/44'/501'/0'";

const solid = (text: string) => text.replaceAll(/\s/g, "");

/** The home screen and the screens after a decision. They aren't part of a prompt. */
const ASIDE = /^(Ethereum \| app is ready|Application \| is ready|Quit app|Reject( (transaction|message))?)$/;
const NUMBERED = /^(.+) \((\d+)\/(\d+)\)$/;

/** Combines a device's screens into pages: parts of one page are joined, and whitespace is removed. */
export function pagesOf(screens: readonly (readonly string[])[]): readonly string[] {
	const pages: string[] = [];
	for (const lines of screens.filter((each) => !ASIDE.test(each.join(" | ")))) {
		const [head = "", ...rest] = lines;
		const [, label, part] = NUMBERED.exec(head) ?? [];
		const text = solid(rest.join(""));
		if (part !== undefined && part !== "1") pages.push(`${pages.pop() ?? ""}${text}`);
		else pages.push(solid(label ?? head) + text);
	}
	return pages;
}

/** Answers the current or next prompt on the device. Returns every screen shown until then. */
export async function screensUntil(
	device: EmulatedLedger,
	decision: "approve" | "reject",
): Promise<readonly (readonly string[])[]> {
	await device.untilQuestion(10_000);
	const from = device.screens().length - 1;
	device[decision]();
	return device.screens().slice(from);
}

/** Same as `screensUntil`, but returns pages. */
export const answered = async (device: EmulatedLedger, decision: "approve" | "reject") =>
	pagesOf(await screensUntil(device, decision));

/** Returns the pages that the user compares with the device, either in the review or during the prompt. */
export async function predictedPages(trusted: Trusted): Promise<readonly string[]> {
	const pages = trusted
		.region("On your Ledger")
		.getByRole("list", { name: t("trusted.device.screens-device-order") })
		.getByRole("listitem");
	// Removes the page number in the corner.
	return (await pages.allTextContents()).map((text, at) => solid(text.replace(new RegExp(`^${at + 1}`), "")));
}

/** The screen for finding, adding and verifying a Ledger's accounts. */
export class LedgerScreen {
	readonly #trusted: Trusted;

	constructor(trusted: Trusted) {
		this.#trusted = trusted;
	}

	async drawn(): Promise<void> {
		await this.#trusted.at("Ledger accounts");
	}

	/** The card that lists the devices. */
	get devices(): Locator {
		return this.#trusted.page.getByRole("region", { name: /^Your devices?$/ });
	}

	get finding(): Locator {
		return this.#trusted.region("Find accounts");
	}

	get accounts(): Locator {
		return this.#trusted.region("Accounts on your Ledger");
	}

	row(path: string): Locator {
		return this.finding.getByRole("listitem").filter({ hasText: `${path} ·` });
	}

	/** Searches for a family's accounts until the first one appears. */
	async find(family: Family): Promise<void> {
		await this.#trusted.button(`Find ${family} accounts`).click();
		await this.row(family === "Ethereum" ? EVM_PATH : SVM_PATH)
			.first()
			.waitFor();
	}

	async add(...paths: readonly string[]): Promise<void> {
		for (const path of paths) await this.row(path).first().getByRole("checkbox").click();
		await this.#trusted.button(paths.length === 1 ? "Add 1 account" : `Add ${paths.length} accounts`).click();
		await this.#trusted.alerts.filter({ hasText: /^Added / }).waitFor();
	}

	/** Opens an app with the window's button and confirms it on the device. */
	async open(family: Family, device: EmulatedLedger): Promise<void> {
		await this.#trusted.button(`Open ${family}`).first().click();
		await device.untilQuestion(10_000);
		device.approve();
		await this.devices.getByText(new RegExp(`^${family} \\d`)).waitFor();
	}

	/**
	 * Verifies an account's address on the device with the given decision. Returns what the window and the
	 * device displayed.
	 */
	async verify(
		path: string,
		device: EmulatedLedger,
		decision: "approve" | "reject",
	): Promise<{ readonly shown: string; readonly onDevice: readonly string[] }> {
		const account = this.accounts.getByRole("listitem").filter({ hasText: `${path} ·` });
		await account.getByRole("button", { name: /^Show on device/ }).click();
		const shown = (await account.locator("[data-hash]").getAttribute("data-hash")) ?? "";
		return { shown, onDevice: await answered(device, decision) };
	}
}

/** The signature that an approval is waiting for, on the progress screen. */
export class Signing {
	readonly #trusted: Trusted;

	constructor(trusted: Trusted) {
		this.#trusted = trusted;
	}

	get region(): Locator {
		return this.#trusted.region("On your Ledger");
	}

	/** Waits until this text is displayed. */
	async says(text: RegExp): Promise<void> {
		await this.region.getByText(text).first().waitFor();
	}

	/** Opens the required app with the window's button and confirms it on the device. */
	async open(family: Family, device: EmulatedLedger): Promise<void> {
		await this.region.getByRole("button", { name: `Open ${family}`, exact: true }).click();
		await device.untilQuestion(10_000);
		device.approve();
	}

	/** Confirms that the device is no longer showing a prompt. */
	async clear(): Promise<void> {
		await this.region.getByRole("button", { name: "Its screen is clear", exact: true }).click();
	}

	async cancel(): Promise<void> {
		await this.region.getByRole("button", { name: "Cancel", exact: true }).click();
	}

	/** Waits until the request has ended without a signature, with this text. */
	async refused(text: RegExp): Promise<void> {
		await this.#trusted.page.getByRole("main").getByText(text).first().waitFor();
	}
}
