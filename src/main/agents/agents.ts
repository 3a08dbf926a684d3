import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Doors } from "../../agents-process/protocol.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { allowsMore } from "../../core/rules/protected-state.ts";
import { addressKey } from "../../core/rules/rule-facts.ts";
import type {
	AddedAgent,
	AgentDoorsScreen,
	AgentPageView,
	AgentSharing,
	AgentsScreen,
	AgentsView,
	agentProcedures,
	agentTrustedProcedures,
} from "../../ipc/agents.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { type Integrity, protectedAgent } from "../integrity/integrity.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { AgentChange, AgentStore, Sharing, StoredAgent } from "../storage/agent-store.ts";
import { readOr, StorageError } from "../storage/database.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type AdmissionContext, AgentAdmission } from "./agent-admission.ts";
import { AgentCalls, type CallsContext } from "./agent-calls.ts";
import { type AgentViewParts, agentPage, agentRow, callerView, remoteAgents } from "./agent-views.ts";
import { AgentsLink } from "./agents-link.ts";
import { needsHttp, pasteFor } from "./paste.ts";
import { proposalEntryId } from "./proposals.ts";

type Commands = HandlersOf<typeof agentProcedures> & HandlersOf<typeof agentTrustedProcedures>;
type Input<Name extends keyof Commands> = CommandInput<Commands, Name>;

const REMOVED = message("agents.gone");
const SECRET_BYTES = 32;
const ID_BYTES = 16;
/** Maximum number of agents, excluding removed ones. */
const MAX_AGENTS = 100;

type App = AgentViewParts &
	AdmissionContext &
	CallsContext & {
		readonly ports: Pick<
			Ports,
			| "agentSocket"
			| "clock"
			| "dataDir"
			| "forkAgents"
			| "log"
			| "random"
			| "readMcpShim"
			| "settings"
			| "system"
		>;
		readonly events: Events;
		readonly stores: { readonly agents: AgentStore };
		readonly window: Pick<TrustedWindow, "leadTo" | "go">;
		readonly networks: Pick<Networks, "chainSettings">;
		readonly wallet: { readonly accounts: Pick<Accounts, "find" | "list"> };
		readonly integrity: Pick<Integrity, "trustsAgent" | "trustsDoor" | "recordChanges">;
		readonly rules: Pick<
			Rules,
			"addAgentDayLimit" | "admitLoosening" | "dayLimitFault" | "hasPassword" | "labels"
		>;
		readonly inbox: Pick<Inbox, "rejections" | "stopAgent">;
	};

/** Agents on this computer: pairing, shared accounts and networks, calls and doors. */
export class Agents implements HandlersOf<typeof agentProcedures>, HandlersOf<typeof agentTrustedProcedures> {
	readonly #app: App;
	readonly #admission: AgentAdmission;
	readonly #calls: AgentCalls;
	readonly #link: AgentsLink;
	/**
	 * Last state of each proposal reported to the agents' process, which passes changes on to waiting agents.
	 */
	readonly #reported = new Map<string, string>();
	#subscriptions: readonly (() => void)[] = [];

