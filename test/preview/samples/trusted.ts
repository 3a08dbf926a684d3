import type { ProgressView, TrustedScreen, TrustedView } from "../../../src/bridge/views.ts";
import { DIGEST, FINGERPRINT, HASH, NOW, settings, steps, vault } from "./common.ts";
import type { review } from "./review.ts";

export function trustedView(screen: TrustedScreen, change: Partial<TrustedView> = {}): TrustedView {
	return { screen, vault: vault(), settings: settings(), theme: "system", now: NOW, ...change };
}

export function reviewing(of: ReturnType<typeof review>, waiting = 1): TrustedScreen {
	return {
		screen: "review",
		review: of,
		ticket: of.approval.possible ? "ticket-1" : null,
		wakeMs: 1000,
		queue: { at: 1, of: waiting },
	};
}

export function progress(change: Partial<ProgressView> = {}): ProgressView {
	return {
		entryId: "e-swap",
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		sessionId: "ses_4d7e8f01",
		session: "Rebalance to stables",
		steps: steps(5, "now", "Waiting for block 31,204,119."),
		outcome: "moving",
		words: "Your transaction is with the chain. It is not in a block yet.",
		fundsMayHaveMoved: true,
		transactionId: HASH,
		blockNumber: null,
		fingerprint: FINGERPRINT,
		digest: DIGEST,
		receipt: [],
		canRetry: false,
		...change,
	};
}

export const confirmed = progress({
	steps: steps(6),
	outcome: "confirmed",
	words: "It is in block 31,204,119.",
	blockNumber: "31204119",
	receipt: [
		{ what: "ETH", predicted: "− 1.5", happened: "− 1.5", same: true },
		{ what: "USDC", predicted: "+ 4,410.25", happened: "+ 4,402.91", same: false },
		{ what: "Network fee", predicted: "at most 0.00041 ETH", happened: "0.000187 ETH", same: true },
		{ what: "Allowance of the router", predicted: "unchanged", happened: "can’t be read", same: null },
	],
});

export const stuck = progress({
	steps: steps(4, "failed", "The RPC of Base did not answer three times."),
	outcome: "stuck",
	words:
		"The signed transaction was handed to the service, but not to the chain. What is not known is whether the service passed it on.",
	transactionId: null,
	canRetry: true,
});

export const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow".split(
	" ",
);
