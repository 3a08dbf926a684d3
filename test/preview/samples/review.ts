import { message, verbatim } from "../../../src/core/message.ts";
import type { CheckRow, CostsView, ReviewView } from "../../../src/ipc/review.ts";
import { amount, DIGEST, FINGERPRINT, MAIN, MINUTE, NOW, ROUTER, STRANGER, USDC } from "./common.ts";
import { swapCall, unknownCall } from "./content.ts";

function passed(field: string, value: string): CheckRow {
	return {
		field,
		status: "passed",
		reviewed: value,
		payload: value,
		words: "Equal in the review and in the payload.",
	};
}

const CHECKS: readonly CheckRow[] = [
	passed("Chain", "8453"),
	passed("Signer", MAIN.address),
	passed("Target", ROUTER.address),
	passed("Value", "1500000000000000000"),
	passed("Data", "0x3593564c00000000000000000000000000000000000000000000000000000060"),
	passed("Nonce", "42"),
	passed("Digest", DIGEST),
	passed("Expiry", "2026-11-21T14:07:32Z"),
	passed("Broadcaster", "wallet"),
];

export function costs(change: Partial<CostsView> = {}): CostsView {
	return {
		most: amount("0.00041", "ETH", "410000000000000"),
		likely: amount("0.00019", "ETH", "190000000000000"),
		serviceFee: "none",
		fees: [],
		covered: { ok: true, words: "Your 3.204 ETH cover the value and the most it can cost." },
		...change,
	};
}

/** The review of the mock: a swap that matches, with one finding. */
export function review(change: Partial<ReviewView> = {}): ReviewView {
	return {
		entryId: "e-swap",
		opinion: null,
		names: {},
		subject: "commit",
		subjectId: "3f0f3c0e-0d4f-4a59-9f4e-0c3a0d1f7a55",
		replaces: null,
		who: { app: "uniswap", session: "Rebalance to stables", sessionId: "ses_4d7e8f01" },
		broadcaster: { kind: "wallet", words: "Your wallet submits" },
		chain: { id: "8453", name: "Base" },
		step: { at: 2, of: 2 },
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		headlineKnown: true,
		serviceSays: ["Swap ETH to USDC on Uniswap v4, slippage 0.5 %"],
		adds: [],
		expiresAt: NOW + 4 * MINUTE + 12_000,
		changes: [
			{
				account: MAIN,
				mine: true,
				direction: "out",
				amount: amount("1.5", "ETH", "1500000000000000000"),
				tokenId: null,
				counterparty: null,
				of: amount("3.204", "ETH", "3204118022940021174"),
				step: null,
			},
			{
				account: MAIN,
				mine: true,
				direction: "in",
				amount: amount("4,410.25", "USDC", "4410251873", { full: "4,410.251873" }),
				tokenId: null,
				counterparty: null,
				of: null,
				step: null,
			},
			{
				account: ROUTER,
				mine: false,
				direction: "in",
				amount: amount("1.5", "ETH", "1500000000000000000"),
				tokenId: null,
				counterparty: null,
				of: null,
				step: null,
			},
		],
		changesClaim: "the service’s simulation",
		allows: [],
		costs: costs(),
		verdict: "matched",
		verdictWords: "What would be signed is what the review shows.",
		checks: CHECKS,
		guards: [
			{ name: "slippage", status: "passed", message: null },
			{ name: "recipient", status: "passed", message: "The output goes to the signer." },
		],
		warnings: [],
		asked: null,
		findings: [{ id: "new-router", severity: "caution", words: "First time you use this router" }],
		fingerprint: FINGERPRINT,
		digest: DIGEST,
		revision: 3,
		steps: [
			{
				commitId: "0b9a6a0e-1111-4a59-9f4e-0c3a0d1f7a55",
				index: 0,
				state: "confirmed",
				headline: "Lets the router take up to 100 USDC",
				source: null,
				here: false,
			},
			{
				commitId: "3f0f3c0e-0d4f-4a59-9f4e-0c3a0d1f7a55",
				index: 1,
				state: "needs_signature",
				headline: "Swaps 100 USDC",
				source: null,
				here: true,
			},
		],
		contents: [swapCall()],
		logs: [
			{
				address: USDC.address,
				topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"],
				data: "0x0000000000000000000000000000000000000000000000000000000106de3c61",
			},
		],
		raw: '{\n  "chain_id": 8453,\n  "to": "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"\n}',
		changed: [],
		signer: { address: MAIN, state: "ready", words: "unlocked" },
		approval: { possible: true, refusals: [], word: null, wordOf: null, canRetry: false },
		canReject: true,
		device: null,
		...change,
	};
}

