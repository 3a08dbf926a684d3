import type { Text } from "../../core/localized-text.ts";
import type { RequestOwner } from "../../core/match/frozen.ts";
import { ServiceAccount } from "../billing/service-account.ts";
import { Catalog } from "../catalog/catalog.ts";
import { Sessions } from "../conversations/sessions.ts";
import type { Events } from "../events.ts";
import { BuildCommits } from "../inbox/entries/build-commits.ts";
import { CommittedActions } from "../inbox/requests/committed.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/rules.ts";
import { createService, type Service } from "../service/service.ts";
import { ServiceClock } from "../service/service-clock.ts";
import { type Credentials, tokensWhile } from "../sign-in/credentials.ts";
import { ownerOf, scopeOf } from "../sign-in/owner.ts";
import { EvmRpcClient, SvmRpcClient } from "../signing/chain-client.ts";
import { Runner } from "../signing/runner.ts";
import { RunnerGroup } from "../signing/runner-group.ts";
import { Sequencer } from "../signing/sequencing.ts";
import { ActionCalls, CommitCalls } from "../signing/signing-service.ts";
import { BuildCommitStore, BuildModes } from "../storage/build-commits.ts";
import { CommittedRequests } from "../storage/committed-requests.ts";
import { LogDb } from "../storage/log-db.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import type { Stores } from "./stores.ts";

export interface ScopeContext {
	readonly ports: Ports;
	readonly events: Events;
	readonly stores: Stores;
	readonly window: Pick<TrustedWindow, "route" | "leadTo">;
	readonly networks: Pick<Networks, "chains" | "svmChains">;
	readonly wallet: { readonly signer: Signer; locks(): number };
	readonly rules: Pick<Rules, "blindAllowed" | "labels" | "userAddresses" | "policyContext" | "changedSince">;
	readonly reviewing: Pick<Reviewing, "steps">;
	readonly credentials: Credentials;
	readonly local: { readonly runner: Runner };
	readonly agents: { nameOf(agentId: string): string | null };
	readonly alerts: { storage(text: Text | null): void };
}

/** Services for one environment and identity. The constructor doesn't start anything. */
export class ScopeServices {
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
	readonly runner: RunnerGroup;
	readonly catalog: Catalog;
	readonly serviceAccount: ServiceAccount;
	/** Returns the user's name for an agent on this computer. `null` if the ID is unknown. */
	readonly agentName: (agentId: string) => string | null;

	constructor(app: ScopeContext, owner: RequestOwner, onCommitted: (entryId: string) => void) {
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
		this.runner = new RunnerGroup(this.scopeRunner, app.local.runner);
		this.catalog = new Catalog(app, this);
		this.serviceAccount = new ServiceAccount(app, this);
	}
}
