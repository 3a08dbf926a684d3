import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { RequestOwner } from "../../core/match/frozen.ts";
import { ServiceAccount } from "../billing/service-account.ts";
import { Catalog } from "../catalog/catalog.ts";
import type { SessionsChange } from "../conversations/session-types.ts";
import { Sessions } from "../conversations/sessions.ts";
import type { Events } from "../events.ts";
import { BuildCommits } from "../inbox/entries/build-commits.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { CommittedActions } from "../inbox/requests/committed.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/feature.ts";
import { createService, type Service } from "../service/service.ts";
import { ServiceClock } from "../service/service-clock.ts";
import { type Credentials, tokensWhile } from "../sign-in/credentials.ts";
import { ownerOf, scopeOf } from "../sign-in/owner.ts";
import { EvmRpcClient, SvmRpcClient } from "../signing/chain-client.ts";
import { Runner, Runners } from "../signing/runner.ts";
import { Sequencer } from "../signing/sequencing.ts";
import { ActionCalls, CommitCalls } from "../signing/signing-service.ts";
import { BuildCommitStore, BuildModes } from "../storage/build-commits.ts";
import { CommittedRequests } from "../storage/committed-requests.ts";
import { LogDb } from "../storage/log-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import { unsettledInOtherScopes } from "./alerts.ts";
import type { Stores } from "./stores.ts";

/** State for one environment and identity. The constructor doesn't start anything. */
class Scope {
	readonly owner: RequestOwner;
	readonly scope: string;
	readonly service: Service;
	readonly serviceClock: ServiceClock;
	readonly sessions: Sessions;
	readonly committed: CommittedActions;
	readonly buildCommits: BuildCommits;
	readonly buildModes: BuildModes;
	readonly commits: CommitCalls;
	readonly actions: ActionCalls;
	readonly sequencer: Sequencer;
	/** Runs this scope's rows. */
	readonly scopeRunner: Runner;
	/** Wakes the rows in this scope and on this computer. */
	readonly runner: Runners;
	readonly catalog: Catalog;
	readonly serviceAccount: ServiceAccount;
	/** Returns the user's name for an agent on this computer. `null` if the ID is unknown. */
	readonly agentName: (agentId: string) => string | null;

	constructor(
		app: {
			readonly ports: Ports;
			readonly events: Events;
			readonly stores: Stores;
			readonly window: Pick<TrustedWindow, "route" | "leadTo">;
			readonly networks: Pick<Networks, "chains" | "svmChains">;
			readonly wallet: { readonly signer: Signer; locks(): number };
			readonly rules: Pick<
				Rules,
				"blindAllowed" | "labels" | "userAddresses" | "policyContext" | "changedSince"
			>;
			readonly reviewing: Pick<Reviewing, "steps">;
			readonly credentials: Credentials;
			readonly local: { readonly runner: Runner };
			readonly agents: { nameOf(agentId: string): string | null };
			readonly alerts: { storage(text: Text | null): void };
		},
		owner: RequestOwner,
		onCommitted: (entryId: string) => void,
	) {
		const { ports, stores, credentials, events, networks } = app;
		const { clock, log } = ports;
		const { journalDb, intents } = stores;
		const scope = scopeOf(owner);
		this.agentName = (agentId) => app.agents.nameOf(agentId);
		const isCurrent = () => scopeOf(ownerOf(credentials)) === scope;
		this.owner = owner;
		this.scope = scope;
		this.buildCommits = new BuildCommits(new BuildCommitStore(journalDb), scope, () => this.sessions);
		this.buildModes = new BuildModes(journalDb, scope);
		const isOfBuild = (commitId: string) => this.buildCommits.has(commitId);
		this.serviceClock = new ServiceClock(() => events.emit("app-changed"));
		this.service = createService({
			onDate: (...given) => this.serviceClock.addSample(...given),
			ofPipeline: isOfBuild,
			fetch: ports.fetch,
			clock,
			// Unfinished work for this identity must not get another identity's address or token.
			baseUrl: () => (isCurrent() ? credentials.baseUrl() : ""),
			tokens: tokensWhile(credentials.tokens(owner.environment), isCurrent),
		});
		this.sessions = new Sessions({
			service: this.service,
			log: new LogDb(stores.logDb, scope),
			intents,
			typed: stores.typed,
			clock,
			random: ports.random,
			logLine: log,
			scope,
			isAlone: isOfBuild,
		});
		this.committed = new CommittedActions(
			new CommittedRequests(journalDb, () => clock.now()),
			scope,
			onCommitted,
		);
		this.commits = new CommitCalls(this, log);
		this.actions = new ActionCalls(this, log);
		this.sequencer = new Sequencer(
			(chainRef) => new EvmRpcClient(networks.chains, chainRef),
			(chainRef) => new SvmRpcClient(networks.svmChains, chainRef),
		);
		this.scopeRunner = new Runner(app, this);
		this.runner = new Runners(this.scopeRunner, app.local.runner);
		this.catalog = new Catalog(app, this);
		this.serviceAccount = new ServiceAccount(app, this);
	}
}

