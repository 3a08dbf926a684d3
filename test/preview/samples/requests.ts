import { message } from "../../../src/core/localized-text.ts";
import type { CheckRow, ReviewView } from "../../../src/ipc/review.ts";
import { amount, HASH, MAIN, ROUTER, SOL_ANA, SOL_MAIN, SOL_STRANGER, STRANGER, USDC } from "./common.ts";
import {
	approveCall,
	bytesMessage,
	crowdedSol,
	hidingMessage,
	hugeOrder,
	permit,
	signIn,
	solPayment,
	strangeSol,
	swapCall,
	unknownOrder,
	userOperation,
} from "./content.ts";
import { allowed, costs, FIRST_ALLOWED, FIRST_PAID, known, paid, party, review } from "./review.ts";

/** Reviews of everything else than one EVM transaction. */

const signature = {
	step: null,
	steps: [],
	parties: [],
	opinion: null,
	costs: null,
	changes: [],
	changesClaim: "nothing is sent",
	guards: [],
	findings: [],
	logs: [],
	broadcaster: { kind: "wallet", text: message("review.submits.signature") },
} as const satisfies Partial<ReviewView>;

const solana = {
	chain: { id: "mainnet-beta", name: "Solana" },
	step: null,
	steps: [],
	logs: [],
	signer: { address: SOL_MAIN, state: "ready", text: "unlocked" },
	costs: costs({
		most: amount("0.000025", "SOL", "25000"),
		likely: null,
		l1: null,
		covered: { ok: true, text: "Your 12.5 SOL cover the value and the most it can cost." },
	}),
} as const satisfies Partial<ReviewView>;

const typedWord = {
	possible: true,
	refusals: [],
	word: "20A8",
	wordOf: "fingerprint",
	canRetry: false,
} as const;

/** An action of two transactions under one approval. */
export function twoSteps(): ReviewView {
	const base = review();
	return review({
		entryId: "e-two",
		requestKind: "action",
		requestId: "act_0b9a6a0e1f7a55",
		digest: null,
		revision: 2,
		step: null,
		steps: [],
		headline: "Approve 100 USDC for the router, then swap 1.5 ETH for USDC",
		parties: [
			party("spender", ROUTER, { ...known("Uniswap"), usage: allowed(9) }),
			party("recipient", STRANGER, { usage: FIRST_PAID }),
		],
		serviceSays: [],
		oneHold: ["Approve the router to spend up to 100 USDC", "Swap 1.5 ETH for about 4,410.25 USDC"],
		contents: [approveCall(), swapCall()],
		changes: base.changes.map((row) => ({ ...row, step: 2 })),
		permissions: [
			{
				spender: ROUTER,
				token: USDC,
				kind: "allowance",
				amount: amount("100", "USDC", "100000000"),
				unlimited: false,
				grants: true,
				text: "0xbDA574…1B197E can spend up to 100 USDC, until spent or revoked",
				source: "decoded",
				step: 1,
			},
		],
	});
}

/** Six transactions under one approval: the four answers come first. */
export function manySteps(): ReviewView {
	return {
		...twoSteps(),
		entryId: "e-six",
		headline: "Swap in 6 transactions",
		oneHold: [1, 2, 3].flatMap(() => twoSteps().oneHold),
		contents: [approveCall(), swapCall(), approveCall(), swapCall(), approveCall(), swapCall()],
	};
}

