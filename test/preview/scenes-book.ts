import type { ReviewView } from "../../src/ipc/review.ts";
import * as samples from "./samples/book.ts";
import { deskView } from "./samples/desk.ts";
import { risky } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";

const warned: Scene["script"]["answers"] = {
	saveContact: {
		ok: false,
		text: "Check this before you save it.",
		warnings: [
			"Starts and ends like the address of “Cold storage” (0xdD2FD4…Bf44C0), but isn’t the same. Compare every character.",
		],
	},
};

function warning(name: string): Scene {
	const scene = trusted(name, trustedView(samples.contactsScreen()), async (page) => {
		await page.getByRole("button", { name: "Add a contact" }).click();
		await page.getByLabel("Address", { exact: true }).fill("0xdD2F0581271e230360230F9337D5c0430Bf444C0");
		await page.getByLabel("Name", { exact: true }).fill("Savings");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByRole("button", { name: "Save anyway" }).waitFor();
	});
	return { ...scene, script: { ...scene.script, answers: warned } };
}

/** Every address of a review that has no name of the user's has one of the chain's, short and long in turn. */
function named(review: ReviewView): ReviewView {
	const addresses = [
		...review.permissions.flatMap(({ spender, token }) => [spender, token]),
		...review.changes.flatMap(({ counterparty }) => counterparty ?? []),
	];
	const name = (at: number) => (at % 2 === 0 ? "router.eth" : "the-longest-name-that-somebody-regis….eth");
	return {
		...review,
		names: Object.fromEntries(
			addresses.map(({ address }, at) => [address, { name: name(at), system: "ENS" as const }]),
		),
	};
}

/** Scenes of the address book, and of names from the chain. */
export const bookScenes: readonly Scene[] = [
	trusted("book", trustedView(samples.contactsScreen())),
	trusted("book-empty", trustedView(samples.contactsScreen(samples.emptyBook))),
	trusted("book-large", trustedView(samples.contactsScreen(samples.largeBook)), async (page) => {
		await page.getByLabel("Search contacts").fill("supplier 01");
	}),
	trusted("book-rename", trustedView(samples.contactsScreen()), async (page) => {
		await page.getByRole("button", { name: "Rename Cold storage" }).click();
	}),
	trusted("book-remove", trustedView(samples.contactsScreen()), async (page) => {
		await page.getByRole("button", { name: "Remove Ana" }).click();
	}),
	trusted("book-met", trustedView(samples.contactsScreen()), async (page) => {
		await page.getByRole("button", { name: /^Add to contacts: 0x66a9/ }).click();
		await to(page, "Recent addresses");
	}),
	trusted("book-import", trustedView(samples.contactsScreen(samples.book({ importing: samples.importing })))),
	warning("book-warning"),
	desk("book-desk", deskView(), async (page) => {
		await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Home" }).click();
		await to(page, "Address book");
	}),
	trusted("book-names", trustedView(reviewing(named(risky()))), async (page) => to(page, "Allowances")),
];