function emitSessionsChange(events: Events, { kind, sessionId, commitId }: SessionsChange): void {
	switch (kind) {
		case "session":
			events.emit("session-changed", { sessionId });
			break;
		case "title":
			events.emit("title-changed", { sessionId });
			break;
		case "live":
			events.emit("stream-changed", { sessionId });
			break;
		case "connection":
			events.emit("connection-changed", { sessionId });
			break;
		case "commit":
			if (commitId === undefined) events.emit("request-changed");
			else events.emit("commit-changed", { sessionId, commitId });
			break;
		case "action":
			events.emit("action-changed", { sessionId });
			break;
	}
}

interface Stoppable {
	stop(): Promise<unknown>;
}

/**
 * Stops the previous identity's services and cancels its device prompts, including any that appear in the
 * meantime.
 */
export async function stopFormer(
	{ sessions, scopeRunner: runner }: { readonly sessions: Stoppable; readonly scopeRunner: Stoppable },
	signer: Pick<Ledger["signer"], "onActivity" | "cancel">,
): Promise<void> {
	const stopping = Promise.all([sessions.stop(), runner.stop()]);
	// Otherwise, stopping would wait until the user answers the prompt.
	const unsubscribe = signer.onActivity(() => signer.cancel());
	signer.cancel();
	await stopping.finally(unsubscribe);
}

export class SignedIn {
	readonly #app;
	#scope: Scope | null = null;

	constructor(
		app: ConstructorParameters<typeof Scope>[0] & {
			readonly window: Pick<TrustedWindow, "isPinned" | "clear">;
			readonly wallet: { readonly ledger: Pick<Ledger, "account" | "signer"> };
			readonly rules: Pick<Rules, "allowOnce">;
			readonly reviewing: Pick<Reviewing, "tickets">;
			readonly inbox: Pick<Inbox, "entries" | "notifications" | "rejections" | "expiry" | "drop">;
			readBalances(): void;
			isRunning(): boolean;
		},
	) {
		this.#app = app;
	}

