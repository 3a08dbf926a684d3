import { message, sentences } from "../../../src/core/localized-text.ts";
import type { AddressView, AmountView } from "../../../src/ipc/primitives.ts";
import type { ProgressView, SignedItemView } from "../../../src/ipc/signing.ts";
import type { EntryScreen, TrustedScreen, TrustedView } from "../../../src/ipc/windows.ts";
import { pricingFor } from "../../../src/main/views/fiat-view.ts";
import { receiptFlow, type SentOutcome } from "../../../src/main/views/receipt-flow.ts";
import {
	ANSWERED,
	DIGEST,
	FINGERPRINT,
	HASH,
	NOW,
	SAVINGS,
	STRANGER,
	settings,
	steps,
	USDC,
	vault,
} from "./common.ts";
import { allowance } from "./powers.ts";
import type { review } from "./review.ts";

export function trustedView(screen: TrustedScreen, change: Partial<TrustedView> = {}): TrustedView {
	const needsPassword = { account: false, rpc: "nothing" } as const;
	return {
		screen,
		needsPassword,
		setup: null,
		vault: vault(),
		settings: settings(),
		theme: "system",
		now: NOW,
		...change,
	};
}

export function reviewing(of: ReturnType<typeof review>, waiting = 1): EntryScreen {
	return {
		screen: "review",
		review: of,
		ticket: of.approval.possible ? "ticket-1" : null,
		offline: false,
		allowOnce: null,
		exceptionUntil: null,
		queue: { at: 1, of: waiting },
	};
}

/** The same while the service does not answer. */
export const cutOff = (screen: TrustedScreen): TrustedScreen =>
	screen.screen === "review" ? { ...screen, ticket: null, offline: true } : screen;

export function progress(change: Partial<ProgressView> = {}): ProgressView {
	return {
		entryId: "e-swap",
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		sessionId: "ses_4d7e8f01",
		session: "Rebalance to stables",
		app: "uniswap",
		isLocal: false,
		network: "Base",
		approvedAt: NOW - 48_000,
		signedWith: message("progress.signed-with.key"),
		result: { headline: null, changes: [] },
		steps: steps(5, "now", "Waiting for block 31,204,119."),
		outcome: "moving",
		text: "Your transaction is with the chain. It is not in a block yet.",
		fundsMayHaveMoved: true,
		transactionId: HASH,
		blockNumber: null,
		fingerprint: FINGERPRINT,
		digest: DIGEST,
		receipt: [],
		left: [],
		canRetry: false,
		items: [],
		canReplace: [],
		replaceFees: {},
		canWithdraw: false,
		offline: false,
		explorer: null,
		device: null,
		...change,
	};
}

const about = (amount: string) => message("worth.about", { amount });

const amount = (text: string, unit: string, worth: string | null, raw = "1"): AmountView => ({
	text,
	full: text,
	unit,
	raw,
	checked: true,
	...(worth === null ? {} : { fiat: about(worth) }),
});

/** A swap as it came out: less than predicted, and a part of the allowance is left. */
export const confirmed = progress({
	steps: steps(6),
	outcome: "confirmed",
	text: "It is in block 31,204,119.",
	blockNumber: "31204119",
	explorer: "basescan.org",
	result: {
		headline: "Exchanged 1.5 ETH for 4,402.91 USDC",
		fiat: about("$4,402.91"),
		feeFiat: about("$0.46"),
		changes: [
			{ kind: "out", mark: "coin", amount: amount("1.5", "ETH", "$4,410.80"), text: null },
			{ kind: "in", mark: "dollar", amount: amount("4,402.91", "USDC", "$4,402.91"), text: null },
			{ kind: "allowance", mark: "dollar", amount: amount("250", "USDC", null), text: "Allowance of USDC" },
		],
		prices: message("worth.source", { time: { at: NOW - 300_000, style: "minute" } }),
	},
	left: [allowance({ id: "8453 allowance usdc", amount: amount("250", "USDC", null, "250000000") })],
	receipt: [
		{ what: "ETH out", predicted: "−1.5 ETH", happened: "−1.5 ETH", same: true, difference: null },
		{
			what: "USDC in",
			predicted: "+4,410.25 USDC",
			happened: "+4,402.91 USDC",
			same: false,
			difference: "−7.34 USDC (≈ $7.34)",
		},
		{
			what: "Network fee",
			predicted: "at most 0.00041 ETH",
			happened: "0.000187 ETH",
			same: true,
			difference: null,
		},
		{
			what: "Allowance of the router",
			predicted: "unchanged",
			happened: "can’t be read",
			same: null,
			difference: null,
		},
	],
});

