import type {
	AgentCallerView,
	AgentPageView,
	AgentRow,
	AgentsScreen,
	AgentsView,
	RemoteAgentRow,
} from "../../../src/ipc/agents.ts";
import type { ProposalView } from "../../../src/ipc/review.ts";
import { t } from "../../../src/text/index.ts";
import { LEDGER_EVM, MAIN, MINUTE, NOW, SOL_MAIN } from "./common.ts";

/** Agents of this computer and of the service. */

const HOUR = 60 * MINUTE;

export function agent(change: Partial<AgentRow> = {}): AgentRow {
	return {
		id: "agent-claude",
		name: "Claude on this computer",
		client: "claude_code",
		state: "connected",
		accounts: ["Main"],
		networks: ["8453", "1"],
		spentToday: "$212.00",
		dayLimit: "$500",
		percent: 42,
		waiting: 3,
		lastCallAt: NOW - 2 * MINUTE,
		...change,
	};
}

const remoteAgent = (change: Partial<RemoteAgentRow> = {}): RemoteAgentRow => ({
	app: "Payroll",
	sessionIds: ["ses_pay00001"],
	waiting: 12,
	lastAt: NOW - 4 * MINUTE,
	muted: false,
	...change,
});

const local: readonly AgentRow[] = [
	agent(),
	agent({
		id: "agent-codex",
		name: "Codex",
		client: "codex",
		spentToday: "$100.00",
		dayLimit: "$100",
		percent: 100,
		waiting: 0,
		lastCallAt: NOW - HOUR,
	}),
	agent({
		id: "agent-cursor",
		name: "Cursor",
		client: "cursor",
		state: "paused",
		spentToday: "$0.00",
		dayLimit: "$50",
		percent: 0,
		waiting: 0,
		lastCallAt: NOW - 26 * HOUR,
	}),
	agent({
		id: "agent-forge",
		name: "forge and cast",
		client: "foundry",
		state: "idle",
		accounts: ["Deployer"],
		networks: ["84532"],
		spentToday: "$0.00",
		dayLimit: null,
		percent: null,
		waiting: 0,
		lastCallAt: NOW - 72 * HOUR,
	}),
];

export const remote: readonly RemoteAgentRow[] = [
	remoteAgent(),
	remoteAgent({
		app: "Uniswap",
		sessionIds: ["ses_4d7e8f01", "ses_orders"],
		waiting: 9,
		lastAt: NOW - 11 * MINUTE,
	}),
	remoteAgent({
		app: "Claim\u202EHelper",
		sessionIds: ["ses_scout001"],
		waiting: 0,
		lastAt: NOW - 90 * HOUR,
		muted: true,
	}),
];

export function agents(change: Partial<AgentsView> = {}): AgentsView {
	return {
		doors: {
			socket: { path: "/run/user/1000/countersign/agents.sock", fault: null },
			http: { port: 45_719, fault: null },
		},
		unknownCall: null,
		local,
		remote,
		...change,
	};
}

export const noDoors: AgentsView["doors"] = { socket: null, http: null };

export const caller = (change: Partial<AgentCallerView> = {}): AgentCallerView => ({
	program: "claude",
	pid: 48_112,
	door: "mcp_stdio",
	at: NOW - 8_000,
	...change,
});

const atHour = (hours: number) => new Date(NOW).setHours(0, 0, 0, 0) + hours * HOUR;

export function agentPage(change: Partial<AgentPageView> = {}): AgentPageView {
	return {
		...agent(),
		addedAt: NOW - 9 * 24 * HOUR,
		pausedAt: null,
		firstCall: caller({ at: NOW - 9 * 24 * HOUR }),
		lastCall: caller({ at: NOW - 2 * MINUTE }),
		week: { requestCount: 41, repeats: 9, signed: 29, rejected: 6, refused: 3 },
		spent: [
			{ at: atHour(6.2), cents: "3800" },
			{ at: atHour(7.4), cents: "9200" },
			{ at: atHour(8.6), cents: "17200" },
			{ at: atHour(10.5), cents: "21200" },
		],
		limits: { once: "25000", day: "50000" },
		maxWaiting: 10,
		maxPerHour: 30,
		notify: "findings",
		rules: { scoped: 3, all: 5 },
		requests: [
			{
				entryId: "e-swap",
				headline: "Swap 180 USDC for at least 0.0568 WETH",
				state: "waiting since",
				at: NOW - 2 * MINUTE,
				chain: "Ethereum",
				fiat: "≈ $180.00",
				outcome: "waiting",
			},
			{
				entryId: "e-pay",
				headline: "Send 40 USDC to Kofi Mensah",
				state: "confirmed",
				at: NOW - 43 * MINUTE,
				chain: "Base",
				fiat: "≈ $40.00",
				outcome: "signed",
			},
			{
				entryId: "e-refused",
				headline: "Swap 400 USDC for at least 0.1262 WETH",
				state: "over your limit of $250 a payment,",
				at: NOW - 143 * MINUTE,
				chain: "Ethereum",
				fiat: "≈ $400.00",
				outcome: "refused",
			},
			{
				entryId: "e-approve",
				headline: "Approve Aave to spend unlimited USDC",
				state: "rejected",
				at: NOW - 241 * MINUTE,
				chain: "Base",
				fiat: null,
				outcome: "refused",
			},
		],
		...change,
	};
}

export function agentsScreen(change: Partial<AgentsScreen> = {}): AgentsScreen {
	return {
		screen: "agents",
		agents: agents(),
		agentId: null,
		shared: null,
		firstCall: null,
		accounts: [
			{ address: MAIN.address, label: "Main", family: "evm" },
			{ address: LEDGER_EVM.address, label: "Vault", family: "evm" },
			{ address: SOL_MAIN.address, label: "Sol", family: "svm" },
		],
		networks: [
			{ ref: "8453", name: "Base", family: "evm" },
			{ ref: "1", name: "Ethereum", family: "evm" },
			{ ref: "42161", name: "Arbitrum One", family: "evm" },
			{ ref: "mainnet-beta", name: "Solana", family: "svm" },
		],
		hasPassword: true,
		...change,
	};
}

export const proposal = (change: Partial<ProposalView> = {}): ProposalView => ({
	agentId: "agent-claude",
	agent: "Claude on this computer",
	caller: caller(),
	reason: "You asked me to move to stables before Monday.",
	requestCount: 4,
	payment: null,
	...change,
});

/** Sharing of the sample agent. */
export const shared = {
	name: "Claude on this computer",
	accounts: [MAIN.address],
	networks: ["8453", "1"],
	maxWaiting: 10,
	maxPerHour: 30,
} as const;

/** Main's answer to a new agent. */
export const addedAgent = {
	ok: true,
	agentId: "agent-new",
	where: t("agents.paste.claude-code"),
	paste: JSON.stringify(
		{
			mcpServers: {
				countersign: {
					command: "node",
					args: ["~/countersign/mcp.mjs"],
					env: { COUNTERSIGN_AGENT: "nyx-EUWwqpPWyOfwSxJBq386kcIE3r-GVRCqfsPVK4Q" },
				},
			},
		},
		null,
		2,
	),
} as const;
