import { z } from "zod";
import {
	AGENT_CLIENTS,
	AGENT_NOTIFY_LEVELS,
	type AgentClient,
	type AgentNotifyLevel,
} from "../core/identities/agents.ts";
import type { Text } from "../core/localized-text.ts";
import type { Claim, CommandOutcome } from "./primitives.ts";
import { chainRef, desk, id, nothing, password, trusted } from "./primitives.ts";

/** Agents on this computer, which propose requests through the agents process. */

/** `unconfirmed`: no call yet. `calling`: its first call waits for the user's confirmation. */
export type AgentState = "unconfirmed" | "calling" | "connected" | "idle" | "paused";

/** Program that made an agent's first or last call; its name is its own claim. */
export interface AgentCallerView {
	readonly program: Claim | null;
	readonly pid: number | null;
	readonly door: "mcp_stdio" | "mcp_http" | "json_rpc";
	/** Unix ms. */
	readonly at: number;
}

export interface AgentRow {
	readonly id: string;
	/** The user's name for it. */
	readonly name: string;
	readonly client: AgentClient;
	readonly state: AgentState;
	/** Labels or short addresses of the shared accounts. */
	readonly accounts: readonly string[];
	/** Decimal chain ids and clusters; empty: every network. */
	readonly networks: readonly string[];
	/** Value that left through it since local midnight, "$212.00"; `null` without prices. */
	readonly spentToday: Text | null;
	/** Its lowest dollar limit a day, "$500"; `null` without one. */
	readonly dayLimit: Text | null;
	/** Part of that limit that is spent, integer up to 100; `null` without one. */
	readonly percent: number | null;
	readonly waiting: number;
	/** Unix ms; `null` before its first call. */
	readonly lastCallAt: number | null;
}

/** An app of the service whose agent works for the user. */
export interface RemoteAgentRow {
	/** App as its requests name it; `null` if they name none. */
	readonly app: Claim | null;
	readonly sessionIds: readonly string[];
	readonly waiting: number;
	readonly lastAt: number | null;
	readonly muted: boolean;
}

export interface AgentsView {
	/** Open doors; `null` if off. `fault`: why it could not be opened. */
	readonly doors: {
		/** MCP over the socket, for programs of this user. */
		readonly socket: { readonly path: string; readonly fault: Text | null } | null;
		/** MCP over HTTP and JSON-RPC on 127.0.0.1. */
		readonly http: { readonly port: number; readonly fault: Text | null } | null;
	};
	/** Latest call with a secret that no agent has, within ten minutes; `null` without one. */
	readonly unknownCall: AgentCallerView | null;
	readonly local: readonly AgentRow[];
	readonly remote: readonly RemoteAgentRow[];
}

/** A step of the spending curve: total that left until then. */
export interface SpendPoint {
	/** Unix ms. */
	readonly at: number;
	/** US cents, decimal digits. */
	readonly cents: string;
}

export interface AgentRequestRow {
	readonly entryId: string;
	readonly headline: Text;
	readonly state: Text;
	/** Unix ms. */
	readonly at: number;
	readonly chain: string;
	/** "≈ $180.00"; `null` without a price. */
	readonly fiat: Text | null;
	readonly outcome: "waiting" | "signed" | "refused";
}

export interface AgentPageView extends AgentRow {
	/** Unix ms. */
	readonly addedAt: number;
	/** Unix ms; `null` unless paused. */
	readonly pausedAt: number | null;
	readonly firstCall: AgentCallerView | null;
	readonly lastCall: AgentCallerView | null;
	readonly week: {
		readonly requestCount: number;
		/** Repeats that were folded into an entry. */
		readonly repeats: number;
		readonly signed: number;
		readonly rejected: number;
		/** Refused by limits before they reached the inbox. */
		readonly refused: number;
	};
	readonly spent: readonly SpendPoint[];
	/** US cents, decimal digits; `null` without such a rule. */
	readonly limits: { readonly once: string | null; readonly day: string | null };
	readonly maxWaiting: number;
	readonly maxPerHour: number;
	readonly notify: AgentNotifyLevel;
	/** Rules scoped to this agent, and those for everything. */
	readonly rules: { readonly scoped: number; readonly all: number };
	/** Newest first, at most 50. */
	readonly requests: readonly AgentRequestRow[];
}