/** The third of four members of a batch, which waits for the second. */
export function batchMember(): ReviewView {
	const states = ["confirmed", "submitted", "needs_signature", "needs_signature"];
	return review({
		entryId: "e-batch",
		step: { at: 3, of: 4 },
		steps: states.map((state, index) => ({
			commitId: `${index}b9a6a0e-1111-4a59-9f4e-0c3a0d1f7a55`,
			index,
			state,
			headline: index === 3 ? null : `Approve the router to spend up to ${index + 1}0 DEMO`,
			source: `staged as ${40 + index} for 31337 (evm:${index + 1})`,
			here: index === 2,
		})),
		approval: {
			possible: false,
			refusals: ["Step 2 is not confirmed yet, and this one builds on it. Nothing was signed; wait for it."],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	});
}

export function solanaPayment(): ReviewView {
	return review({
		entryId: "e-sol",
		...solana,
		who: { app: "payroll", session: "November", sessionId: "ses_pay00001" },
		headline: solPayment().headline,
		parties: [
			party("recipient", SOL_STRANGER, {
				usage: FIRST_PAID,
				gets: [message("party.gets", { amount: "40 USDC" })],
			}),
			party("recipient", SOL_ANA, {
				description: message("party.contact"),
				usage: paid(11),
				gets: [message("party.gets", { amount: "1.25 SOL" })],
			}),
		],
		serviceSays: ["Pay the November invoice"],
		contents: [solPayment()],
		changes: [
			{
				account: SOL_MAIN,
				mine: true,
				direction: "out",
				amount: amount("1.25", "SOL", "1250000000"),
				tokenId: null,
				counterparty: null,
				of: amount("12.5", "SOL", "12500000000"),
				step: null,
			},
			{
				account: SOL_MAIN,
				mine: true,
				direction: "out",
				amount: amount("40", "USDC", "40000000"),
				tokenId: null,
				counterparty: null,
				of: amount("310", "USDC", "310000000"),
				step: null,
			},
		],
		findings: [],
	});
}

export function solanaStrange(): ReviewView {
	return review({
		entryId: "e-sol-strange",
		...solana,
		headline: strangeSol().headline,
		parties: [party("program", SOL_STRANGER)],
		headlineKnown: false,
		serviceSays: ["Claim the rewards"],
		contents: [strangeSol()],
		changes: [],
		findings: [
			{
				id: "unknown-program",
				severity: "danger",
				text: "Instruction 2 calls a program that Countersign does not know",
			},
		],
		approval: { ...typedWord, word: "Qx7f", wordOf: "program" },
	});
}

export function solanaCrowded(): ReviewView {
	return review({
		entryId: "e-sol-crowd",
		...solana,
		parties: [party("program", SOL_STRANGER)],
		contents: [crowdedSol()],
	});
}

export function signInReview(): ReviewView {
	return review({
		entryId: "e-sign-in",
		...signature,
		who: { app: "orders", session: "Where is my order", sessionId: "ses_orders" },
		headline: signIn().headline,
		serviceSays: ["Sign in to see your orders"],
		contents: [signIn()],
	});
}

export function hidingReview(): ReviewView {
	return review({
		entryId: "e-hiding",
		...signature,
		headline: hidingMessage().headline,
		serviceSays: [],
		contents: [hidingMessage()],
		approval: typedWord,
	});
}

export function bytesReview(): ReviewView {
	return review({
		entryId: "e-bytes",
		...signature,
		chain: { id: "mainnet-beta", name: "Solana" },
		signer: { address: SOL_MAIN, state: "ready", text: "unlocked" },
		headline: bytesMessage().headline,
		headlineKnown: false,
		serviceSays: ["Link your account"],
		contents: [bytesMessage()],
		approval: typedWord,
	});
}

export function permitReview(): ReviewView {
	return review({
		entryId: "e-permit",
		...signature,
		headline: permit().headline,
		parties: [party("spender", STRANGER, { usage: FIRST_ALLOWED })],
		serviceSays: ["Permit USDC for the vault"],
		contents: [permit()],
		permissions: [
			{
				spender: STRANGER,
				token: USDC,
				kind: "allowance",
				amount: amount("250", "USDC", "250000000"),
				unlimited: false,
				grants: true,
				text: "0xbDA574…1B197E can spend up to 250 USDC until the deadline",
				source: "decoded",
				step: null,
			},
		],
	});
}

export function unknownTyped(huge = false): ReviewView {
	const content = huge ? hugeOrder() : unknownOrder();
	return review({
		entryId: "e-typed",
		...signature,
		headline: content.headline,
		headlineKnown: false,
		serviceSays: ["List the item for sale"],
		contents: [content],
		approval: typedWord,
	});
}

/** Three payloads of different kinds under one approval. */
export function severalSignatures(): ReviewView {
	return review({
		entryId: "e-several",
		...signature,
		requestKind: "action",
		requestId: "act_5510aa7ec3d92b",
		digest: null,
		headline: "Sign in to app.example.com, and two more signatures",
		parties: [party("spender", STRANGER, { usage: FIRST_ALLOWED })],
		serviceSays: [],
		contents: [signIn(), permit(), bytesMessage()],
		approval: typedWord,
	});
}

export function blind(): ReviewView {
	return review({
		entryId: "e-blind",
		...signature,
		headline: userOperation().headline,
		headlineKnown: false,
		serviceSays: ["Execute the batch gaslessly"],
		contents: [userOperation()],
		findings: [{ id: "blind", severity: "danger", text: "What the hash stands for can’t be seen" }],
		approval: typedWord,
	});
}

export function replacement(purpose: "speed_up" | "cancel" = "speed_up"): ReviewView {
	const cancel = purpose === "cancel";
	const content = cancel
		? swapCall({ headline: "Send 0 ETH to yourself", serviceSays: null, to: MAIN, decoded: null, data: "0x" })
		: swapCall({ maxFee: "3200000000", priorityFee: "100000000" });
	const base = review();
	return review({
		entryId: "e-replace",
		requestKind: "replacement",
		requestId: null,
		digest: null,
		revision: null,
		who: { app: null, session: "Rebalance to stables", sessionId: "ses_4d7e8f01" },
		step: null,
		steps: [],
		headline: cancel
			? "Cancel “Swap 1.5 ETH for USDC”"
			: "Swap 1.5 ETH for at least 4,388.20 USDC, at a higher fee",
		serviceSays: [],
		expiresAt: null,
		replaces: {
			purpose,
			headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
			transactionId: HASH,
			text: "At most 0.00041 ETH before, at most 0.00069 ETH now.",
		},
		contents: [content],
		changes: cancel ? [] : base.changes,
		guards: [],
		findings: [],
		canReject: false,
	});
}

function checks(count: number, status: CheckRow["status"]): readonly CheckRow[] {
	return Array.from({ length: count }, (_, index) => ({
		field: `Step ${Math.floor(index / 20) + 1}, account ${(index % 20) + 1}`,
		status,
		reviewed: `0x${index.toString(16).padStart(40, "0")}`,
		payload: status === "failed" ? STRANGER.address : `0x${index.toString(16).padStart(40, "0")}`,
		text: status === "failed" ? "Account 4 isn’t the one in the review." : "Equal in both.",
	}));
}

/** A match of 200 checks, most of which pass. */
export function manyChecks(): ReviewView {
	return review({
		entryId: "e-many",
		checks: [...checks(190, "passed"), ...checks(6, "failed"), ...checks(4, "unknown")],
		verdict: "refused",
		verdictText: "6 accounts are not the reviewed ones. It can’t be signed.",
		fingerprint: null,
		approval: {
			possible: false,
			refusals: ["6 accounts differ from the review. Nothing was signed and no funds moved. Reject it."],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	});
}