const UNIT = 1_000_000n;

const paid = (
	{ address }: AddressView,
	expected: bigint,
	happened: bigint,
	at: number,
	isOutlier = false,
): SentOutcome => ({
	at,
	succeeded: true,
	outcome: {
		receiver: {
			to: address.toLowerCase(),
			asset: (USDC.address ?? "").toLowerCase(),
			amount: (expected * UNIT).toString(),
			symbol: "USDC",
			decimals: 6,
			isOutlier,
		},
		expected: expected * UNIT,
		happened: happened * UNIT,
	},
});

/** Payments to several, of which one got less than predicted. */
export const paidSeveral = progress({
	...confirmed,
	headline: "Send 940 USDC in 3 payments to 2 receivers",
	result: {
		headline: "Sent 930 USDC",
		fiat: about("$930.00"),
		feeFiat: about("$0.02"),
		changes: [{ kind: "out", mark: "dollar", amount: amount("930", "USDC", "$930.00"), text: null }],
	},
	receivers: [
		{
			who: STRANGER,
			transactions: 1,
			predicted: amount("240", "USDC", "$240.00", "240000000"),
			happened: amount("230", "USDC", "$230.00", "230000000"),
			same: false,
		},
		{
			who: SAVINGS,
			transactions: 2,
			predicted: amount("700", "USDC", "$700.00", "700000000"),
			happened: amount("700", "USDC", "$700.00", "700000000"),
			same: true,
		},
	],
	left: [],
	receipt: confirmed.receipt.slice(2, 3),
	...receiptFlow(
		[paid(STRANGER, 240n, 230n, 0, true), paid(SAVINGS, 350n, 350n, 0), paid(SAVINGS, 350n, 350n, 1)],
		{ chainRef: "8453", labels: { [SAVINGS.address.toLowerCase()]: "Cold storage" } },
		pricingFor("8453", () => ({ answer: 1n, decimals: 0, feed: "", at: NOW })),
	),
});

/** An unlimited allowance as it came out. */
export const approved = progress({
	...confirmed,
	headline: "Approve Universal Router to spend unlimited USDC",
	result: {
		headline: "Approved unlimited spending of USDC",
		feeFiat: about("$0.02"),
		changes: [{ kind: "allowance", mark: "dollar", amount: null, text: "Allowance of USDC" }],
	},
	receipt: [],
});

/** In a block, and undone there. */
export const failed = progress({
	signedWith: message("progress.signed-with.device", { model: "Ledger Nano X" }),
	steps: steps(5, "failed", "Reverted in block 31,204,119."),
	outcome: "failed",
	text: message("progress.reverted"),
	fundsMayHaveMoved: false,
	blockNumber: "31204119",
	explorer: "basescan.org",
	result: {
		headline: "Failed: Swap 1.5 ETH for at least 4,388.20 USDC",
		feeFiat: about("$0.46"),
		changes: [],
	},
});

/** Approved, and not signed yet: it can be withdrawn. */
export const unsigned = progress({
	signedWith: null,
	steps: steps(1, "now", null),
	text: "Nothing has been signed yet.",
	fundsMayHaveMoved: false,
	transactionId: null,
	canWithdraw: true,
});

/** Approved while the service could not be reached. */
export const offline = progress({ ...unsigned, outcome: "stuck", offline: true });

export const withdrawn = progress({
	...unsigned,
	steps: steps(1, "failed", null),
	outcome: "withdrawn",
	text: "You withdrew your approval.",
	canWithdraw: false,
	canRetry: true,
});

