import type { Locator } from "playwright";
import type { Desk } from "./desk.ts";
import type { Trusted } from "./trusted.ts";
import { until } from "./until.ts";

/** Signing in and out, and which service the app speaks to: the trusted window, used as a user uses it. */

/** The screen's heading while nothing is under way. */
export const CHOOSING = /^Sign in$/;

/** From the desk to the screen. */
export async function openSignIn(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Settings");
	await desk.setting("Sign-in");
	await desk.button(/^(Sign in…|Manage…)$/).click();
	await trusted.at(CHOOSING);
}

/** An environment's line; the screen is open. */
export const environmentLine = (trusted: Trusted, name: string): Locator =>
	trusted
		.region("Environment")
		.getByRole("listitem")
		.filter({ has: trusted.page.getByText(name, { exact: true }) });

export interface NewEnvironment {
	readonly name: string;
	readonly baseUrl: string;
	/** For sign-in by browser. */
	readonly clientIds?: Readonly<Record<string, string>>;
}

/** Writes a new environment and takes it into use. */
export async function addEnvironment(trusted: Trusted, wanted: NewEnvironment): Promise<void> {
	await trusted.button("Add an environment").click();
	const form = trusted.page.getByRole("form", { name: "New environment" });
	await trusted.fill("Name", wanted.name);
	await trusted.fill("Base address", wanted.baseUrl);
	const ids = Object.entries(wanted.clientIds ?? {});
	if (ids.length > 0) await form.getByRole("button", { name: /^Client IDs/ }).click();
	for (const [resource, id] of ids) await trusted.fill(resource, id);
	await form.getByRole("button", { name: "Save", exact: true }).click();
	await form.waitFor({ state: "detached" });
	await takeIntoUse(trusted, wanted.name);
}

export async function takeIntoUse(trusted: Trusted, name: string): Promise<void> {
	await trusted.button(`Use ${name}`).click();
	await environmentLine(trusted, name).getByText("In use").waitFor();
}

/** Leaves exactly these ticked. */
export async function choose(trusted: Trusted, resources: readonly string[]): Promise<void> {
	for (const resource of ["agent", "pipeline", "account"]) {
		const box = trusted.page.getByRole("checkbox", { name: `Sign in to ${resource}` });
		const ticked = (await box.getAttribute("aria-checked")) === "true";
		if (ticked !== resources.includes(resource)) await box.click();
	}
}

/** Begins by a code, and returns its displayed texts. */
export async function askForCode(trusted: Trusted): Promise<{ readonly code: string }> {
	await trusted.button("Sign in with a code").click();
	return readCode(trusted);
}

/** The code on screen, copied by its button as a user would. */
export async function readCode(trusted: Trusted): Promise<{ readonly code: string }> {
	await trusted.at("Sign in with this code");
	const spelt = trusted.page.getByText(/^\S( \S)+$/).first();
	return { code: ((await spelt.textContent()) ?? "").replaceAll(" ", "") };
}

/** How the last sign-in ended, as the screen says it first. */
export const ending = (trusted: Trusted): Locator => trusted.alerts.first();

/** Signs in by code for these, the user approving each; ends with all granted. */
export async function signInByCode(
	trusted: Trusted,
	resources: readonly string[],
	agree: (code: string) => Promise<unknown>,
): Promise<void> {
	await choose(trusted, resources);
	let last = (await askForCode(trusted)).code;
	await agree(last);
	for (const _ of resources.slice(1)) {
		const before = last;
		last = await until("the next code", async () => {
			const shown = await trusted.page.getByText(/^\S( \S)+$/).allTextContents();
			const code = (shown[0] ?? "").replaceAll(" ", "");
			return code === "" || code === before ? null : code;
		});
		await agree(last);
	}
	await trusted.at(CHOOSING);
}

/** Matches one of the three with its state; the screen is open. */
export const grantLine = (trusted: Trusted, name: string): Locator =>
	trusted.region("Sign in to").getByRole("listitem").filter({ hasText: name }).first();

/** Returns the signed-in identity on screen: "3F2A-91BC"; `null` if nobody is signed in. */
export async function whoIs(trusted: Trusted): Promise<string | null> {
	const text = (await trusted.region("Signed in as").textContent()) ?? "";
	return /[0-9A-F]{4}-[0-9A-F]{4}/.exec(text)?.[0] ?? null;
}

/** Out of all of it; the screen is open. */
export async function signOutOfAll(trusted: Trusted): Promise<void> {
	await trusted.button("Sign out…").click();
	await trusted.button("Sign out of all").click();
	await trusted.region("Signed in as").getByText("No one is signed in").waitFor();
}

/** Environment label in the desk's rail. */
export const pill = (desk: Desk): Locator => desk.page.getByText(/^Environment: /).locator("..");
