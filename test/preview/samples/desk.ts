import type { ActivityRow, ApprovedRow } from "../../../src/ipc/activity.ts";
import type { SessionRow } from "../../../src/ipc/conversations.ts";
import type { InboxEntryView } from "../../../src/ipc/inbox.ts";
import type { AccountView } from "../../../src/ipc/wallet.ts";
import type { DeskView } from "../../../src/ipc/windows.ts";
import { agents } from "./agents.ts";
import { book } from "./book.ts";
import { catalog } from "./catalog.ts";
import {
	ANSWERED,
	amount,
	DIGEST,
	FINGERPRINT,
	HASH,
	LEDGER_EVM,
	live,
	MAIN,
	MINUTE,
	NOW,
	SAVINGS,
	SENT,
	SOL_MAIN,
	settings,
	steps,
	vault,
} from "./common.ts";
import { budgets, home } from "./home.ts";
import { identityBrief } from "./identity.ts";
import { serviceAccount } from "./service-account.ts";
import { updates } from "./updates.ts";

export function entry(change: Partial<InboxEntryView> = {}): InboxEntryView {
	return {
		id: "e-swap",
		sessionId: "ses_4d7e8f01",
		session: "Rebalance to stables",
		app: "uniswap",
		headline: "Swap 1.5 ETH for at least 4,388.20 USDC",
		amount: amount("1.5", "ETH", "1500000000000000000"),
		mark: "coin",
		chain: "Base",
		expiresAt: NOW + 4 * MINUTE + 12_000,
		arrivedAt: NOW - 40_000,
		state: "waiting",
		match: "matched",
		findings: 1,
		worst: null,
		unlimited: false,
		cents: null,
		batch: null,
		snoozedUntil: null,
		steps: SENT,
		stepsDone: 0,
		note: null,
		muted: false,
		blocked: false,
		...change,
	};
}

export const entries: readonly InboxEntryView[] = [
	entry(),
	entry({
		id: "e-pay",
		sessionId: "ses_pay00001",
		session: "November",
		app: "payroll",
		headline: "Send 12,000 USDC to Ana (Contacts)",
		amount: amount("12,000", "USDC", "12000000000"),
		mark: "dollar",
		chain: "Ethereum",
		expiresAt: NOW + 21 * MINUTE + 40_000,
		findings: 0,
	}),
	entry({
		id: "e-sign-in",
		sessionId: "ses_orders",
		session: "Where is my order",
		app: "orders",
		headline: "Sign in to app.example.com",
		amount: null,
		mark: "signature",
		expiresAt: NOW + 8 * MINUTE,
		findings: 0,
	}),
	entry({
		id: "e-sol",
		sessionId: "ses_pay00001",
		session: "November",
		app: "payroll",
		headline: "Send 1.25 SOL to Ana (Contacts)",
		amount: amount("1.25", "SOL", "1250000000"),
		chain: "Solana",
		expiresAt: NOW + 30 * MINUTE,
		findings: 0,
	}),
	entry({
		id: "e-answering",
		sessionId: "ses_orders",
		session: "Where is my order",
		app: "orders",
		headline: "Sign the order of 2 November",
		amount: null,
		mark: "call",
		state: "settling",
		steps: ANSWERED,
		stepsDone: 3,
		note: "waits for the service",
	}),
	entry({
		id: "e-lie",
		sessionId: "ses_scout001",
		session: "Idle \u202Efunds\u200B",
		app: "yield-scout",
		headline: "Can’t be signed: the target differs from the review",
		amount: null,
		mark: "call",
		chain: "Ethereum",
		expiresAt: null,
		match: "refused",
		findings: 0,
	}),
	entry({
		id: "e-settle",
		sessionId: "ses_treasury",
		session: "Weekly sweep",
		app: "treasury",
		headline: "Send 0.42 ETH to Cold storage",
		state: "settling",
		stepsDone: 5,
		note: "waiting for block 31,204,118",
		arrivedAt: NOW - 18_000,
	}),
	entry({
		id: "e-done",
		sessionId: "ses_treasury",
		session: "Weekly sweep",
		app: "treasury",
		headline: "Approve the router to spend up to 100 DEMO",
		state: "done",
		stepsDone: 6,
		note: "confirmed in block 31,203,990",
		amount: null,
		mark: "call",
		arrivedAt: NOW - 3 * 60 * MINUTE,
	}),
];

