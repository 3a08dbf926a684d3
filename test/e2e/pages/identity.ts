import type { Locator } from "playwright";
import type { Desk } from "./desk.ts";
import type { Trusted } from "./trusted.ts";
import { until } from "./until.ts";

/** Signing in and out and choosing the service, in the trusted window as a user would. */

/** The screen's heading while no sign-in is in progress. */
export const CHOOSING = /^Sign in$/;

export async function openSignIn(desk: Desk, trusted: Trusted): Promise<void> {
	await desk.go("Settings");
	await desk.setting("Sign-in");
	await desk.button(/^(Sign in…|Manage…)$/).click();
	await trusted.at(CHOOSING);
}

/** An environment's line. The screen must be open. */
export const environmentLine = (trusted: Trusted, name: string): Locator =>
	trusted
		.region("Environment")
		.getByRole("listitem")
		.filter({ has: trusted.page.getByText(name, { exact: true }) });

export interface NewEnvironment {
	readonly name: string;
	readonly baseUrl: string;
	/** Required to sign in with the browser. */
	readonly clientIds?: Readonly<Record<string, string>>;
}

/** Adds a new environment and switches to it. */
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

/** Ticks exactly these resources. */
export async function choose(trusted: Trusted, resources: readonly string[]): Promise<void> {
	for (const resource of ["agent", "pipeline", "account"]) {
		const box = trusted.page.getByRole("checkbox", { name: `Sign in to ${resource}` });
		const ticked = (await box.getAttribute("aria-checked")) === "true";
		if (ticked !== resources.includes(resource)) await box.click();
	}
}

/** Starts a sign-in with a code and returns the code. */
export async function askForCode(trusted: Trusted): Promise<{ readonly code: string }> {
	await trusted.button("Sign in with a code").click();
	return readCode(trusted);
}

/** Returns the code on screen without its spaces. */
export async function readCode(trusted: Trusted): Promise<{ readonly code: string }> {
	await trusted.at("Sign in with this code");
	const spelt = trusted.page.getByText(/^\S( \S)+$/).first();
	return { code: ((await spelt.textContent()) ?? "").replaceAll(" ", "") };
}

/** The message that says how the last sign-in ended. */
export const ending = (trusted: Trusted): Locator => trusted.alerts.first();

/** Signs in to these resources with codes. The user approves each, and all of them are granted at the end. */
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

/** Matches a resource and its state. The screen must be open. */
export const grantLine = (trusted: Trusted, name: string): Locator =>
	trusted.region("Sign in to").getByRole("listitem").filter({ hasText: name }).first();

/** Returns the displayed identity, such as "3F2A-91BC", or `null` if no one is signed in. */
export async function whoIs(trusted: Trusted): Promise<string | null> {
	const text = (await trusted.region("Signed in as").textContent()) ?? "";
	return /[0-9A-F]{4}-[0-9A-F]{4}/.exec(text)?.[0] ?? null;
}

/** Signs out of all resources. The screen must be open. */
export async function signOutOfAll(trusted: Trusted): Promise<void> {
	await trusted.button("Sign out…").click();
	await trusted.button("Sign out of all").click();
	await trusted.region("Signed in as").getByText("No one is signed in").waitFor();
}

/** The label of the environment in the desk's sidebar. */
export const pill = (desk: Desk): Locator => desk.page.getByText(/^Environment: /).locator("..");
