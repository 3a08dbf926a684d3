import type { LegView, ProgressView } from "../../../src/ipc/signing.ts";
import type { TrustedScreen, TrustedView } from "../../../src/ipc/windows.ts";
import { ANSWERED, DIGEST, FINGERPRINT, HASH, NOW, settings, steps, vault } from "./common.ts";
import type { review } from "./review.ts";

export function trustedView(screen: TrustedScreen, change: Partial<TrustedView> = {}): TrustedView {
	const takesPassword = { account: false, rpc: false };
	return {
		screen,
		takesPassword,
		vault: vault(),
		settings: settings(),
		theme: "system",
		now: NOW,
		...change,
	};
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
		legs: [],
		canReplace: [],
		device: null,
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

/** In the chain's queue for long: it can still be replaced. */
export const slow = progress({
	steps: steps(5, "now", "In no block for 6 minutes: the fee may be too low for now."),
	outcome: "stuck",
	words: "Your transaction is known to the chain, but no block has taken it for 6 minutes.",
	canReplace: ["speed_up", "cancel"],
	canRetry: false,
});

/** A signature alone: it ends with the service. */
export const answered = progress({
	headline: "Sign in to app.example.com",
	steps: steps(5, "now", null, ANSWERED),
	outcome: "confirmed",
	words: "The service has your signature.",
	transactionId: null,
});

function leg(at: number, change: Partial<LegView>): LegView {
	return {
		at,
		headline: "Send 1 USDC to Ana (Contacts)",
		state: "waiting",
		transactionId: null,
		words: null,
		...change,
	};
}

/** An action of several transactions, each of them in another state. */
export const legs = progress({
	headline: "Bridge 100 USDC to Solana, in 4 transactions",
	steps: steps(4, "now", "Transaction 2 of 4 waits for its block."),
	words: "The first transaction is in a block, the second is on its way.",
	transactionId: null,
	legs: [
		leg(1, {
			headline: "Let the bridge spend up to 100 USDC",
			state: "confirmed",
			transactionId: HASH,
			words: "block 31,204,119",
		}),
		leg(2, {
			headline: "Deposit 100 USDC into the bridge",
			state: "submitted",
			transactionId: HASH.replaceAll("c", "e"),
		}),
		leg(3, { headline: "Sign the bridge’s order", state: "signing" }),
		leg(4, { headline: "Take back the allowance" }),
	],
});

/** The same, come to a bad end in the middle. */
export const brokenLegs = progress({
	headline: "Bridge 100 USDC to Solana, in 4 transactions",
	steps: steps(4, "failed", "Transaction 2 of 4 was reverted."),
	outcome: "failed",
	words:
		"The first transaction took effect, the second was reverted: its fee is spent. The others were not sent.",
	transactionId: null,
	legs: [
		leg(1, { headline: "Let the bridge spend up to 100 USDC", state: "confirmed", transactionId: HASH }),
		leg(2, {
			headline: "Deposit 100 USDC into the bridge",
			state: "failed",
			transactionId: HASH.replaceAll("c", "e"),
			words: "The chain reverted it: the pool is paused.",
		}),
		leg(3, {
			headline: "Sign the bridge’s order",
			state: "held",
			words: "Its signature never left this computer.",
		}),
		leg(4, { headline: "Take back the allowance", state: "skipped" }),
	],
});

export const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow".split(
	" ",
);