	current(): Scope {
		if (this.#scope === null) throw new Error("no environment is signed in");
		return this.#scope;
	}

	scope(): Scope | null {
		return this.#scope;
	}

	isRunning(): boolean {
		return this.#app.isRunning();
	}

	clockOffset(): number {
		return this.#scope?.serviceClock.offset() ?? 0;
	}

	async signIn(): Promise<void> {
		const { credentials, events, inbox } = this.#app;
		const old = this.#scope;
		const shown = old === null ? [] : this.#shownEntries();
		const now: Scope = new Scope(this.#app, ownerOf(credentials), (entryId) => {
			if (this.#scope !== now) return;
			inbox.notifications.checkEntry(entryId);
			inbox.expiry.checkSoon();
			events.emit("request-changed");
		});
		old?.catalog.stop();
		old?.serviceAccount.stop();
		this.#scope = now;
		this.#voidShown();
		if (old !== null) await stopFormer(old, this.#app.wallet.ledger.signer);
		for (const entryId of shown) inbox.notifications.checkEntry(entryId);
		// Meanwhile, the app may have stopped or another sign-in may have started.
		if (this.#scope === now && this.isRunning()) this.#begin(now);
	}

	async reconnect(): Promise<void> {
		const { credentials, events } = this.#app;
		await credentials.load();
		const scope = this.#scope;
		if (scope?.scope === scopeOf(ownerOf(credentials))) {
			scope.sessions.reconnect();
			// The token's access to the pipeline may have changed.
			if (!scope.catalog.view().offered) void scope.catalog.openCatalog({ href: null });
		} else await this.signIn();
		this.#app.readBalances();
		this.#scope?.runner.wakeAll();
		events.emit("app-changed");
	}

	/** Restores sign-ins that are sealed with the vault's key. The vault must be open. Never rejects. */
	async restoreSealedSignIns(): Promise<void> {
		const { credentials, ports } = this.#app;
		try {
			await credentials.vaultOpened();
			const scope = this.#scope;
			if (this.isRunning() && scope !== null && scope.scope !== scopeOf(ownerOf(credentials)))
				await this.reconnect();
		} catch (cause) {
			ports.log(`sign-in: ${String(cause)}`);
		}
	}

	alerts(): readonly Text[] {
		const scope = this.#scope;
		if (scope === null) return [];
		const ahead = scope.serviceClock.difference();
		const minutes = Math.max(1, Math.round(Math.abs(ahead ?? 0) / 60_000));
		const misplaced = scope.sessions.misplacedActions();
		const known = this.#app.credentials.environments();
		const nameOf = (id: string) => known.find((each) => each.id === id)?.name ?? null;
		return [
			...(ahead === null ? [] : [message(ahead > 0 ? "app.clock.ahead" : "app.clock.behind", { minutes })]),
			...(misplaced === 0 ? [] : [message("app.actions-misplaced", { count: misplaced })]),
			...unsettledInOtherScopes(this.#app.stores.journal.unsettled(), scope.scope, nameOf),
		];
	}

	wakeDeviceRows(): void {
		const { stores, wallet } = this.#app;
		const scope = this.#scope;
		if (!this.isRunning() || scope === null) return;
		for (const row of stores.journal.unsettled())
			if (
				(row.scope === scope.scope || row.scope === LOCAL_SCOPE) &&
				(row.state === "approved" || row.state === "claimed") &&
				wallet.ledger.account(row.signer) !== null
			)
				scope.runner.wake(row.id);
	}

	async stop(): Promise<void> {
		const scope = this.#scope;
		scope?.catalog.stop();
		scope?.serviceAccount.stop();
		await Promise.allSettled([scope?.sessions.stop(), scope?.scopeRunner.stop()]);
	}

	/**
	 * Invalidates everything displayed or allowed for the previous identity. The message that a sign-in ended
	 * stays on the screen.
	 */
	#voidShown(): void {
		const { events, inbox, reviewing, rules, window } = this.#app;
		events.emit("owner-changed");
		reviewing.tickets.void();
		rules.allowOnce.void();
		const { kind } = window.route();
		// A new recovery phrase stays on the screen, because all identities share the vault.
		if (kind !== "signIn" && kind !== "setup" && !window.isPinned()) window.clear();
		if (this.isRunning()) inbox.notifications.notifyDeferred();
	}

	#shownEntries(): string[] {
		try {
			return this.#app.inbox.entries().map((entry) => entry.id);
		} catch (cause) {
			this.#app.ports.log(`entries: ${String(cause)}`);
			return [];
		}
	}

	#begin(now: Scope): void {
		const { events, inbox, stores } = this.#app;
		now.sessions.subscribe((change) => {
			if (this.#scope === now) emitSessionsChange(events, change);
		});
		now.sessions.start();
		now.buildCommits.resume();
		for (const row of stores.journal.unsettled())
			if (row.scope === now.scope && row.kind === "commit") now.sessions.expect(row.intentId);
		now.scopeRunner.recover();
		inbox.rejections.recover();
		// The user may not have been notified about stored requests, because of quiet hours or because the
		// app was closed.
		inbox.drop();
		for (const entryId of this.#shownEntries()) inbox.notifications.checkEntry(entryId);
		inbox.expiry.checkExpiries();
	}
}
