import { expect, test } from "@playwright/test";
import { readCode } from "./pages/identity.ts";
import { PASSWORD } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Goes through the whole first run in both directions, and checks that the user can leave each page after the
 * app was quit on it.
 */

const here = staged({
	keys: false,
	signedOut: true,
	ledgers: [{}],
	beforeLaunch: async (world) => {
		await world.service.control.authTwists({ joint: true, email: "mira@nordlicht.example" });
		return { COUNTERSIGN_BASE_URL: world.service.url };
	},
});

const SERVICE = "Sign in to your agents’ service";
const SIGNED_IN = "Signed in";
const KEYS = "Your keys, on this computer";
const CODE = "Sign in with this code";
const WORDS = /^Write these words down/;
const CHECK = /^Type the words from your paper/;
const NETWORKS = "Choose your networks";
const NOTIFICATIONS = "Get notified about requests";
const PRACTICE = "Send 0.05 ETH to Coffee house";

/** A button to press, and the heading of the page that it opens. */
type Way = readonly [button: string | RegExp, heading: string | RegExp];

async function go(...ways: readonly Way[]): Promise<void> {
	const { trusted } = here();
	for (const [button, heading] of ways) {
		await trusted.button(button).first().click();
		await trusted.at(heading);
	}
}

/** Goes to a page and back twice, because leftovers from the first visit must not block the second. */
async function bothWays(there: Way, back: Way): Promise<void> {
	await go(there, back, there, back);
}

/** Quits the app on this page and starts it again. It must resume at `heading`. */
async function quitOn(heading: string | RegExp): Promise<void> {
	const stage = here();
	await stage.relaunch();
	await stage.reopenTrusted();
	await stage.trusted.at(heading);
}

/** Closes the window on this page and continues the setup from the desk. */
async function closeOn(heading: string | RegExp): Promise<void> {
	const { trusted, desk } = here();
	await trusted.page.evaluate(() => {
		const bridge: { call(name: string, input: unknown): Promise<unknown> } = Reflect.get(
			window,
			"countersign",
		);
		return bridge.call("close", {});
	});
	await desk.button("Continue setup").click();
	await trusted.at(heading);
}

const shownWords = async (): Promise<readonly string[]> => {
	const shown = await here().trusted.page.getByRole("main").getByRole("listitem").allTextContents();
	return shown.map((text) => text.replace(/^\d+/, "").trim());
};

/** Goes from the start of the keys step to twelve new words. */
async function newWords(): Promise<readonly string[]> {
	const { trusted } = here();
	await trusted.button(/^Create a recovery phrase/).click();
	await trusted.fill("Password", PASSWORD);
	await trusted.fill("Password again", PASSWORD);
	await go(["Show the words", WORDS]);
	return shownWords();
}

test("each page of the service step leads back to it", async () => {
	const { trusted } = here();
	await trusted.at(SERVICE);
	await trusted.button("Use another address").click();
	await expect(trusted.page.getByLabel("Name", { exact: true })).toBeVisible();
	await go(["Cancel", SERVICE]);
	await bothWays(["More ways to sign in…", /^Sign in$/], ["Back to setup", SERVICE]);
	await bothWays(["With a code", CODE], ["Cancel", SERVICE]);
	await bothWays(["Skip", KEYS], ["Back", SERVICE]);
});

test("an abandoned sign-in can be restarted, and leads to the keys", async () => {
	await go(["With a code", CODE]);
	await closeOn(CODE);
	await quitOn(SERVICE);
	await go(["With a code", CODE]);
	const { trusted, world } = here();
	const { code } = await readCode(trusted);
	await world.service.control.approveDevice({ userCode: code, person: "mira" });
	await trusted.at(SIGNED_IN);
	await bothWays(["Continue", KEYS], ["Back", SIGNED_IN]);
	await go(["More ways to sign in…", /^Sign in$/]);
	await quitOn(SIGNED_IN);
	await go(["Continue", KEYS]);
});

test("each way to create keys, and the Ledger’s page, lead back to the keys step", async () => {
	for (const way of [
		/^Create a recovery phrase/,
		/^Import a recovery phrase/,
		/^Import a private key/,
		/^Import a key file/,
	])
		await bothWays([way, way], ["Back", KEYS]);
	await bothWays([/^Use a Ledger/, "Ledger accounts"], ["Back", KEYS]);
	await go([/^Use a Ledger/, "Ledger accounts"]);
	await closeOn(KEYS);
	await go([/^Use a Ledger/, "Ledger accounts"]);
	await quitOn(KEYS);
	await go(["Back", SIGNED_IN], ["Continue", KEYS]);
});

test("recovery words are shown again or discarded, and new ones are created after the step is abandoned", async () => {
	const first = await newWords();
	await go(["I wrote them down", CHECK], ["Show the words again", WORDS]);
	expect(await shownWords()).toEqual(first);
	await go(["I wrote them down", CHECK]);
	await closeOn(CHECK);
	await here().trusted.answerCheck(first.map(() => "zoo"));
	await expect(here().trusted.alerts.first()).toBeVisible();
	await go(["Show the words again", WORDS]);
	expect(await shownWords()).toEqual(first);
	await closeOn(WORDS);
	await go(["Discard these words", KEYS], ["Back", SIGNED_IN], ["Continue", KEYS]);

	expect(await newWords()).not.toEqual(first);
	await quitOn(KEYS);
	const last = await newWords();
	await go(["I wrote them down", CHECK]);
	await quitOn(KEYS);
	await go(["Back", SIGNED_IN], ["Continue", KEYS]);

	const words = await newWords();
	expect(words).not.toEqual(last);
	await here().trusted.confirmPhrase(words);
	await here().trusted.at(NETWORKS);
});

test("the steps for networks and notifications lead back to the first step, and on to the inbox", async () => {
	await bothWays(["Back", KEYS], ["Continue", NETWORKS]);
	await go(["Back", KEYS], [/^Use a Ledger/, "Ledger accounts"], ["Back", KEYS], ["Continue", NETWORKS]);
	await quitOn(NETWORKS);
	await bothWays(["Skip", NOTIFICATIONS], ["Back", NETWORKS]);
	await go(["Skip", NOTIFICATIONS], ["Open a practice request", PRACTICE]);
	await go(["Leave practice", NOTIFICATIONS], ["Open a practice request", PRACTICE]);
	await closeOn(NOTIFICATIONS);
	await go(["Open a practice request", PRACTICE]);
	await quitOn(NOTIFICATIONS);
	await go(["Open a practice request", PRACTICE], ["Reject", NOTIFICATIONS]);
	await go(["Back", NETWORKS], ["Back", KEYS], ["Back", SIGNED_IN]);
	await quitOn(SIGNED_IN);
	await go(["Continue", KEYS], ["Continue", NETWORKS], ["Continue", NOTIFICATIONS]);
	const { trusted, desk } = here();
	await trusted.button("Open the inbox").click();
	await desk.page.getByRole("heading", { name: "You’re all caught up" }).waitFor();
	await desk.page.getByRole("region", { name: "Setup" }).waitFor({ state: "detached" });
	await expect(desk.page.getByRole("heading", { level: 1, name: "Inbox" })).toBeFocused();
});
