import { message, verbatim } from "../../../src/core/localized-text.ts";
import type { AddressView } from "../../../src/ipc/primitives.ts";
import type { CheckRow, CostsView, PartyView, ReviewView } from "../../../src/ipc/review.ts";
import { amount, DIGEST, FINGERPRINT, MAIN, MINUTE, NOW, ROUTER, STRANGER, USDC } from "./common.ts";
import { swapCall, unknownCall } from "./content.ts";

function passed(field: string, value: string): CheckRow {
	return {
		field,
		status: "passed",
		reviewed: value,
		payload: value,
		text: "Equal in the review and in the payload.",
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
		l1: null,
		serviceFee: null,
		fees: [],
		covered: { ok: true, text: "Your 3.204 ETH cover the value and the most it can cost." },
		...change,
	};
}

export function party(
	role: PartyView["role"],
	address: AddressView,
	change: Partial<PartyView> = {},
): PartyView {
	return { role, address, name: null, description: null, usage: null, imitates: null, ...change };
}

/** A contact that the stranger is made to look like. */
const ANA = {
	address: { address: "0xbDA57a1fE65F08dEb54cb065eC87D4De52Bc197E", label: "Ana", short: "0xbDA57a…Bc197E" },
	knownAs: message("finding.look-alike.named", { name: "Ana" }),
} as const;

const SINCE = { since: true, at: { at: Date.UTC(2026, 2, 9), style: "month" } } as const;
export const known = (app: string) => ({
	name: message("contract.name.router", { app }),
	standing: message("party.known"),
});
export const allowed = (count: number) => message("party.allowed", { count, ...SINCE });
export const paid = (count: number) => message("party.paid", { count, ...SINCE });
export const FIRST_PAID = message("party.first-payment");
export const FIRST_ALLOWED = message("party.first-allowance");

/** The review of the mock: a swap that matches, with one finding. */
export function review(change: Partial<ReviewView> = {}): ReviewView {
	return {
		entryId: "e-swap",
		opinion: {
			state: "agrees",
			text: message("opinion.agrees"),
			how: "Simulated on your RPC (eth_simulateV1), on top of block 31204118",
			rows: [],
		},
		names: {},
		requestKind: "commit",
		requestId: "3f0f3c0e-0d4f-4a59-9f4e-0c3a0d1f7a55",
		replaces: null,
		who: { app: "uniswap", session: "Rebalance to stables", sessionId: "ses_4d7e8f01" },
		broadcaster: { kind: "wallet", text: "your wallet submits it" },
		chain: { id: "8453", name: "Base" },
		step: { at: 2, of: 2 },
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		headlineKnown: true,
		parties: [party("contract", ROUTER, { ...known("Uniswap"), usage: allowed(9) })],
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
				of: amount("3.2041", "ETH", "3204118022940021174", { full: "3.204118022940021174" }),
				after: amount("1.7041", "ETH", "1704118022940021174", { full: "1.704118022940021174" }),
				mark: "coin",
				step: null,
			},
			{
				account: MAIN,
				mine: true,
				direction: "in",
				amount: amount("4,410.25", "USDC", "4410251873", { full: "4,410.251873" }),
				tokenId: null,
				counterparty: null,
				of: amount("502.15", "USDC", "502150000"),
				after: amount("4,912.40", "USDC", "4912401873", { full: "4,912.401873" }),
				mark: "dollar",
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
		permissions: [],
		costs: costs(),
		verdict: "matched",
		verdictText: "What would be signed is what the review shows.",
		checks: CHECKS,
		guards: [
			{ name: "slippage", status: "passed", message: null },
			{ name: "recipient", status: "passed", message: "The output goes to the signer." },
		],
		warnings: [],
		typedIntent: null,
		findings: [{ id: "nonce", severity: "info", text: "Its nonce is the next one" }],
		fingerprint: FINGERPRINT,
		digest: DIGEST,
		revision: 3,
		steps: [
			{
				commitId: "0b9a6a0e-1111-4a59-9f4e-0c3a0d1f7a55",
				index: 0,
				state: "confirmed",
				headline: "Approve the router to spend up to 100 USDC",
				source: null,
				here: false,
			},
			{
				commitId: "3f0f3c0e-0d4f-4a59-9f4e-0c3a0d1f7a55",
				index: 1,
				state: "needs_signature",
				headline: "Swap 100 USDC",
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
		signer: { address: MAIN, state: "ready", text: "unlocked" },
		approval: { possible: true, refusals: [], word: null, wordOf: null, canRetry: false },
		oneHold: [],
		canAskChange: true,
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
		headline: "Approve an unknown address to spend unlimited USDC",
		parties: [party("spender", STRANGER, { usage: FIRST_ALLOWED, imitates: { ...ANA, usage: paid(4) } })],
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
		permissions: [
			{
				spender: STRANGER,
				token: USDC,
				kind: "allowance",
				amount: null,
				unlimited: true,
				grants: true,
				text: "0xbDA574…1B197E can spend all your USDC at any time, without asking again",
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
				text: "Revoke the router’s USDC allowance",
				source: "service",
				step: null,
			},
		],
		warnings: ["Spender was deployed 2 days ago."],
		findings: [
			{
				id: "look-alike",
				severity: "danger",
				text: message("finding.look-alike", {
					from: 5,
					to: 8,
					hex: true,
					address: STRANGER.address,
					whom: ANA.knownAs,
					imitated: ANA.address.address,
				}),
				short: message("reason.look-alike", { whom: ANA.knownAs }),
			},
			{
				id: "rights",
				severity: "danger",
				text: message("finding.rights.unlimited", {
					who: STRANGER.short,
					over: "asset",
					what: "USDC",
					account: message("account.signer"),
					count: 1,
					end: "never",
					at: { at: 0, style: "minute" },
				}),
			},
			{ id: "gas", severity: "caution", text: "The gas limit is 4 times our own estimate" },
		],
		approval: { possible: true, refusals: [], word: "UNLIMITED", wordOf: "unlimited", canRetry: false },
	});
}

/** A lying payload: refused with the failing field and both values. */
export function lying(): ReviewView {
	return review({
		entryId: "e-lie",
		headline: "Call an unknown function of 0xbDA5…1B197E",
		headlineKnown: false,
		parties: [party("contract", STRANGER)],
		contents: [unknownCall()],
		verdict: "refused",
		verdictText:
			"The transaction is not the one that the review shows: the target differs. It can’t be signed.",
		checks: [
			...CHECKS.filter((check) => check.field !== "Target" && check.field !== "Nonce"),
			{
				field: "Target",
				status: "failed",
				reviewed: ROUTER.address,
				payload: STRANGER.address,
				text: "The transaction goes to a different address than the review shows.",
			},
			{
				field: "Nonce",
				status: "unknown",
				reviewed: null,
				payload: "42",
				text: "The RPC did not answer, so it can’t be compared with the chain’s.",
			},
		],
		costs: {
			...costs(),
			covered: { ok: false, text: "Your 0.2 ETH don’t cover the 1.5 ETH and the fees." },
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
		signer: { address: MAIN, state: "locked", text: "locked" },
		approval: {
			possible: false,
			refusals: ["Your keys are locked. Unlock them here to approve."],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	});
}
