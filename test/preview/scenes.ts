import type { Page } from "playwright";
import { SHORTCUTS } from "../../src/ipc/values.ts";
import { t } from "../../src/text/index.ts";
import { MINUTE, NOW, offline, settings, vault } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { foundRows } from "./samples/ledger.ts";
import * as requests from "./samples/requests.ts";
import { locked, lying, review, revised, risky } from "./samples/review.ts";
import { everything } from "./samples/transcript.ts";
import { cutOff, PHRASE, reviewing, trustedView } from "./samples/trusted.ts";
import { desk, type Scene, to, trusted } from "./scene.ts";
import { accountScenes } from "./scenes-account.ts";
import { activityScenes } from "./scenes-activity.ts";
import { agentScenes } from "./scenes-agents.ts";
import { askedScenes } from "./scenes-asked.ts";
import { bookScenes } from "./scenes-book.ts";
import { callScenes } from "./scenes-calls.ts";
import { catalogScenes } from "./scenes-catalog.ts";
import { changeScenes } from "./scenes-change.ts";
import { conversationScenes } from "./scenes-conversation.ts";
import { exchangeScenes } from "./scenes-exchanges.ts";
import { firstRunScenes } from "./scenes-first-run.ts";
import { flowScenes } from "./scenes-flow.ts";
import { homeScenes } from "./scenes-home.ts";
import { hostileScenes } from "./scenes-hostile.ts";
import { identityScenes } from "./scenes-identity.ts";
import { inboxScenes } from "./scenes-inbox.ts";
import { installedScenes } from "./scenes-installed.ts";
import { keysScenes } from "./scenes-keys.ts";
import { ledgerScenes } from "./scenes-ledger.ts";
import { networkScenes } from "./scenes-networks.ts";
import { newerScenes } from "./scenes-newer.ts";
import { opinionScenes } from "./scenes-opinion.ts";
import { paletteScenes } from "./scenes-palette.ts";
import { powersScenes } from "./scenes-powers.ts";
import { progressScenes } from "./scenes-progress.ts";
import { rejected } from "./scenes-rejected.ts";
import { rulesScenes } from "./scenes-rules.ts";
import { sendScenes } from "./scenes-send.ts";
import { triageScenes } from "./scenes-triage.ts";
import { unseenScenes } from "./scenes-unseen.ts";
import { worthScenes } from "./scenes-worth.ts";

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
	desk(
		"desk-activity",
		deskView(),
		async (page) => {
			await go("Activity")(page);
			await page.getByRole("button", { name: "Verify chain" }).click();
			await page
				.getByRole("button", { name: /Approve the router/ })
				.first()
				.click();
		},
		{
			verifyJournal: {
				ok: true,
				text: "All 405 rows are whole and in order: none was changed or taken out.",
			},
		},
	),
	desk("desk-settings", deskView(), go("Settings")),
	desk("desk-settings-computer", deskView(), async (page) => {
		await go("Settings")(page);
		await page
			.getByRole("navigation", { name: "Settings" })
			.getByRole("button", { name: "This computer" })
			.click();
	}),
	desk(
		"desk-settings-shortcut",
		deskView({ settings: settings({ shortcut: SHORTCUTS[0], isShortcutRegistered: false }) }),
		async (page) => {
			await go("Settings")(page);
			await page
				.getByRole("navigation", { name: "Settings" })
				.getByRole("button", { name: "This computer" })
				.click();
		},
	),
	desk(
		"desk-settings-quiet",
		deskView({
			settings: settings({
				notificationsSupported: false,
				trayShown: false,
				pausedUntil: NOW + 40 * MINUTE,
				quietHours: { from: 22 * 60, to: 7 * 60 },
				appLevels: [
					{ app: "Airdrop Hunter", level: "muted" },
					{ app: "Base Bridge", level: "silent" },
				],
			}),
		}),
		async (page) => {
			await go("Settings")(page);
			await page
				.getByRole("navigation", { name: "Settings" })
				.getByRole("button", { name: "This computer" })
				.click();
			await page
				.getByRole("radiogroup", { name: "Notifications from Airdrop Hunter" })
				.scrollIntoViewIfNeeded();
		},
	),
	desk("desk-theme", deskView({ settings: settings({ theme: "dark" }) }), go("Settings")),
	desk(
		"desk-empty",
		deskView({ inbox: [], settings: settings({ notifications: false, environment: "Staging" }) }),
		go("Inbox"),
	),
	desk("desk-empty-offline", deskView({ inbox: [], connection: offline }), go("Inbox")),
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
		await page.getByRole("button", { name: /Create a recovery phrase/ }).click();
		await page.getByLabel("Password", { exact: true }).fill("correct horse");
	}),
	trusted("trusted-import", trustedView({ screen: "welcome" }, { vault: none }), async (page) => {
		await page.getByRole("button", { name: /Import a recovery phrase/ }).click();
		await page.getByLabel("Recovery phrase").fill("legal winner thank");
	}),
	trusted(
		"trusted-import-accounts",
		trustedView({ screen: "welcome" }, { vault: none }),
		async (page) => {
			await page.getByRole("button", { name: /Import a recovery phrase/ }).click();
			await page.getByLabel("Recovery phrase").fill(PHRASE.join(" "));
			await page.getByText("Choose accounts, or use a passphrase").click();
			await page.getByLabel("Passphrase", { exact: true }).fill("tulip");
			await page.getByRole("button", { name: "Find Ethereum accounts" }).click();
			await page.getByRole("checkbox", { disabled: false }).first().click();
		},
		{ findPhraseAccounts: { ok: true, rows: foundRows() } },
	),
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
					text: "That password does not open the keys. 3 wrong tries.",
				}),
			},
		),
	),
	trusted("trusted-add-account", trustedView({ screen: "addAccount" })),
	trusted(
		"trusted-add-passphrase",
		trustedView({ screen: "addAccount" }),
		async (page) => {
			const form = page.getByRole("form", { name: "From a recovery phrase with a passphrase" });
			await form.getByLabel("Recovery phrase").fill(PHRASE.join(" "));
			await form.getByLabel("Passphrase", { exact: true }).fill("tulip");
			await form.getByRole("button", { name: "Find Ethereum accounts" }).click();
			await form.getByRole("checkbox", { disabled: false }).first().click();
		},
		{ findPhraseAccounts: { ok: true, rows: foundRows() } },
	),
	trusted("trusted-auto-lock", trustedView({ screen: "autoLock" })),
	trusted("trusted-import-key", trustedView({ screen: "welcome" }, { vault: none }), async (page) => {
		await page.getByRole("button", { name: /Import a private key/ }).click();
		await page.getByLabel("Private key", { exact: true }).fill("[12, 44, 1]");
	}),
	trusted("trusted-blind-signing", trustedView({ screen: "blindSigning" })),
	trusted(
		"trusted-blind-signing-on",
		trustedView({ screen: "blindSigning" }, { settings: settings({ blindSigning: true }) }),
	),
	trusted("trusted-empty", trustedView({ screen: "empty", waiting: 2 })),
	trusted(
		"trusted-loading",
		trustedView({ screen: "loading", headline: "Swap 1.5 ETH for at least 4,388.20 USDC" }),
	),
	trusted("trusted-review", trustedView(reviewing(review(), 3)), async (page) => {
		await page.getByRole("button", { name: "Hold to approve" }).waitFor();
	}),
	trusted("trusted-review-offline", trustedView(cutOff(reviewing(review(), 3)))),
	trusted("trusted-review-offline-word", trustedView(cutOff(reviewing(risky())))),
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
		await page.getByRole("button", { name: /field differs/ }).click();
		await to(page, "Proof");
	}),
	trusted(
		"trusted-review-locked",
		trustedView(reviewing(locked()), { vault: vault({ state: "locked", locksAt: null }) }),
	),
	...rejected,
	trusted("request-two-steps", trustedView(reviewing(requests.twoSteps()))),
	trusted("request-two-steps-open", trustedView(reviewing(requests.twoSteps())), async (page) => {
		await page.getByRole("button", { name: /^Calls USDC/ }).click();
	}),
	trusted("request-many-steps", trustedView(reviewing(requests.manySteps()))),
	trusted("request-many-steps-below", trustedView(reviewing(requests.manySteps())), async (page) =>
		to(page, t("trusted.content.sign-order")),
	),
	trusted("request-batch", trustedView(reviewing(requests.batchMember())), async (page) => {
		await page.getByRole("region", { name: "Batch steps" }).waitFor();
	}),
	trusted("request-solana", trustedView(reviewing(requests.solanaPayment()))),
	trusted("request-solana-open", trustedView(reviewing(requests.solanaPayment())), async (page) => {
		await page.getByRole("button", { name: "4 accounts" }).click();
		await page.getByRole("button", { name: /^Fee payer/ }).click();
		await to(page, t("trusted.content.what-it-runs"));
	}),
	trusted("request-solana-strange", trustedView(reviewing(requests.solanaStrange()))),
	trusted("request-solana-strange-below", trustedView(reviewing(requests.solanaStrange())), async (page) => {
		await page.getByRole("button", { name: /^Fee payer/ }).click();
		await page.getByRole("button", { name: "3 accounts" }).click();
		await to(page, t("trusted.content.what-it-runs"));
	}),
	trusted("request-solana-crowded", trustedView(reviewing(requests.solanaCrowded())), async (page) => {
		await page.getByRole("button", { name: "40 accounts" }).first().click();
		await to(page, t("trusted.content.what-it-runs"));
	}),
	trusted("request-message", trustedView(reviewing(requests.signInReview()))),
	trusted("request-message-below", trustedView(reviewing(requests.signInReview())), async (page) =>
		to(page, "Proof"),
	),
	trusted("request-message-hiding", trustedView(reviewing(requests.hidingReview()))),
	trusted("request-message-bytes", trustedView(reviewing(requests.bytesReview()))),
	trusted("request-permit", trustedView(reviewing(requests.permitReview()))),
	trusted("request-permit-open", trustedView(reviewing(requests.permitReview())), async (page) => {
		await page.getByRole("button", { name: /^Domain/ }).click();
		await page.getByRole("button", { name: /^Everything you sign/ }).click();
	}),
	trusted("request-typed", trustedView(reviewing(requests.unknownTyped()))),
	trusted("request-typed-tree", trustedView(reviewing(requests.unknownTyped())), async (page) => {
		await page.getByRole("tree", { name: t("trusted.content.members.label") }).focus();
		for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
	}),
	trusted("request-typed-huge", trustedView(reviewing(requests.unknownTyped(true))), async (page) => {
		await page.getByRole("tree", { name: t("trusted.content.members.label") }).focus();
		for (const key of ["End", "Enter", "End", "Enter", "End"]) await page.keyboard.press(key);
	}),
	trusted("request-several", trustedView(reviewing(requests.severalSignatures()))),
	trusted("request-blind", trustedView(reviewing(requests.blind()))),
	trusted("request-speed-up", trustedView(reviewing(requests.replacement()))),
	trusted("request-cancel", trustedView(reviewing(requests.replacement("cancel")))),
	trusted("request-many-checks", trustedView(reviewing(requests.manyChecks()))),
	trusted("request-many-checks-open", trustedView(reviewing(requests.manyChecks())), async (page) => {
		await page.getByRole("button", { name: /fields differ from/ }).click();
		await page.getByRole("button", { name: "190 fields match" }).click();
		await page.getByRole("button", { name: "190 fields match" }).scrollIntoViewIfNeeded();
	}),
	...progressScenes,
	...changeScenes,
	...installedScenes,
	...ledgerScenes,
	...networkScenes,
	...opinionScenes,
	...unseenScenes,
	...newerScenes,
	...agentScenes,
	...powersScenes,
	...rulesScenes,
	...askedScenes,
	...bookScenes,
	...sendScenes,
	...keysScenes,
	...worthScenes,
	...exchangeScenes,
	...callScenes,
	...conversationScenes,
	...catalogScenes,
	...flowScenes,
	...homeScenes,
	...hostileScenes,
	...firstRunScenes,
	...identityScenes,
	...inboxScenes,
	...accountScenes,
	...activityScenes,
	...triageScenes,
	...paletteScenes,
];
