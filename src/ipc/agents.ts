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

/** Agents on this computer. They send requests through the agents process. */

/** `unconfirmed`: the agent has never made a call. `calling`: the user must confirm its first call. */
export type AgentState = "unconfirmed" | "calling" | "connected" | "idle" | "paused";

/** Program behind the agent's first or most recent call. The name is self-reported and unverified. */
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
	/** Decimal chain IDs and clusters. Empty if all networks are allowed. */
	readonly networks: readonly string[];
	/**
	 * Value spent through the agent since local midnight, such as "$212.00". `null` if there are no prices.
	 */
	readonly spentToday: Text | null;
	/** The agent's lowest daily limit in dollars, such as "$500". `null` if it has none. */
	readonly dayLimit: Text | null;
	/** Percentage of that limit already spent, an integer up to 100. `null` if there is no limit. */
	readonly percent: number | null;
	readonly waiting: number;
	/** Unix ms. `null` before the first call. */
	readonly lastCallAt: number | null;
}

/** An app at the service whose agent works for the user. */
export interface RemoteAgentRow {
	/** The app's name according to its requests, or `null` if they don't name it. */
	readonly app: Claim | null;
	readonly sessionIds: readonly string[];
	readonly waiting: number;
	readonly lastAt: number | null;
	readonly muted: boolean;
}

export interface AgentsView {
	/** Open doors, or `null` if turned off. `fault`: why a door couldn't be opened. */
	readonly doors: {
		/** MCP over a socket, for programs run by the same user. */
		readonly socket: { readonly path: string; readonly fault: Text | null } | null;
		/** MCP over HTTP and JSON-RPC on 127.0.0.1. */
		readonly http: { readonly port: number; readonly fault: Text | null } | null;
	};
	/** Most recent call in the last ten minutes that used an unknown secret, or `null`. */
	readonly unknownCall: AgentCallerView | null;
	readonly local: readonly AgentRow[];
	readonly remote: readonly RemoteAgentRow[];
}

/** A point on the spending curve. `cents` is the total spent up to this time. */
export interface SpendPoint {
	/** Unix ms. */
	readonly at: number;
	/** US cents, as decimal digits. */
	readonly cents: string;
}

export interface AgentRequestRow {
	readonly entryId: string;
	readonly headline: Text;
	readonly state: Text;
	/** Unix ms. */
	readonly at: number;
	readonly chain: string;
	/** For example "≈ $180.00". `null` if there is no price. */
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
		/** Number of repeated requests merged into an existing entry. */
		readonly repeats: number;
		readonly signed: number;
		readonly rejected: number;
		/** Number of requests refused because of limits. They never reached the inbox. */
		readonly refused: number;
	};
	readonly spent: readonly SpendPoint[];
	/** In US cents, as decimal digits. `null` if there is no such rule. */
	readonly limits: { readonly once: string | null; readonly day: string | null };
	readonly maxWaiting: number;
	readonly maxPerHour: number;
	readonly notify: AgentNotifyLevel;
	/** `scoped`: number of rules for this agent. `all`: number of rules for every request. */
	readonly rules: { readonly scoped: number; readonly all: number };
	/** The 50 most recent requests, newest first. */
	readonly requests: readonly AgentRequestRow[];
}

/** Accounts, networks and limits of an agent. */
const sharing = {
	/** Addresses of the user's accounts. */
	accounts: z.array(z.string().min(32).max(64)).min(1).max(100),
	/** Empty to allow all networks. */
	networks: z.array(chainRef).max(100),
	maxWaiting: z.number().int().min(1).max(100),
	maxPerHour: z.number().int().min(1).max(1000),
};
const agentName = z.string().trim().min(1).max(60);

/** Result of adding an agent. Contains the secret, which is displayed only once. */
export type AddedAgent = CommandOutcome & {
	readonly agentId?: string;
	/** Command or configuration that contains the secret. */
	readonly paste?: string;
	/** Explains where to paste it. */
	readonly where?: Text;
};

/** Desk commands. None of them can add an agent or give an agent more access. */
export const agentProcedures = {
	loadAgent: desk.returns<AgentPageView | null>()(z.strictObject({ agentId: id }), { needsInput: false }),
	/**
	 * Further calls are answered with `paused`. Waiting requests stay in the inbox, without notifications.
	 */
	pauseAgent: desk.command(z.strictObject({ agentId: id })),
	resumeAgent: desk.command(z.strictObject({ agentId: id })),
	/** Rejects the agent's waiting requests, closes its connections and pauses it. */
	stopLocalAgent: desk.command(z.strictObject({ agentId: id })),
	/** Stops every agent in the same way, including the service's sessions. */
	stopAllAgents: desk.command(nothing),
	setAgentNotify: desk.command(z.strictObject({ agentId: id, level: z.enum(AGENT_NOTIFY_LEVELS) })),
	/** Opens the trusted window to show an agent, or to add one if `agentId` is `null`. */
	openAgent: desk.command(z.strictObject({ agentId: id.nullable() }), { needsInput: false }),
};

/** Commands of the trusted window. Giving an agent more access requires the password if one is set. */
export const agentTrustedProcedures = {
	addAgent: trusted.returns<AddedAgent>()(
		z.strictObject({
			name: agentName,
			client: z.enum(AGENT_CLIENTS),
			...sharing,
			/** US cents per day. Adds a rule for this agent. `null` sets no separate limit. */
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
	setAgentDoors: trusted.command(
		z.strictObject({ socket: z.boolean(), http: z.boolean(), password: password.nullable() }),
	),
};

/** Current access of an agent, in the format of `changeAgent`. */
export interface AgentSharing {
	readonly name: string;
	readonly accounts: readonly string[];
	readonly networks: readonly string[];
	readonly maxWaiting: number;
	readonly maxPerHour: number;
}

export interface AgentDoorsScreen {
	readonly screen: "agentDoors";
	readonly doors: AgentsView["doors"];
	readonly hasPassword: boolean;
}

/** Screen for viewing or adding an agent. After `addAgent`, it shows the new agent. */
export interface AgentsScreen {
	readonly screen: "agents";
	readonly agents: AgentsView;
	/** Displayed agent, or `null` when adding one. */
	readonly agentId: string | null;
	/** Access of the displayed agent, or `null` when adding one. */
	readonly shared: AgentSharing | null;
	/** The displayed agent's first call if the user still has to confirm it. */
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