export function session(id: string, title: string, change: Partial<SessionRow> = {}): SessionRow {
	return {
		id,
		title,
		turnState: "complete",
		updatedAt: NOW - 20 * MINUTE,
		waiting: 0,
		muted: false,
		archived: false,
		connection: live,
		...change,
	};
}

export const sessions: readonly SessionRow[] = [
	session("ses_4d7e8f01", "Rebalance to stables", {
		turnState: "awaiting_action",
		waiting: 1,
		updatedAt: NOW - 40_000,
	}),
	session("ses_treasury", "Weekly sweep", { turnState: "processing", updatedAt: NOW - 18_000 }),
	session("ses_pay00001", "November", { turnState: "awaiting_action", waiting: 1, muted: true }),
	session("ses_scout001", "Idle \u202Efunds\u200B", { turnState: "failed" }),
	session("ses_old00001", "What is staking", { archived: true, updatedAt: NOW - 3 * 24 * 60 * MINUTE }),
];

const accounts: readonly AccountView[] = [
	{
		address: MAIN,
		family: "evm",
		signer: "local",
		hidden: false,
		path: "m/44'/60'/0'/0/0",
		phraseIndex: 0,
		balances: [
			{
				chain: "Base",
				amount: amount("3.204", "ETH", "3204118022940021174", { full: "3.204118022940021174" }),
				text: null,
			},
			{ chain: "Ethereum", amount: null, text: "Can’t be read: your RPC is on a different network." },
		],
	},
	{
		address: SOL_MAIN,
		family: "svm",
		signer: "local",
		hidden: false,
		path: "m/44'/501'/0'/0'",
		phraseIndex: 0,
		balances: [{ chain: "Solana", amount: amount("12.5", "SOL", "12500000000"), text: null }],
	},
	{
		address: LEDGER_EVM,
		family: "evm",
		signer: "ledger",
		hidden: false,
		path: "m/44'/60'/0'/0/0",
		phraseIndex: null,
		balances: [
			{ chain: "Base", amount: amount("0.5", "ETH", "500000000000000000"), text: null },
			{ chain: "Ethereum", amount: amount("12", "ETH", "12000000000000000000"), text: null },
		],
	},
	{
		address: { ...SAVINGS, label: null },
		family: "evm",
		signer: "local",
		hidden: false,
		path: null,
		phraseIndex: null,
		balances: [],
	},
];

export function activityRow(index: number, change: Partial<ApprovedRow> = {}): ApprovedRow {
	return {
		kind: "approved",
		app: null,
		id: `a-${index}`,
		at: NOW - index * 47 * MINUTE - 18_000,
		headline:
			index % 2 === 0 ? "Send 0.42 ETH to Cold storage" : "Approve the router to spend up to 100 DEMO",
		session: "Weekly sweep",
		sessionId: "ses_treasury",
		entryId: "e-settle",
		chain: "Base",
		signer: MAIN,
		state: "submitted",
		outcome: "confirmed",
		transactionId: HASH,
		explorer: "basescan.org",
		fingerprint: FINGERPRINT,
		digest: DIGEST,
		steps: steps(6),
		...change,
	};
}

const activity: readonly ActivityRow[] = [
	activityRow(0, { outcome: "moving", steps: steps(5, "now", "In the chain’s queue, waiting for a block.") }),
	activityRow(1),
	activityRow(2, { outcome: "stuck", steps: steps(4, "failed", "The RPC did not answer.") }),
	activityRow(3, { outcome: "rejected", transactionId: null, explorer: null, steps: steps(1, "skipped") }),
	activityRow(4, { outcome: "failed", steps: steps(5, "failed", "The chain reverted it.") }),
	...Array.from({ length: 400 }, (_, index) => activityRow(index + 5)),
];

export function deskView(change: Partial<DeskView> = {}): DeskView {
	return {
		identity: identityBrief(),
		catalog: catalog(),
		serviceAccount: serviceAccount(),
		connected: { evm: MAIN.address, svm: SOL_MAIN.address },
		inbox: entries,
		rejections: [],
		agents: agents(),
		sessions,
		accounts,
		activity,
		connection: live,
		vault: vault(),
		settings: settings(),
		book: book(),
		powers: {
			...{ holders: [], exposed: null, reading: false, readAt: NOW - MINUTE, fault: null },
			...{ unread: [], left: 0, logs: [] },
		},
		alerts: [],
		home: home(),
		budgets,
		setup: null,
		updates: updates(),
		now: NOW,
		revision: 1,
		...change,
	};
}