	constructor(app: App) {
		this.#app = app;
		this.#admission = new AgentAdmission(app);
		this.#calls = new AgentCalls(app, this.#admission);
		this.#link = new AgentsLink({
			ports: app.ports,
			doors: () => this.#doors(),
			answer: (credential, caller, request) => this.#calls.answer(credential, caller, request),
			onDoors: (port) => this.#onDoors(port),
		});
	}

	start(): void {
		const { events } = this.#app;
		const look = () => this.#reportChanges();
		this.#subscriptions = [
			events.on("request-changed", look),
			events.on("journal-changed", look),
			events.on("inbox-changed", look),
			// Doors and agents become valid when the user confirms them, and may turn out to be invalid on the first
			// unlock.
			events.on("app-changed", () => void this.#link.update()),
		];
		void this.#link.update();
	}

	async stop(): Promise<void> {
		for (const end of this.#subscriptions) end();
		this.#admission.stop();
		await this.#link.stop();
	}

	/** Returns the user's name for an agent, even if it was removed. `null` if the ID is unknown. */
	nameOf(agentId: string): string | null {
		return readOr(() => this.#app.stores.agents.get(agentId)?.name ?? null, null);
	}

	view(): AgentsView {
		return {
			doors: this.#doorsView(),
			unknownCall: callerView(this.#admission.unknownCall()),
			local: readOr(() => this.#app.stores.agents.list().map((agent) => this.#row(agent)), []),
			remote: readOr(() => remoteAgents(this.#app), []),
		};
	}

	screen(agentId: string | null): AgentsScreen {
		const { networks, rules, wallet } = this.#app;
		const agent = agentId === null ? null : this.#find(agentId);
		const labels = rules.labels();
		return {
			screen: "agents",
			agents: this.view(),
			agentId: agent?.id ?? null,
			shared: agent === null ? null : sharedOf(agent),
			firstCall: agent === null || agent.confirmedAt !== null ? null : callerView(agent.firstCall),
			accounts: wallet.accounts.list().map(({ address, family }) => {
				const { label, short } = addressView(address, labels);
				return { address, label: label ?? short, family };
			}),
			networks: networks.chainSettings().map(({ chainId, family, name }) => ({ ref: chainId, name, family })),
			hasPassword: rules.hasPassword(),
		};
	}

	doorsScreen(): AgentDoorsScreen {
		return { screen: "agentDoors", doors: this.#doorsView(), hasPassword: this.#app.rules.hasPassword() };
	}

	async loadAgent({ agentId }: Input<"loadAgent">): Promise<AgentPageView | null> {
		const agent = this.#find(agentId);
		return agent === null
			? null
			: agentPage(this.#app, agent, this.#row(agent), { admission: this.#admission, calls: this.#calls });
	}

	async openAgent({ agentId }: Input<"openAgent">): Promise<CommandOutcome> {
		return this.#app.window.leadTo({ kind: "agents", agentId });
	}

	async pauseAgent({ agentId }: Input<"pauseAgent">): Promise<CommandOutcome> {
		return this.#change(agentId, (agent) => this.#pause(agent), true);
	}

	async resumeAgent({ agentId }: Input<"resumeAgent">): Promise<CommandOutcome> {
		return this.#change(agentId, (agent) => this.#store(agent, { pausedAt: null }));
	}

	async setAgentNotify({ agentId, level }: Input<"setAgentNotify">): Promise<CommandOutcome> {
		return this.#change(agentId, (agent) => this.#store(agent, { notify: level }));
	}

	async stopLocalAgent({ agentId }: Input<"stopLocalAgent">): Promise<CommandOutcome> {
		return this.#change(agentId, (agent) => this.#stopAgent(agent), true);
	}

	async stopAllAgents(): Promise<CommandOutcome> {
		const { inbox, signedIn, stores } = this.#app;
		for (const agent of stores.agents.list()) this.#stopAgent(agent);
		const waiting = new Set(
			inbox.latest().flatMap(({ sessionId, state }) => (state === "waiting" ? [sessionId] : [])),
		);
		const remote = signedIn
			.current()
			.sessions.list()
			.filter(
				({ id, pending, turnState }) =>
					waiting.has(id) || turnState === "processing" || pending === "starting",
			);
		for (const { id: sessionId } of remote) await inbox.stopAgent({ sessionId });
		this.#changed();
		return done;
	}

	async addAgent(input: Input<"addAgent">): Promise<AddedAgent> {
		const { integrity, ports, stores, window } = this.#app;
		const { client, dayLimit, name } = input;
		const shared = this.#sharing(input);
		if (!shared.ok) return shared;
		if (stores.agents.list().length >= MAX_AGENTS)
			return refused(message("agents.too-many", { most: MAX_AGENTS }));
		const port = this.#link.port();
		if (needsHttp(client) && port === null) return refused(message("agents.needs-http"));
		const admitted = await this.#admit(input.password);
		if (!admitted.ok) return admitted;
		const id = Buffer.from(ports.random(ID_BYTES)).toString("hex");
		const secret = Buffer.from(ports.random(SECRET_BYTES)).toString("base64url");
		const credential = createHash("sha256").update(secret, "utf8").digest("hex");
		let { networks } = shared.sharing;
		if (dayLimit !== null) {
			const limited = this.#limited(id, name, BigInt(dayLimit), networks);
			if (!limited.ok) return limited;
			networks = limited.networks;
		}
		stores.agents.add({ id, credential, name, client, ...shared.sharing, networks });
		integrity.recordChanges();
		this.#changed();
		window.go({ kind: "agents", agentId: id });
		const { isDefault, path } = ports.agentSocket;
		const pasted = pasteFor(client, {
			secret,
			shim: this.#shimPath(),
			socket: isDefault ? null : path,
			port,
			isWindows: ports.system["platform"] === "win32",
		});
		return { ok: true, agentId: id, ...pasted };
	}

	async confirmAgent({ agentId }: Input<"confirmAgent">): Promise<CommandOutcome> {
		return this.#change(agentId, (agent) =>
			agent.firstCall === null
				? refused(message("agents.no-call"))
				: this.#store(agent, { confirmedAt: agent.confirmedAt ?? this.#app.ports.clock.now() }),
		);
	}

	async removeAgent({ agentId }: Input<"removeAgent">): Promise<CommandOutcome> {
		const remove = (agent: StoredAgent) => {
			this.#stopAgent(agent);
			return this.#store(agent, { removedAt: this.#app.ports.clock.now() });
		};
		return this.#change(agentId, remove, true);
	}

	async changeAgent(input: Input<"changeAgent">): Promise<CommandOutcome> {
		const { agentId, name, password } = input;
		const agent = this.#find(agentId);
		if (agent === null) return refused(REMOVED);
		const shared = this.#sharing(input);
		if (!shared.ok) return shared;
		const next = { ...agent, ...shared.sharing };
		// Renaming an agent doesn't require a password, because it doesn't give access to anything.
		if (allowsMore(protectedAgent(next), protectedAgent(agent))) {
			const admitted = await this.#admit(password);
			if (!admitted.ok) return admitted;
		}
		return this.#change(agentId, (each) => this.#store(each, { ...shared.sharing, name }));
	}

	async setAgentDoors({ http, password, socket }: Input<"setAgentDoors">): Promise<CommandOutcome> {
		const { integrity, ports } = this.#app;
		const before = ports.settings.get().agentDoors;
		if ((http && !before.http) || (socket && !before.socket)) {
			const admitted = await this.#admit(password);
			if (!admitted.ok) return admitted;
		}
		ports.settings.set({ agentDoors: { ...ports.settings.get().agentDoors, http, socket } });
		integrity.recordChanges();
		await this.#link.update();
		this.#changed();
		return done;
	}

	/**
	 * Adds a dollar limit for an agent. The limit needs an explicit list of networks, so an agent with access
	 * to all networks is restricted to those where the limit can apply.
	 */
	#limited(
		id: string,
		name: string,
		cents: bigint,
		networks: readonly string[],
	): { readonly ok: true; readonly networks: string[] } | Extract<CommandOutcome, { ok: false }> {
		const { networks: settings, rules } = this.#app;
		const all = settings.chainSettings().map(({ chainId }) => chainId);
		const wanted =
			networks.length > 0 ? [...networks] : all.filter((chain) => rules.dayLimitFault(id, [chain]) === null);
		const fault = rules.dayLimitFault(id, wanted.length > 0 ? wanted : all);
		if (fault !== null) return refused(fault);
		const added = rules.addAgentDayLimit(id, name, cents, wanted);
		return added.ok ? { ok: true, networks: wanted } : added;
	}

	/** Opening a door or giving more access requires the vault's password, if there is one. */
	async #admit(password: string | null): Promise<CommandOutcome> {
		const { rules } = this.#app;
		return rules.hasPassword() ? await rules.admitLoosening(password) : done;
	}

	/** Checks that the user shares only their own accounts, and only networks from the settings. */
	#sharing({
		accounts,
		maxPerHour,
		maxWaiting,
		networks,
	}: Omit<AgentSharing, "name">):
		| { readonly ok: true; readonly sharing: Sharing }
		| Extract<CommandOutcome, { ok: false }> {
		const { wallet } = this.#app;
		const found = accounts.map((address) => wallet.accounts.find(address)?.address ?? null);
		const own = found.filter((address) => address !== null);
		if (own.length < found.length) return refused(message("agents.account-gone"));
		const distinct = own.filter(
			(address, at) => own.findIndex((each) => addressKey(each) === addressKey(address)) === at,
		);
		return {
			ok: true,
			sharing: { accounts: distinct, networks: [...new Set(networks)], maxWaiting, maxPerHour },
		};
	}

	#find(agentId: string): StoredAgent | null {
		return readOr(() => this.#app.stores.agents.list().find(({ id }) => id === agentId) ?? null, null);
	}

	/**
	 * @param isEnding whether the change ends the agent's access, which is allowed even if the agent was
	 * changed outside the app
	 */
	#change(agentId: string, work: (agent: StoredAgent) => CommandOutcome, isEnding = false): CommandOutcome {
		const { integrity } = this.#app;
		const agent = this.#find(agentId);
		if (agent === null) return refused(REMOVED);
		// Otherwise, the user would also confirm changes made by another program.
		if (!isEnding && !integrity.trustsAgent(agentId)) return refused(message("agents.changed-outside"));
		const outcome = work(agent);
		integrity.recordChanges();
		this.#changed();
		return outcome;
	}

	#store({ id }: StoredAgent, change: AgentChange): CommandOutcome {
		this.#app.stores.agents.change(id, change);
		return done;
	}

	#pause(agent: StoredAgent): CommandOutcome {
		return agent.pausedAt === null ? this.#store(agent, { pausedAt: this.#app.ports.clock.now() }) : done;
	}

	/** Pauses the agent first. Otherwise, it would propose the rejected requests again. */
	#stopAgent(agent: StoredAgent): CommandOutcome {
		const { inbox } = this.#app;
		this.#pause(agent);
		const waiting = this.#calls.waitingOf(agent.id).map(proposalEntryId);
		if (waiting.length > 0) inbox.rejections.rejectWithUndo(waiting, "");
		this.#link.disconnect(agent.credential);
		return done;
	}

	#row(agent: StoredAgent) {
		const parts = { admission: this.#admission, calls: this.#calls };
		return agentRow(this.#app, agent, parts, this.#app.integrity.trustsAgent(agent.id));
	}

	#doors(): Doors | null {
		const { integrity, ports } = this.#app;
		const { http, port, socket } = ports.settings.get().agentDoors;
		const doors = {
			http: http && integrity.trustsDoor("http") ? { port } : null,
			socket: socket && integrity.trustsDoor("socket") ? ports.agentSocket.path : null,
		};
		return doors.http === null && doors.socket === null ? null : doors;
	}

	#doorsView(): AgentsView["doors"] {
		const { integrity, ports } = this.#app;
		const { http, port, socket } = ports.settings.get().agentDoors;
		const faults = this.#link.faults();
		const doubted = message("agents.door.doubted");
		const of = (door: "socket" | "http"): Text | null =>
			integrity.trustsDoor(door) ? faults[door] : doubted;
		return {
			socket: socket ? { path: ports.agentSocket.path, fault: of("socket") } : null,
			http: http ? { port: this.#link.port() ?? port, fault: of("http") } : null,
		};
	}

	/** Stores the port, so configurations that were pasted earlier stay valid. */
	#onDoors(port: number | null): void {
		const { integrity, ports } = this.#app;
		const doors = ports.settings.get().agentDoors;
		if (port !== null && doors.port === 0) {
			ports.settings.set({ agentDoors: { ...doors, port } });
			integrity.recordChanges();
		}
		this.#app.events.emit("agent-changed");
	}

	#changed(): void {
		this.#app.events.emit("agent-changed");
		this.#app.events.emit("app-changed");
	}

	/** Notifies the process about changed proposals that an agent may be waiting for. */
	#reportChanges(): void {
		const { proposals, stores, ports } = this.#app;
		try {
			for (const { stored } of proposals.all()) {
				const before = this.#reported.get(stored.id);
				if (before === "final") continue;
				const status = this.#calls.statusOf(stored.id);
				if (status === null) continue;
				const text = JSON.stringify(status);
				if (text === before) continue;
				this.#reported.set(stored.id, status.isFinal ? "final" : text);
				const agent = stores.agents.get(stored.agent);
				if (agent !== null) this.#link.changed(agent.credential, status);
			}
		} catch (cause) {
			if (!(cause instanceof StorageError)) throw cause;
			ports.log(`agents: ${cause.message}`);
		}
	}

	/** Writes the program for MCP clients to the user's data folder, where the user's own Node can run it. */
	#shimPath(): string {
		const { dataDir, log, readMcpShim } = this.#app.ports;
		const path = join(dataDir, "mcp.mjs");
		try {
			const text = readMcpShim();
			if (readOrEmpty(path) !== text) writeFileSync(path, text, { mode: 0o600 });
		} catch (cause) {
			log(`agents: mcp.mjs could not be written: ${cause instanceof Error ? cause.name : "unknown"}`);
		}
		return path;
	}
}

function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

const sharedOf = ({ accounts, maxPerHour, maxWaiting, name, networks }: StoredAgent): AgentSharing => ({
	name,
	accounts,
	networks,
	maxWaiting,
	maxPerHour,
});
