import type { ProposalState } from "../../agents-process/protocol.ts";
import { nativeOf } from "../../core/chain/names.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { centsOf, centsText, dollars, type PriceSource } from "../../core/fiat/price.ts";
import { agentOfSession } from "../../core/identities/agents.ts";
import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import { ENDED, hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { momentAt } from "../../core/rules/rule-hours.ts";
import type { Rule } from "../../core/rules/rules.ts";
import type {
	AgentCallerView,
	AgentPageView,
	AgentRequestRow,
	AgentRow,
	RemoteAgentRow,
	SpendPoint,
} from "../../ipc/agents.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { chosenLevel } from "../inbox/notifications/notification-settings.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { StoredAgent, StoredCall } from "../storage/agent-store.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TimeZone } from "../time-zone.ts";
import { addressView } from "../views/addresses.ts";
import type { AgentAdmission } from "./agent-admission.ts";
import type { AgentCalls } from "./agent-calls.ts";
import { type Proposals, proposalEntryId } from "./proposals.ts";

/** Views of the agents on this computer and at the service. */

const WEEK_MS = 7 * 86_400_000;
const MAX_REQUESTS = 50;
const MAX_ROWS = 500;
const MAX_POINTS = 200;

export interface AgentViewParts {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly timeZone: Pick<TimeZone, "name">;
	readonly stores: { readonly journal: Pick<Journal, "rows" | "stepRowsOf"> };
	readonly networks: Pick<Networks, "chainNameOf">;
	readonly fiat: { readonly prices: { readonly of: PriceSource } };
	readonly rules: Pick<Rules, "labels" | "storedRules" | "dayBudgets">;
	readonly inbox: Pick<Inbox, "buildOf" | "entry" | "latest" | "summaries" | "views">;
	readonly signedIn: { current(): { readonly sessions: Pick<Sessions, "list"> } };
	readonly proposals: Proposals;
}

export const callerView = (call: StoredCall | null): AgentCallerView | null => call;

/** Returns the start of the user's day, in Unix ms. */
function midnight(now: number, timeZone: string): number {
	const { minute } = momentAt(now, timeZone);
	return now - minute * 60_000 - (now % 60_000);
}

const isVoid = (row: JournalRow): boolean =>
	row.dead ||
	row.outcome === "replaced" ||
	row.outcome === "dropped" ||
	(ENDED.has(row.state) && row.signature === null);

/** Returns the most that a row can spend, in cents. `null` if a price or an amount is unknown. */
function centsOfRow(row: JournalRow, prices: PriceSource): bigint | null {
	const spends = readableOrNull(row.predicted)?.spends;
	if (spends === undefined || !spends.certain) return null;
	let cents = 0n;
	for (const { asset, amount } of spends.amounts) {
		if (amount === null) return null;
		const decimals =
			asset === "native" ? nativeOf(row.chainRef).decimals : wellKnownAt(row.chainRef, asset)?.decimals;
		const price = amount === "0" ? null : prices(row.chainRef, asset);
		if (amount === "0") continue;
		if (decimals === undefined || price === null) return null;
		cents += centsOf(BigInt(amount), decimals, price, "up");
	}
	return cents;
}

interface Spending {
	readonly points: readonly SpendPoint[];
	/** In cents. `null` if a price or amount is unknown. */
	readonly total: bigint | null;
}

function spendingOf(parts: AgentViewParts, agentId: string): Spending {
	const { fiat, ports, stores, timeZone } = parts;
	const since = midnight(ports.clock.now(), timeZone.name());
	const own = stores.journal
		.rows(LOCAL_SCOPE, MAX_ROWS)
		.filter((row) => agentOfSession(row.sessionId) === agentId && row.approvedAt >= since)
		.flatMap((row) => (hasStepRows(row) ? stores.journal.stepRowsOf(row.id) : [row]))
		.filter((row) => !isVoid(row))
		.toSorted((one, other) => one.approvedAt - other.approvedAt);
	let cents = 0n;
	let isKnown = true;
	const points: SpendPoint[] = [];
	for (const row of own) {
		const worth = centsOfRow(row, fiat.prices.of);
		if (worth === null) isKnown = false;
		cents += worth ?? 0n;
		points.push({ at: row.approvedAt, cents: cents.toString() });
	}
	return { points: points.slice(-MAX_POINTS), total: isKnown ? cents : null };
}

function rulesOf(parts: AgentViewParts): readonly Rule[] {
	const stored = parts.rules.storedRules();
	return stored.ok ? stored.rules : [];
}

const isScopedTo = ({ scope }: Rule, agentId: string): boolean =>
	scope.agents !== "all" && scope.agents.includes(agentId);

/** Returns the lowest dollar limit of this kind that applies to the agent. */
function lowestLimit(parts: AgentViewParts, agentId: string, kind: "worth_once" | "worth_day") {
	let lowest: Extract<Rule, { kind: "worth_once" | "worth_day" }> | null = null;
	for (const rule of rulesOf(parts))
		if (rule.kind === kind && isScopedTo(rule, agentId) && (lowest === null || rule.most < lowest.most))
			lowest = rule;
	return lowest;
}

function stateOf({ confirmedAt, firstCall, pausedAt }: StoredAgent, isConnected: boolean): AgentRow["state"] {
	if (pausedAt !== null) return "paused";
	if (confirmedAt === null) return firstCall === null ? "unconfirmed" : "calling";
	return isConnected ? "connected" : "idle";
}

export function agentRow(
	parts: AgentViewParts,
	agent: StoredAgent,
	{ admission, calls }: { readonly admission: AgentAdmission; readonly calls: AgentCalls },
	isBelieved: boolean,
): AgentRow {
	const labels = parts.rules.labels();
	const { total } = spendingOf(parts, agent.id);
	const limit = lowestLimit(parts, agent.id, "worth_day");
	const budget =
		limit === null ? undefined : parts.rules.dayBudgets().find(({ ruleId }) => ruleId === limit.id);
	return {
		id: agent.id,
		name: agent.name,
		client: agent.client,
		state: isBelieved ? stateOf(agent, admission.isConnected(agent)) : "paused",
		accounts: agent.accounts.map((address) => {
			const { label, short } = addressView(address, labels);
			return label ?? short;
		}),
		networks: agent.networks,
		spentToday: total === null ? null : dollars(total),
		dayLimit: limit === null ? null : dollars(limit.most),
		percent: budget?.part == null ? null : Math.min(100, Math.ceil(budget.part * 100)),
		waiting: calls.waitingOf(agent.id).length,
		lastCallAt: admission.lastCallOf(agent)?.at ?? null,
	};
}

const SIGNED: ReadonlySet<ProposalState> = new Set(["approved", "signed", "sent", "confirmed"]);

const STATE_TEXTS: Readonly<Record<ProposalState, Message>> = {
	waiting: message("agents.state.waiting"),
	approved: message("agents.state.approved"),
	signed: message("agents.state.signed"),
	sent: message("agents.state.sent"),
	confirmed: message("agents.state.confirmed"),
	failed: message("agents.state.failed"),
	rejected: message("agents.state.rejected"),
	expired: message("agents.state.expired"),
	refused: message("agents.state.refused"),
	cancelled: message("agents.state.cancelled"),
};

function requestRow(parts: AgentViewParts, calls: AgentCalls, id: string): readonly AgentRequestRow[] {
	const entryId = proposalEntryId(id);
	const entry = parts.inbox.entry(entryId);
	const status = calls.statusOf(id);
	const [view] = entry === null ? [] : parts.inbox.views([entry]);
	if (entry === null || view === undefined || status === null) return [];
	const { state, chain } = status;
	return [
		{
			entryId,
			headline: view.headline,
			state: STATE_TEXTS[state],
			at: status.createdAt * 1000,
			chain: chain === null ? "" : parts.networks.chainNameOf(chain),
			fiat: view.cents === null ? null : centsText(BigInt(view.cents)),
			outcome: state === "waiting" ? "waiting" : SIGNED.has(state) ? "signed" : "refused",
		},
	];
}

export function agentPage(
	parts: AgentViewParts,
	agent: StoredAgent,
	row: AgentRow,
	{ admission, calls }: { readonly admission: AgentAdmission; readonly calls: AgentCalls },
): AgentPageView {
	const since = parts.ports.clock.now() - WEEK_MS;
	const own = parts.proposals.all().filter(({ stored }) => stored.agent === agent.id);
	const week = own.filter(({ stored }) => stored.receivedAt >= since);
	const states = week.flatMap(({ stored }) => calls.statusOf(stored.id)?.state ?? []);
	const rules = rulesOf(parts);
	return {
		...row,
		addedAt: agent.addedAt,
		pausedAt: agent.pausedAt,
		firstCall: callerView(agent.firstCall),
		lastCall: callerView(admission.lastCallOf(agent)),
		week: {
			requestCount: week.length,
			repeats: week.reduce((sum, { stored }) => sum + stored.asked - 1, 0),
			signed: states.filter((state) => SIGNED.has(state)).length,
			rejected: states.filter((state) => state === "rejected").length,
			refused: admission.refusalsSince(agent.id, since),
		},
		spent: spendingOf(parts, agent.id).points,
		limits: {
			once: lowestLimit(parts, agent.id, "worth_once")?.most.toString() ?? null,
			day: lowestLimit(parts, agent.id, "worth_day")?.most.toString() ?? null,
		},
		maxWaiting: agent.maxWaiting,
		maxPerHour: agent.maxPerHour,
		notify: agent.notify,
		rules: {
			scoped: rules.filter((rule) => isScopedTo(rule, agent.id)).length,
			all: rules.filter(({ scope }) => scope.agents === "all").length,
		},
		requests: own
			.slice(-MAX_REQUESTS)
			.toReversed()
			.flatMap(({ stored }) => requestRow(parts, calls, stored.id)),
	};
}

/** Returns apps with recent requests, and sessions with requests that don't name an app. */
export function remoteAgents(parts: AgentViewParts): readonly RemoteAgentRow[] {
	const { inbox, ports, signedIn } = parts;
	const local = (sessionId: string) => agentOfSession(sessionId) !== null;
	const all = inbox.latest();
	const summaries = inbox.summaries(all);
	const entries = all.flatMap(({ id, sessionId, state }, at) =>
		inbox.buildOf(id) === null && !local(sessionId)
			? [{ sessionId, state, app: summaries[at]?.app ?? null }]
			: [],
	);
	const appOf = new Map(
		entries.flatMap(({ app, sessionId }) => (app === null ? [] : [[sessionId, app] as const])),
	);
	const groups = new Map<string | null, { sessionIds: string[]; lastAt: number }>();
	for (const { archived, id, updatedAt } of signedIn.current().sessions.list()) {
		if (archived || !entries.some(({ sessionId }) => sessionId === id)) continue;
		const app = appOf.get(id) ?? null;
		const group = groups.get(app) ?? { sessionIds: [], lastAt: 0 };
		group.sessionIds.push(id);
		group.lastAt = Math.max(group.lastAt, updatedAt);
		groups.set(app, group);
	}
	const settings = ports.settings.get();
	return [...groups].map(([app, { lastAt, sessionIds }]) => ({
		app,
		sessionIds,
		waiting: entries.filter(({ sessionId, state }) => sessionIds.includes(sessionId) && state === "waiting")
			.length,
		lastAt,
		muted: sessionIds.every((sessionId) => chosenLevel(settings, sessionId, app) === "muted"),
	}));
}
