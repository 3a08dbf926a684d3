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

/** Agents on this computer, which send requests through the agents process. */

/** `unconfirmed`: no calls yet. `calling`: the first call needs the user's confirmation. */
export type AgentState = "unconfirmed" | "calling" | "connected" | "idle" | "paused";

/** Program behind an agent's first or last call. The name is its own claim. */
export interface AgentCallerView {
	readonly program: Claim | null;
	readonly pid: number | null;
	readonly door: "mcp_stdio" | "mcp_http" | "json_rpc";
	/** Unix ms. */
	readonly at: number;
}

export interface AgentRow {
	readonly id: string;
	/** Name given by the user. */
	readonly name: string;
	readonly client: AgentClient;
	readonly state: AgentState;
	/** Labels or shortened addresses of the shared accounts. */
	readonly accounts: readonly string[];
	/** Decimal chain ids and clusters. Empty for all networks. */
	readonly networks: readonly string[];
	/** Value spent through the agent since local midnight, "$212.00". `null` without prices. */
	readonly spentToday: Text | null;
	/** Its lowest daily limit in dollars, "$500". `null` if it has none. */
	readonly dayLimit: Text | null;
	/** Percentage of that limit already spent, an integer up to 100. `null` without a limit. */
	readonly percent: number | null;
	readonly waiting: number;
	/** Unix ms. `null` before the first call. */
	readonly lastCallAt: number | null;
}

/** An app at the service whose agent works for the user. */
export interface RemoteAgentRow {
	/** Name of the app in its requests. `null` if they have none. */
	readonly app: Claim | null;
	readonly sessionIds: readonly string[];
	readonly waiting: number;
	readonly lastAt: number | null;
	readonly muted: boolean;
}

export interface AgentsView {
	/** Open doors. `null` if off. `fault`: why opening failed. */
	readonly doors: {
		/** MCP over the socket, for this user's programs. */
		readonly socket: { readonly path: string; readonly fault: Text | null } | null;
		/** MCP over HTTP and JSON-RPC on 127.0.0.1. */
		readonly http: { readonly port: number; readonly fault: Text | null } | null;
	};
	/** Latest call within ten minutes that used an unknown secret. `null` if there was none. */
	readonly unknownCall: AgentCallerView | null;
	readonly local: readonly AgentRow[];
	readonly remote: readonly RemoteAgentRow[];
}

/** One point of the spending curve: the total spent up to then. */
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
	/** "≈ $180.00". `null` without a price. */
	readonly fiat: Text | null;
	readonly outcome: "waiting" | "signed" | "refused";
}

export interface AgentPageView extends AgentRow {
	/** Unix ms. */
	readonly addedAt: number;
	/** Unix ms. `null` unless paused. */
	readonly pausedAt: number | null;
	readonly firstCall: AgentCallerView | null;
	readonly lastCall: AgentCallerView | null;
	readonly week: {
		readonly requestCount: number;
		/** Number of repeats merged into an entry. */
		readonly repeats: number;
		readonly signed: number;
		readonly rejected: number;
		/** Number refused because of limits, which never reached the inbox. */
		readonly refused: number;
	};
	readonly spent: readonly SpendPoint[];
	/** US cents, decimal digits. `null` without such a rule. */
	readonly limits: { readonly once: string | null; readonly day: string | null };
	readonly maxWaiting: number;
	readonly maxPerHour: number;
	readonly notify: AgentNotifyLevel;
	/** Number of rules for this agent, and of rules for everything. */
	readonly rules: { readonly scoped: number; readonly all: number };
	/** Newest first, at most 50. */
	readonly requests: readonly AgentRequestRow[];
}

/** Accounts, networks and limits granted to an agent. */
const sharing = {
	/** Addresses of the user's accounts. */
	accounts: z.array(z.string().min(32).max(64)).min(1).max(100),
	/** Empty for all networks. */
	networks: z.array(chainRef).max(100),
	maxWaiting: z.number().int().min(1).max(100),
	maxPerHour: z.number().int().min(1).max(1000),
};
const agentName = z.string().trim().min(1).max(60);

/** The exact text to paste into the client. Contains the secret, which is displayed only once. */
export type AddedAgent = CommandOutcome & {
	readonly agentId?: string;
	/** Command or configuration with the secret. */
	readonly paste?: string;
	/** Text that says where to paste it. */
	readonly where?: Text;
};

/** Desk commands. None adds an agent or gives one more access. */
export const agentProcedures = {
	loadAgent: desk.returns<AgentPageView | null>()(z.strictObject({ agentId: id }), { needsInput: false }),
	/** Answers further calls with `paused`. Waiting requests stay, without notifications. */
	pauseAgent: desk.command(z.strictObject({ agentId: id })),
	resumeAgent: desk.command(z.strictObject({ agentId: id })),
	/** Rejects the agent's waiting requests, closes its connections and pauses it. */
	stopLocalAgent: desk.command(z.strictObject({ agentId: id })),
	/** Does the same for all agents, including the service's sessions. */
	stopAllAgents: desk.command(nothing),
	setAgentNotify: desk.command(z.strictObject({ agentId: id, level: z.enum(AGENT_NOTIFY_LEVELS) })),
	/** Opens the trusted window to add an agent, or to show one. */
	openAgent: desk.command(z.strictObject({ agentId: id.nullable() }), { needsInput: false }),
};

/** Commands of the trusted window. Giving an agent more access requires the password, if there is one. */
export const agentTrustedProcedures = {
	addAgent: trusted.returns<AddedAgent>()(
		z.strictObject({
			name: agentName,
			client: z.enum(AGENT_CLIENTS),
			...sharing,
			/** US cents per day. Adds a rule for this agent. `null` for no separate limit. */
			dayLimit: z
				.string()
				.regex(/^[1-9][0-9]{0,12}$/)
				.nullable(),
			password: password.nullable(),
		}),
	),
	/** Admits an agent after its first call. */
	confirmAgent: trusted.command(z.strictObject({ agentId: id })),
	/**
	 * Removes an agent, or rejects its first call. Its secret becomes invalid, and its waiting requests are
	 * rejected.
	 */
	removeAgent: trusted.command(z.strictObject({ agentId: id })),
	changeAgent: trusted.command(
		z.strictObject({ agentId: id, name: agentName, ...sharing, password: password.nullable() }),
	),
	/** Opens or closes the doors. */
	setAgentDoors: trusted.command(
		z.strictObject({ socket: z.boolean(), http: z.boolean(), password: password.nullable() }),
	),
};

/** Current sharing of an agent, in the format of `changeAgent`. */
export interface AgentSharing {
	readonly name: string;
	readonly accounts: readonly string[];
	readonly networks: readonly string[];
	readonly maxWaiting: number;
	readonly maxPerHour: number;
}

/** Screen for opening and closing the doors. */
export interface AgentDoorsScreen {
	readonly screen: "agentDoors";
	readonly doors: AgentsView["doors"];
	readonly hasPassword: boolean;
}

/** Screen for adding an agent or showing one. After `addAgent`, the window shows the new agent. */
export interface AgentsScreen {
	readonly screen: "agents";
	readonly agents: AgentsView;
	/** Agent on screen. `null` to add one. */
	readonly agentId: string | null;
	/** Sharing of the displayed agent. `null` to add one. */
	readonly shared: AgentSharing | null;
	/** The displayed agent's first call, if it needs confirmation. */
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