export const stuck = progress({
	steps: steps(4, "failed", "The RPC of Base did not answer three times."),
	outcome: "stuck",
	text: "The signed transaction was handed to the service, but not to the chain. What is not known is whether the service passed it on.",
	transactionId: null,
	canRetry: true,
});

/** In the chain's queue for long: it can still be replaced. */
export const slow = progress({
	steps: steps(5, "now", "In no block for 6 minutes: the fee may be too low for now."),
	outcome: "stuck",
	text: "Your transaction is known to the chain, but no block has taken it for 6 minutes.",
	canReplace: ["speed_up", "cancel"],
	replaceFees: { speed_up: amount("0.0000075", "ETH", "$0.02"), cancel: amount("0.0000041", "ETH", "$0.01") },
	approvedAt: NOW - 372_000,
	explorer: "basescan.org",
	canRetry: false,
});

/** A signature alone: it ends with the service. */
export const answered = progress({
	headline: "Sign in to app.example.com",
	steps: steps(5, "now", null, ANSWERED),
	outcome: "confirmed",
	text: "The service has your signature.",
	transactionId: null,
});

function leg(at: number, change: Partial<SignedItemView>): SignedItemView {
	return {
		at,
		headline: "Send 1 USDC to Ana (Contacts)",
		state: "waiting",
		transactionId: null,
		text: null,
		...change,
	};
}

/** An action of several transactions, each of them in another state. */
export const legs = progress({
	headline: "Bridge 100 USDC to Solana, in 4 transactions",
	steps: steps(4, "now", "Transaction 2 of 4 waits for its block."),
	text: "The first transaction is in a block, the second is on its way.",
	transactionId: null,
	items: [
		leg(1, {
			headline: "Let the bridge spend up to 100 USDC",
			state: "confirmed",
			transactionId: HASH,
			text: "block 31,204,119",
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
	text: "The first transaction took effect, the second was reverted: its fee is spent. The others were not sent.",
	transactionId: null,
	items: [
		leg(1, { headline: "Let the bridge spend up to 100 USDC", state: "confirmed", transactionId: HASH }),
		leg(2, {
			headline: "Deposit 100 USDC into the bridge",
			state: "failed",
			transactionId: HASH.replaceAll("c", "e"),
			text: "The chain reverted it: the pool is paused.",
		}),
		leg(3, {
			headline: "Sign the bridge’s order",
			state: "held",
			text: "Its signature never left this computer.",
		}),
		leg(4, { headline: "Take back the allowance", state: "skipped" }),
	],
});

/** A step would have done more than approved, so the rest was not signed, and an allowance is left. */
export const cutShort = progress({
	headline: "Approve 100 USDC for the router, then swap 100 USDC for ETH, then send 0.02 ETH to Ana",
	steps: steps(1, "failed", null),
	outcome: "failed",
	text: message("signing.step", {
		step: "2",
		told: message("signing.worse.receiver", { address: "0xbDA5747bFD65F08deb54cb465eB87D40e51B197E" }),
	}),
	result: {
		headline: message("outcome.cut-short", {
			confirmed: 1,
			count: 3,
			headline: "Approve 100 USDC for the router, then swap 100 USDC for ETH, then send 0.02 ETH to Ana",
		}),
		changes: [],
	},
	transactionId: null,
	left: [allowance({ id: "8453 allowance usdc", amount: amount("100", "USDC", null, "100000000") })],
	items: [
		leg(1, {
			headline: "Approve the router to spend up to 100 USDC",
			state: "confirmed",
			transactionId: HASH,
		}),
		leg(2, {
			headline: "Swap 100 USDC for about 0.022 ETH",
			state: "unsigned",
			text: sentences(
				message("signing.worse.receiver", { address: "0xbDA5747bFD65F08deb54cb465eB87D40e51B197E" }),
				message("signing.rest.not-signed"),
			),
		}),
		leg(3, { headline: "Send 0.02 ETH to Ana (Contacts)", state: "skipped" }),
	],
});

export const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow".split(
	" ",
);
