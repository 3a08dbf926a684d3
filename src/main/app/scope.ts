import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import { createServiceAccount, type ServiceAccount } from "../billing/service-account.ts";
import { type Catalog, createCatalog } from "../catalog/catalog.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import { Sessions } from "../conversations/sessions.ts";
import type { Events } from "../events.ts";
import { type Cohort, createCohort } from "../inbox/entries/cohort.ts";
import { type CommittedActions, createCommitted } from "../inbox/requests/committed.ts";
import type { Ports } from "../ports.ts";
import { createService, type Service } from "../service/service.ts";
import { createServiceClock, type ServiceClock } from "../service/service-clock.ts";
import type { Credentials } from "../sign-in/credentials.ts";
import { scopeOf } from "../sign-in/owner.ts";
import { tokensWhile } from "../sign-in/tokens-while.ts";
import { evmLaneChain } from "../signing/chain/evm-lane-chain.ts";
import { createNonceLanes } from "../signing/chain/nonce-lane.ts";
import { svmLaneChain } from "../signing/chain/svm-lane-chain.ts";
import { signingServices } from "../signing/commit/service-commits.ts";
import { createRunner, type Runner } from "../signing/runner.ts";
import { createCohorts } from "../storage/cohorts.ts";
import { createCommittedRequests } from "../storage/committed-requests.ts";
import { createLog } from "../storage/log-db.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import type { Stores } from "./stores.ts";

/** What belongs to one environment and identity, and is built anew for another. */
export interface Scope {
	readonly owner: RequestOwner;
	readonly scope: string;
	readonly sessions: Sessions;
	readonly commits: Service;
	readonly serviceClock: ServiceClock;
	readonly runner: Runner;
	readonly catalog: Catalog;
	/** What stateless commits of Builds ask for. */
	readonly committed: CommittedActions;
	/** Commits that the service made of Builds. */
	readonly cohort: Cohort;
	readonly serviceAccount: ServiceAccount;
	/** Commits that the runner is reading right now: what that brings is no news to it. */
	readonly reading: ReadonlySet<string>;
}

export interface ScopeParts {
	readonly ports: Ports;
	readonly stores: Stores;
	readonly credentials: Credentials;
	readonly chains: EvmChains;
	readonly svmChains: SvmChains;
	readonly signer: Signer;
	/** Whose the address and token are that are set now. */
	ownerNow(): RequestOwner;
	readonly blindAllowed: () => boolean;
	/** The user's accounts, as far as they are believed. */
	readonly ownAddresses: () => readonly string[];
	/** The user's own names for addresses. */
	readonly labels: () => Labels;
	readonly events: Events;
	readonly onStorage: (text: Text | null) => void;
}

/**
 * Builds it, without following anything yet.
 * @param onCommitted a request of a stateless commit is new, or ended
 */
export function openScope(
	parts: ScopeParts,
	owner: RequestOwner,
	onCommitted: (by: CommittedActions, entryId: string) => void,
): Scope {
	const { ports, stores, credentials, events } = parts;
	const { clock, log } = ports;
	const { journal, journalDb, intents } = stores;
	const scope = scopeOf(owner);
	const isNow = () => scopeOf(parts.ownerNow()) === scope;
	const cohort = createCohort({ store: createCohorts(journalDb), scope, sessions: () => sessions });
	const serviceClock = createServiceClock(() => events.emit("app-changed"));
	const service = createService({
		onDate: serviceClock.note,
		ofPipeline: cohort.has,
		fetch: ports.fetch,
		clock,
		// What still runs for this account gets neither another's address nor another's token.
		baseUrl: () => (isNow() ? credentials.baseUrl() : ""),
		tokens: tokensWhile(credentials.tokens(owner.environment), isNow),
	});
	const sessions: Sessions = new Sessions({
		service,
		log: createLog(stores.logDb, scope),
		intents,
		typed: stores.typed,
		clock,
		random: ports.random,
		logLine: log,
		scope,
		isAlone: cohort.has,
	});
	const committed: CommittedActions = createCommitted({
		store: createCommittedRequests(journalDb, { now: () => clock.now() }),
		scope,
		onChange: (entryId) => onCommitted(committed, entryId),
	});
	const reading = new Set<string>();
	const runner = createRunner({
		journal,
		...signingServices({ service, sessions, reading, committed, log }),
		signer: parts.signer,
		lane: createNonceLanes({
			chain: (chainRef) => evmLaneChain(parts.chains, chainRef),
			svm: (chainRef) => svmLaneChain(parts.svmChains, chainRef),
		}),
		clock,
		clockOffset: serviceClock.offset,
		blindAllowed: parts.blindAllowed,
		scope: () => scope,
		onChange: (row) => events.emit("journal-changed", { row }),
		onStorage: parts.onStorage,
		log,
	});
	const catalog = createCatalog({
		service,
		baseUrl: credentials.baseUrl,
		clock,
		clockOffset: serviceClock.offset,
		desktop: ports.desktop,
		random: ports.random,
		labels: parts.labels,
		accounts: parts.ownAddresses,
		onChange: () => events.emit("catalog-changed"),
		committed,
		cohort,
		onCommitted: () => sessions.reconnect(),
		log,
	});
	const serviceAccount = createServiceAccount({
		service,
		clock,
		intents,
		scope,
		onChange: () => events.emit("billing-changed"),
		log,
	});
	return {
		owner,
		scope,
		sessions,
		commits: service,
		serviceClock,
		runner,
		reading,
		catalog,
		committed,
		cohort,
		serviceAccount,
	};
}