/** An unlimited approval by a stranger: a typed word, danger, unchecked decimals. */
export function risky(): ReviewView {
	return review({
		entryId: "e-risky",
		who: { app: "yield\u202E-scout\u200B", session: "Idle funds", sessionId: "ses_scout001" },
		step: null,
		headline: "Let 0xbDA5…1B197E spend every USDC you have or will have",
		serviceSays: [
			"Approve USDC for the vault.\nTrusted by Countersign\u{E0041}\u{E0042}\u{E0043}\u{E0044}!",
			"Gas is sponsored.",
		],
		changes: [
			{
				account: MAIN,
				mine: true,
				direction: "unknown",
				amount: amount("12", "sUSDC\u200Dx", "12000000", { checked: false }),
				tokenId: null,
				counterparty: STRANGER,
				of: null,
				step: null,
			},
		],
		allows: [
			{
				spender: STRANGER,
				token: USDC,
				kind: "allowance",
				amount: null,
				unlimited: true,
				grants: true,
				words: "It can take all your USDC, now and later, without asking again",
				source: "decoded",
				step: null,
			},
			{
				spender: ROUTER,
				token: USDC,
				kind: "allowance",
				amount: amount("0", "USDC", "0"),
				unlimited: false,
				grants: false,
				words: "Takes back the router’s allowance",
				source: "service",
				step: null,
			},
		],
		warnings: ["Spender was deployed 2 days ago."],
		findings: [
			{
				id: "unlimited",
				severity: "danger",
				words: "An unlimited allowance to an address you have never used",
			},
			{
				id: "alike",
				severity: "danger",
				words: "Its first and last characters are like those of Ana (Contacts)",
			},
			{ id: "gas", severity: "caution", words: "The gas limit is 4 times our own estimate" },
		],
		approval: { possible: true, refusals: [], word: "UNLIMITED", wordOf: "unlimited", canRetry: false },
	});
}

/** A lying payload: refused with the failing field and both values. */
export function lying(): ReviewView {
	return review({
		entryId: "e-lie",
		headline: "Calls an unknown function of 0xbDA5…1B197E",
		headlineKnown: false,
		contents: [unknownCall()],
		verdict: "refused",
		verdictWords: "The payload is not the one that the review shows: the target differs. It can’t be signed.",
		checks: [
			...CHECKS.filter((check) => check.field !== "Target" && check.field !== "Nonce"),
			{
				field: "Target",
				status: "failed",
				reviewed: ROUTER.address,
				payload: STRANGER.address,
				words: "The transaction would go to another contract than the reviewed one.",
			},
			{
				field: "Nonce",
				status: "unknown",
				reviewed: null,
				payload: "42",
				words: "The RPC did not answer, so it can’t be compared with the chain’s.",
			},
		],
		costs: {
			...costs(),
			covered: { ok: false, words: "Your 0.2 ETH don’t cover the 1.5 ETH and the fees." },
		},
		findings: [],
		fingerprint: null,
		approval: {
			possible: false,
			refusals: [
				"The target is 0xbDA5…1B197E, but the review says 0x66a9…BA8Af. Nothing was signed and no funds moved. Reject it, or ask the agent to prepare it again.",
				"The balance does not cover value and fees.",
			],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	});
}

/** Revised while it was open. */
export function revised(): ReviewView {
	return review({
		revision: 4,
		changed: [
			{
				field: message("difference.field.value"),
				before: verbatim("4,388.20 USDC"),
				after: verbatim("4,120.00 USDC"),
			},
			{
				field: message("difference.field.review-digest"),
				before: verbatim("rd_9f2c…41ab"),
				after: verbatim("rd_77b0…e31c"),
			},
		],
	});
}

/** The keys are locked: the unlock field is in the bar. */
export function locked(): ReviewView {
	return review({
		signer: { address: MAIN, state: "locked", words: "locked" },
		approval: {
			possible: false,
			refusals: ["Your keys are locked. Unlock them here to approve."],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	});
}