/** Accounts, networks and limits that the user grants to an agent. */
const sharing = {
	/** Addresses of the user's accounts. */
	accounts: z.array(z.string().min(32).max(64)).min(1).max(100),
	/** Empty: every network. */
	networks: z.array(chainRef).max(100),
	maxWaiting: z.number().int().min(1).max(100),
	maxPerHour: z.number().int().min(1).max(1000),
};
const agentName = z.string().trim().min(1).max(60);

/** The secret's only display: exact text to paste, chosen by the client. */
export type AddedAgent = CommandOutcome & {
	readonly agentId?: string;
	/** Command or configuration with the secret. */
	readonly paste?: string;
	/** The place to paste it. */
	readonly where?: Text;
};

/** Commands of the desk. None adds an agent or allows more. */
export const agentProcedures = {
	loadAgent: desk.returns<AgentPageView | null>()(z.strictObject({ agentId: id }), { needsInput: false }),
	/** Further calls are answered with `paused`; what waits stays, without notifications. */
	pauseAgent: desk.command(z.strictObject({ agentId: id })),
	resumeAgent: desk.command(z.strictObject({ agentId: id })),
	/** Rejects what waits of this agent, ends its connections and pauses it. */
	stopLocalAgent: desk.command(z.strictObject({ agentId: id })),
	/** The same for all agents, sessions of the service included. */
	stopAllAgents: desk.command(nothing),
	setAgentNotify: desk.command(z.strictObject({ agentId: id, level: z.enum(AGENT_NOTIFY_LEVELS) })),
	/** Opens the trusted window to add an agent, or at one. */
	openAgent: desk.command(z.strictObject({ agentId: id.nullable() }), { needsInput: false }),
};

/** Commands of the trusted window. What allows more takes the password if there is one. */
export const agentTrustedProcedures = {
	addAgent: trusted.returns<AddedAgent>()(
		z.strictObject({
			name: agentName,
			client: z.enum(AGENT_CLIENTS),
			...sharing,
			/** US cents a day; adds a rule for this agent. `null`: no limit of its own. */
			dayLimit: z
				.string()
				.regex(/^[1-9][0-9]{0,12}$/)
				.nullable(),
			password: password.nullable(),
		}),
	),
	/** Admits the agent whose first call waits. */
	confirmAgent: trusted.command(z.strictObject({ agentId: id })),
	/** Removes an agent, or denies its first call; its secret is void and what waits of it is rejected. */
	removeAgent: trusted.command(z.strictObject({ agentId: id })),
	changeAgent: trusted.command(
		z.strictObject({ agentId: id, name: agentName, ...sharing, password: password.nullable() }),
	),
	/** Opens or closes the doors. */
	setAgentDoors: trusted.command(
		z.strictObject({ socket: z.boolean(), http: z.boolean(), password: password.nullable() }),
	),
};

/** Current sharing of an agent, as `changeAgent` takes it. */
export interface AgentSharing {
	readonly name: string;
	readonly accounts: readonly string[];
	readonly networks: readonly string[];
	readonly maxWaiting: number;
	readonly maxPerHour: number;
}

/** Screen of the trusted window that opens or closes the doors. */
export interface AgentDoorsScreen {
	readonly screen: "agentDoors";
	readonly doors: AgentsView["doors"];
	readonly hasPassword: boolean;
}

/** Screen of the trusted window that adds an agent, or shows one. `addAgent` moves the window to the new agent. */
export interface AgentsScreen {
	readonly screen: "agents";
	readonly agents: AgentsView;
	/** Agent to show; `null` to add one. */
	readonly agentId: string | null;
	/** Sharing of the shown agent; `null` to add one. */
	readonly shared: AgentSharing | null;
	/** First call that waits for confirmation, of the shown agent. */
	readonly firstCall: AgentCallerView | null;
	readonly accounts: readonly {
		readonly address: string;
		readonly label: string;
		readonly family: "evm" | "svm";
	}[];
	readonly networks: readonly {
		readonly ref: string;
		readonly name: string;
		readonly family: "evm" | "svm";
	}[];
	readonly hasPassword: boolean;
}
