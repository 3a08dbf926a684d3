import type { Page } from "playwright";
import type { TrustedView } from "../../src/bridge/views.ts";
import type { Script } from "./bridge.ts";
import { MINUTE, NOW, offline, settings, vault } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { locked, lying, review, revised, risky } from "./samples/review.ts";
import { everything, transcript } from "./samples/transcript.ts";
import { confirmed, PHRASE, progress, reviewing, stuck, trustedView } from "./samples/trusted.ts";

export interface Scene {
	readonly name: string;
	readonly window: "desk" | "trusted";
	readonly script: Script;
	/** Brings the page to where the picture is taken. */
	readonly act: (page: Page) => Promise<void>;
}

const still = async () => {};

function desk(
	name: string,
	view = deskView(),
	act: Scene["act"] = still,
	answers: Script["answers"] = {},
): Scene {
	const script = { desk: view, transcripts: [transcript()], trusted: null, answers };
	return { name, window: "desk", script, act };
}

function trusted(name: string, view: TrustedView, act: Scene["act"] = still): Scene {
	return {
		name,
		window: "trusted",
		script: { desk: null, transcripts: [], trusted: view, answers: {} },
		act,
	};
}

const go = (place: string) => async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: place }).click();
};

const none = vault({ state: "none", locksAt: null });

export const scenes: readonly Scene[] = [
	desk("desk-inbox"),
	{
		...desk("desk-session"),
		script: { desk: deskView(), transcripts: [everything()], trusted: null, answers: {} },
		act: async (page) => {
			await go("Sessions")(page);
			await page.getByRole("button", { name: /Rebalance/ }).click();
			await page.getByText("writing").waitFor();
		},
	},
	desk("desk-new", deskView(), async (page) => page.keyboard.press("n")),
	desk("desk-accounts", deskView(), go("Accounts")),
	desk(
		"desk-activity",
		deskView(),
		async (page) => {
			await go("Activity")(page);
			await page.getByRole("button", { name: "Verify chain" }).click();
			await page
				.getByRole("button", { name: /Let the router/ })
				.first()
				.click();
		},
		{
			verifyJournal: {
				ok: true,
				words: "All 405 rows are whole and in order: none was changed or taken out.",
			},
		},
	),
	desk("desk-settings", deskView(), go("Settings")),
	desk("desk-theme", deskView({ settings: settings({ theme: "dark" }) }), go("Settings")),
	desk(
		"desk-empty",
		deskView({ inbox: [], settings: settings({ notifications: false, environment: "Staging" }) }),
	),
	desk("desk-first-run", deskView({ inbox: [], sessions: [], accounts: [], activity: [], vault: none })),
	desk(
		"desk-offline",
		deskView({
			connection: offline,
			vault: vault({ state: "locked", locksAt: null }),
			alerts: [
				"The disk is full, so nothing can be recorded, and nothing is signed before it can. Free some space.",
			],
		}),
	),
	desk("desk-no-activity", deskView({ activity: [] }), go("Activity")),
	desk("desk-shortcuts", deskView(), async (page) => page.keyboard.press("?")),

	trusted("trusted-welcome", trustedView({ screen: "welcome" }, { vault: none })),
	trusted("trusted-create", trustedView({ screen: "welcome" }, { vault: none }), async (page) => {
		await page.getByRole("button", { name: /Create a new phrase/ }).click();
		await page.getByLabel("Password", { exact: true }).fill("correct horse");
	}),
	trusted("trusted-import", trustedView({ screen: "welcome" }, { vault: none }), async (page) => {
		await page.getByRole("button", { name: /Import a phrase/ }).click();
		await page.getByLabel("Recovery phrase").fill("legal winner thank");
	}),
	trusted("trusted-phrase", trustedView({ screen: "phrase", words: PHRASE }, { vault: none })),
	trusted("trusted-phrase-check", trustedView({ screen: "phraseCheck", positions: [3, 7, 11], wrong: true })),
	trusted(
		"trusted-unlock",
		trustedView(
			{ screen: "unlock", next: "Review “Swap 1.5 ETH for at least 4,388.20 USDC”" },
			{
				vault: vault({
					state: "locked",
					locksAt: null,
					nextTryAt: NOW + 2 * MINUTE,
					words: "That password does not open the keys. 3 wrong tries.",
				}),
			},
		),
	),
	trusted("trusted-add-account", trustedView({ screen: "addAccount" })),
	trusted("trusted-network", trustedView({ screen: "network" }), async (page) => {
		await page.getByRole("button", { name: "Add a chain" }).click();
		await page.getByLabel("Base URL").fill("http://agents.example.com");
	}),
	trusted("trusted-auto-lock", trustedView({ screen: "autoLock" })),
	trusted("trusted-empty", trustedView({ screen: "empty", waiting: 2 })),
	trusted(
		"trusted-loading",
		trustedView({ screen: "loading", headline: "Swap 1.5 ETH for at least 4,388.20 USDC" }),
	),
	trusted("trusted-review", trustedView(reviewing(review(), 3)), async (page) => {
		await page.getByRole("button", { name: "Hold to approve" }).waitFor();
	}),
	trusted("trusted-review-open", trustedView(reviewing(review())), async (page) => {
		await page.getByRole("button", { name: /fields match/ }).click();
		await page.getByRole("button", { name: /Decoded call/ }).click();
		await page.getByRole("button", { name: /^Raw/ }).scrollIntoViewIfNeeded();
	}),
	trusted("trusted-review-risky", trustedView(reviewing(risky()))),
	trusted("trusted-review-risky-below", trustedView(reviewing(risky())), async (page) => {
		await page.getByRole("button", { name: /^Raw/ }).scrollIntoViewIfNeeded();
	}),
	trusted("trusted-review-revised", trustedView(reviewing(revised()))),
	trusted("trusted-review-lying", trustedView(reviewing(lying()))),
	trusted("trusted-review-lying-checks", trustedView(reviewing(lying())), async (page) => {
		await page.getByRole("heading", { name: "Does it match?" }).scrollIntoViewIfNeeded();
		await page.getByText("The transaction would go to another").scrollIntoViewIfNeeded();
	}),
	trusted(
		"trusted-review-locked",
		trustedView(reviewing(locked()), { vault: vault({ state: "locked", locksAt: null }) }),
	),
	trusted("trusted-reject", trustedView(reviewing(review())), async (page) => {
		await page.getByRole("button", { name: "Reject…" }).click();
	}),
	trusted("trusted-progress", trustedView({ screen: "progress", progress: progress() })),
	trusted("trusted-progress-stuck", trustedView({ screen: "progress", progress: stuck })),
	trusted("trusted-receipt", trustedView({ screen: "progress", progress: confirmed })),
];
