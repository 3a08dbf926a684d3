import { vault } from "./samples/common.ts";
import { ledgerReview } from "./samples/ledger-signing.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import * as samples from "./samples/unseen.ts";
import { type Scene, to, trusted } from "./scene.ts";

/** Scenes of unreadable requests, of a typed word, and of rules that block. */
export const unseenScenes: readonly Scene[] = [
	trusted("unseen-call", trustedView(reviewing(samples.unseenCall()))),
	trusted("unseen-call-open", trustedView(reviewing(samples.unseenCall())), async (page) => {
		await page.getByRole("region", { name: "Proof" }).getByRole("button").first().click();
		await page.getByRole("button", { name: /^No visible effect/ }).click();
		await to(page, "Proof");
	}),
	...(["no_method", "failed", "exceeds", "too_many_steps", "later"] as const).map((why) =>
		trusted(`unseen-not-simulated-${why}`, trustedView(reviewing(samples.notSimulated(why)))),
	),
	trusted("word-recipient", trustedView(reviewing(samples.strangerPaid()))),
	trusted("word-right", trustedView(reviewing(samples.rightGiven()))),
	trusted("word-right-below", trustedView(reviewing(samples.rightGiven())), async (page) =>
		to(page, "Allowances"),
	),
	trusted("word-name", trustedView(reviewing(samples.nameTyped()))),
	trusted(
		"held-locked",
		trustedView(reviewing(samples.heldByRules("locked")), {
			vault: vault({ state: "locked", locksAt: null }),
		}),
	),
	trusted(
		"held-locked-ledger",
		trustedView(reviewing(ledgerReview({}, { ...samples.heldByRules("locked"), step: null, steps: [] })), {
			vault: vault({ state: "locked", locksAt: null }),
		}),
	),
	trusted("held-changed", trustedView(reviewing(samples.heldByRules("changed")))),
];
