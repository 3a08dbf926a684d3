import * as ledger from "./samples/ledger.ts";
import { ledgerScreen } from "./samples/ledger.ts";
import * as signing from "./samples/ledger-signing.ts";
import * as requests from "./samples/requests.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, to, trusted } from "./scene.ts";

/** Scenes of a Ledger: its accounts, its section in a review, its steps in the progress. */
export const ledgerScenes: readonly Scene[] = [
	...(
		[
			"none",
			"permission",
			"busy",
			"locked",
			"dashboard",
			"wrongApp",
			"appTooOld",
			"stillAsking",
			"failed",
		] as const
	).map((condition) =>
		trusted(`ledger-${condition}`, trustedView(ledgerScreen({ devices: [ledger.deviceIn(condition)] }))),
	),
	trusted("ledger-ready", trustedView(ledgerScreen({ scan: ledger.scanned() })), async (page) => {
		await page.getByRole("checkbox", { name: /BIP-44/ }).click();
		await page.getByRole("button", { name: "Add 1 account" }).waitFor();
	}),
	trusted("ledger-ready-below", trustedView(ledgerScreen({ scan: ledger.scanned() })), async (page) => {
		await page.getByRole("button", { name: "Show more" }).scrollIntoViewIfNeeded();
	}),
	trusted(
		"ledger-reading",
		trustedView(
			ledgerScreen({ scan: ledger.scanned({ state: "reading", rows: ledger.foundRows().slice(0, 2) }) }),
		),
	),
	trusted(
		"ledger-opening",
		trustedView(
			ledgerScreen({
				devices: [ledger.deviceIn("dashboard")],
				opening: "Your Ledger asks whether to open the Ethereum app. Agree there.",
			}),
		),
	),
	trusted(
		"ledger-scan-failed",
		trustedView(
			ledgerScreen({
				devices: [ledger.deviceIn("wrongApp")],
				scan: ledger.scanned({
					state: "failed",
					rows: [],
					text: "The Solana app is open, and it has no Ethereum addresses. Open the Ethereum app and try again.",
				}),
			}),
		),
	),
	...(["asking", "same", "refused", "different", "failed"] as const).map((state) =>
		trusted(
			`ledger-verify-${state}`,
			trustedView(
				ledgerScreen({
					devices: [ledger.deviceIn(state === "asking" ? "asking" : "ready")],
					accounts: ledger.ledgerAccounts(),
					verifying: ledger.verifying(state),
				}),
			),
			async (page) => to(page, "Accounts on your Ledger"),
		),
	),
	trusted("ledger-remove", trustedView(ledgerScreen({ accounts: ledger.ledgerAccounts() })), async (page) => {
		await page.getByRole("button", { name: /^Remove Vault/ }).click();
		await to(page, "Accounts on your Ledger");
	}),
	trusted(
		"ledger-two",
		trustedView(
			ledgerScreen({
				devices: [
					ledger.device(),
					{ ...ledger.deviceIn("locked"), id: "ledger-2", model: "Ledger Nano S Plus" },
				],
				scan: ledger.scanned(),
			}),
		),
	),
	trusted("ledger-review", trustedView(reviewing(signing.ledgerReview())), async (page) => {
		await page.getByRole("button", { name: "Hold to approve" }).waitFor();
	}),
	trusted("ledger-review-below", trustedView(reviewing(signing.ledgerReview())), async (page) =>
		to(page, "On your Ledger"),
	),
	trusted(
		"ledger-review-words",
		trustedView(reviewing(signing.ledgerReview({ plans: [signing.wordsPlan()] }))),
		async (page) => to(page, "On your Ledger"),
	),
	trusted(
		"ledger-review-blind",
		trustedView(reviewing(signing.ledgerReview({ plans: [signing.blindPlan()] }))),
		async (page) => to(page, "On your Ledger"),
	),
	trusted("ledger-review-members", trustedView(reviewing(signing.membersReview())), async (page) =>
		to(page, "On your Ledger"),
	),
	trusted("ledger-review-typed", trustedView(reviewing(signing.typedReview())), async (page) =>
		to(page, "On your Ledger"),
	),
	trusted("ledger-review-impossible", trustedView(reviewing(signing.impossibleReview())), async (page) =>
		to(page, "On your Ledger"),
	),
	trusted("ledger-review-several", trustedView(reviewing(signing.severalReview())), async (page) =>
		to(page, "On your Ledger"),
	),
	trusted("ledger-review-one-hold", trustedView(reviewing(signing.oneHoldReview()))),
	trusted(
		"ledger-review-message",
		trustedView(reviewing(signing.ledgerReview({ plans: [signing.messagePlan()] }, requests.signInReview()))),
		async (page) => to(page, "On your Ledger"),
	),
	trusted("ledger-review-away", trustedView(reviewing(signing.awayReview()))),
	trusted(
		"ledger-progress-connect",
		trustedView({ screen: "progress", progress: signing.connecting, waiting: 0 }),
	),
	trusted("ledger-progress-open", trustedView({ screen: "progress", progress: signing.opening, waiting: 0 })),
	trusted(
		"ledger-progress-check",
		trustedView({ screen: "progress", progress: signing.checking, waiting: 0 }),
	),
	trusted(
		"ledger-progress-confirm",
		trustedView({ screen: "progress", progress: signing.confirmingClear, waiting: 0 }),
	),
	trusted(
		"ledger-progress-blind",
		trustedView({ screen: "progress", progress: signing.confirming, waiting: 0 }),
	),
	trusted(
		"ledger-progress-other",
		trustedView({ screen: "progress", progress: signing.otherDevice, waiting: 0 }),
	),
];
