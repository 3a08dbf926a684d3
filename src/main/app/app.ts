import { join } from "node:path";
import { chainName } from "../../core/chain/names.ts";
import { loadDescriptors } from "../../core/claims/descriptors/load.ts";
import { intentIdOf } from "../../core/journal/intent-id.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";
import { message, sameText, type Text } from "../../core/message.ts";
import { createContradictions } from "../../core/review/contradiction.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { createContacts } from "../address-book/contacts.ts";
import { counterpartiesOf, usesOf } from "../address-book/journal-counterparties.ts";
import { labelsOf } from "../address-book/stored-labels.ts";
import { createAllowances } from "../allowances/allowances.ts";
import { createMetAllowances } from "../allowances/met-allowances.ts";
import { createServiceAccount } from "../billing/service-account.ts";
import { createCatalog } from "../catalog/catalog.ts";
import { createEvmChains } from "../chains/evm.ts";
import { createSvmChains } from "../chains/svm.ts";
import { connectedAccounts } from "../conversations/connected.ts";
import { createSessions } from "../conversations/sessions.ts";
import { createTypedTexts } from "../conversations/typed-texts.ts";
import type { SessionsChange, StoredCommit } from "../conversations/types.ts";
import { userStateOf } from "../conversations/user-state.ts";
import { createGuard } from "../guard/guard.ts";
import { createCohort } from "../inbox/cohort.ts";
import { createCommitted } from "../inbox/committed.ts";
import { foldedActions } from "../inbox/deduplication.ts";
import { deduplicationChecks, repetitionOf } from "../inbox/deduplication-checks.ts";
import { createEntries, type Entries } from "../inbox/entries.ts";
import { actionEntryId, type Entry, entryIdOf } from "../inbox/entry.ts";
import { createFreezings } from "../inbox/freezings.ts";
import { createNotices } from "../inbox/notices.ts";
import { underWayInOtherScope } from "../inbox/other-scope.ts";
import { recoverRejections } from "../inbox/rejections.ts";
import {
	actionRequest,
	commitRequest,
	committedRequest,
	createRequests,
	type Request,
	unreadableRequest,
} from "../inbox/requests.ts";
import { PIPELINE_SESSION, titled } from "../inbox/titles.ts";
import { createTurnBudget } from "../inbox/turn-budget.ts";
import type { Ports } from "../ports.ts";
import { createPreparing } from "../reviewing/preparing.ts";
import { createReplacements } from "../reviewing/replacing.ts";
import { createReviews } from "../reviewing/reviews.ts";
import { createRevocations } from "../reviewing/revoking.ts";
import { createSecondOpinions } from "../reviewing/second-opinion.ts";
import { createTickets } from "../reviewing/ticket.ts";
import { admitLoosening, standingOf } from "../rules/policy-desk.ts";
import { keptNow } from "../rules/policy-standing.ts";
import { createRulesStore } from "../rules/rules-store.ts";
import { createService } from "../service/service.ts";
import { type Credentials, createCredentials } from "../sign-in/credentials.ts";
import { environmentOf, scopeOf } from "../sign-in/owner.ts";
import { tokensWhile } from "../sign-in/tokens-while.ts";
import { evmLaneChain } from "../signing/evm-lane-chain.ts";
import { createNonceLanes } from "../signing/nonce-lane.ts";
import { createRunner } from "../signing/runner.ts";
import { signingServices } from "../signing/service-commits.ts";
import { svmLaneChain } from "../signing/svm-lane-chain.ts";
import { createCohorts } from "../storage/cohorts.ts";
import { createCommittedRequests } from "../storage/committed-requests.ts";
import { openDatabase } from "../storage/database.ts";
import { createIntents } from "../storage/intents.ts";
import { cachedJournal } from "../storage/journal-cache.ts";
import { checkJournal } from "../storage/journal-check.ts";
import { createJournal } from "../storage/journal-db.ts";
import { watchJournal } from "../storage/journal-watch.ts";
import { createLog, openLog } from "../storage/log-db.ts";
import { createMetCodes } from "../storage/met-codes.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { createAccounts } from "../wallet/accounts.ts";
import { createBalances } from "../wallet/balances.ts";
import { createLedger } from "../wallet/ledger.ts";
import { createLedgerDesk } from "../wallet/ledger-desk.ts";
import { signsOnLedger } from "../wallet/ledger-entry.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { createSigners } from "../wallet/signers/all.ts";
import { createLocalSigner } from "../wallet/signers/local.ts";
import { createVaultClient } from "../wallet/signers/vault-client.ts";
import type { WindowRoute } from "../window-route.ts";
import { JOURNAL_MIGRATIONS } from "./migrations.ts";
import type { App, ScopeParts } from "./parts.ts";
import { createSharedReading } from "./shared-reading.ts";

/** While a review is open, nonce, balance and fees are read again this often, in ms. */
const REVIEW_REFRESH_MS = 12_000;

/** After a commit changed, the list is looked through for the next offer that ends, in ms. */
const EXPIRY_LOOK_MS = 200;

/** The application while it runs. */
export interface RunningApp {
	readonly app: App;
	readonly entries: Entries;
	readonly credentials: Credentials;
	/** Recovers what a crash left, and begins to follow. */
	begin(): Promise<void>;
	end(): Promise<void>;
	noticeCount(): void;
	/** Views that are composed together are composed of one reading of the list, while nothing changes. */
	composing(compose: () => void): void;
}

/** Opens the stores and builds the application of its parts. Throws a StorageError where the journal can't be opened. */
export async function createApp(ports: Ports, dataDir: string, onChange: () => void): Promise<RunningApp> {
	const { clock } = ports;
	const now = () => clock.now();
	const journalDb = openDatabase(join(dataDir, "journal.db"), {
		synchronous: "FULL",
		migrations: JOURNAL_MIGRATIONS,
	});
	const log = openLog(join(dataDir, "log.db"), now());
	const journal = cachedJournal(
		createJournal(journalDb, {
			now,
			...(ports.onJournalStep === undefined ? {} : { onStep: ports.onJournalStep }),
		}),
	);
	const intents = createIntents(journalDb, { now });
	const committedRequests = createCommittedRequests(journalDb, { now });
	const cohorts = createCohorts(journalDb);
	const typed = createTypedTexts(journalDb);
	const vault = createVaultClient({
		fork: ports.forkVault,
		dataDir,
		clock,
		random: ports.random,
		log: ports.log,
		autoLockMs: ports.settings.get().autoLockMinutes * 60_000,
	});
	const rules = createRulesStore(journalDb, { now });
	const contacts = createContacts(journalDb, { now });
	const guard = createGuard({
		vault,
		settings: ports.settings,
		rules,
		contacts,
		onChange: () => changed(),
		log: ports.log,
	});
	const credentials = createCredentials({
		ports,
		vault,
		onChange: () => changed(),
		onIdentity() {
			if (began) app.reconnect().catch((cause: unknown) => ports.log(`sign-in: ${String(cause)}`));
		},
	});
	await credentials.load();
	const health = new Map<string, ChainHealth>();
	const alerts: Text[] = [];
	if (log.setAside !== null) alerts.push(message("app.conversations-damaged"));

	/** Why the journal can't be written, while it can't. */
	let storageFault: Text | null = null;
	let place: WindowRoute = { kind: "empty" };
	let account: ScopeParts | null = null;
	let began = false;
	let cancelRefresh: (() => void) | null = null;
	let cancelExpiry: (() => void) | null = null;
	let expirySoon: (() => void) | null = null;
	let soonAgain: (() => void) | null = null;
	let endCheck: (() => void) | null = null;

	const shared = createSharedReading(() =>
		entries.all(inboxRequests()).toSorted((a, b) => a.firstSeen - b.firstSeen),
	);

	function changed(): void {
		shared.drop();
		guard.look();
		if (began) attend();
		onChange();
	}

	/** What was approved and waits for a device, or for its turn at one, looks again. */
	function kickWaiting(): void {
		if (!began || account === null) return;
		for (const row of journal.unsettled())
			if (
				row.scope === account.scope &&
				(row.state === "approved" || row.state === "claimed") &&
				ledger.account(row.signer) !== null
			)
				account.runner.kick(row.id);
	}

	const chainSettings = (): readonly ChainSetting[] => {
		const over = ports.overrides.chains;
		const named = new Set(over.map((chain) => chain.chainId));
		const all = [...over, ...ports.settings.get().chains.filter((chain) => !named.has(chain.chainId))];
		return all.map((chain) =>
			/^Chain (.+)$/.exec(chain.name)?.[1] === chain.chainId
				? { ...chain, name: chainName(chain.chainId) }
				: chain,
		);
	};
	const chains = createEvmChains({
		urlOf: (chainId) => chainSettings().find((chain) => chain.chainId === String(chainId))?.rpcUrl ?? null,
		fetch: ports.fetch,
		clock,
	});
	const current = (): ScopeParts => {
		if (account === null) throw new Error("no environment is signed in");
		return account;
	};
	/** Whose the address and token are that are set now. */
	const ownerNow = () => ({
		environment: environmentOf(credentials.baseUrl()),
		identity: credentials.identity(),
	});
	const storedCommit = (commitId: string): StoredCommit | null => current().sessions.commit(commitId);
	const titleOf = (sessionId: string) => titled(current(), sessionId);
	const people = createAccounts(vault, ports.settings);
	const ledger = createLedger(ports, () => people, {
		devices() {
			kickWaiting();
			changed();
		},
		activity() {
			changed();
			if (ledger.signer.activity() !== null) return;
			// The device is free once this is over: what waits for its turn may ask then.
			queueMicrotask(kickWaiting);
		},
	});
	const signer = createSigners(createLocalSigner(vault), ledger.signer);
	const accounts = () =>
		people
			.list()
			.map((each) => each.address)
			.filter(guard.believesAccount);

	const svmChains = createSvmChains({
		urlOf: (cluster) => chainSettings().find((chain) => chain.chainId === cluster)?.rpcUrl ?? null,
		genesisOf: (cluster) => chainSettings().find((chain) => chain.chainId === cluster)?.genesisHash ?? null,
		secondUrlOf: (cluster) =>
			chainSettings().find((chain) => chain.chainId === cluster)?.secondRpcUrl ?? null,
		fetch: ports.fetch,
		clock,
	});
	const replacements = createReplacements({ journal, chains, clock, owner: () => current().owner });
	const revocations = createRevocations({
		chains: { evm: chains, svm: svmChains },
		clock,
		owner: () => current().owner,
	});
	const requests = createRequests(
		() => current().sessions,
		replacements,
		revocations,
		() => current().committed,
	);
	const blindAllowed = () => guard.blindSigning();
	const transport = () => ports.settings.get().commitTransport;
	const contradictions = createContradictions();
	const freezings = createFreezings({ owner: () => current().owner, blindAllowed, transport });
	const preparing = createPreparing({
		chains: { evm: chains, svm: svmChains },
		revocations,
		freezings,
		onHealth(chainRef, ok, words) {
			health.set(chainRef, { ok, words });
		},
		log: ports.log,
	});
	const budget = createTurnBudget(clock);
	const reviews = createReviews({
		clock,
		budget,
		owner: () => current().owner,
		person: (address, sessionId) => ({
			accounts: accounts(),
			labels: app.labels(),
			signerState: signer.state(address),
			dealings: counterpartiesOf(journal, current().scope),
			uses: usesOf(journal, current().scope, sessionId),
			device: ledger.facts(address),
		}),
		session: (sessionId) => ({ id: sessionId, title: titleOf(sessionId), app: null }),
		typed: (sessionId, until) => typed.list(current().scope, sessionId, until),
		requests,
		preparing,
		contradictions,
		folding: (request) =>
			deduplicationChecks(request, { sessions: current().sessions, journal, scope: current().scope }),
		repeats(request) {
			const { sessions, scope, cohort } = current();
			const isOfBuild = (id: string) => id === PIPELINE_SESSION || cohort.isThread(id);
			return repetitionOf(request, { sessions, journal, scope, isOfBuild });
		},
		blindAllowed,
		opinions: createSecondOpinions({
			chains: { evm: chains, svm: svmChains },
			clock,
			accounts,
			descriptors: loadDescriptors,
			codes: createMetCodes(journalDb, { now }),
			log: ports.log,
		}),
		policy: (frozen) => standingOf(app, frozen),
		log: ports.log,
		heldBy(frozen: Frozen) {
			if ("replaces" in frozen) return null;
			for (const intent of intentsOf(frozen)) {
				if (intent.kind !== "evm_transaction") continue;
				const row = journal.holder(String(intent.chain_id), frozen.signer, BigInt(intent.nonce));
				const own = intentIdOf(frozen);
				// The nonces of an action are held by its legs.
				const ours = row?.intentId === own || row?.intentId.startsWith(`${own}#`) === true;
				if (row !== null && !ours) return row.headline;
			}
			return null;
		},
		onChange: () => changed(),
		open: () => (place.kind === "entry" ? place.entryId : null),
		wanted: (entryId) => began && requests.asks(entryId),
	});

	const entries = createEntries({
		journal,
		reviews,
		freezings,
		scope: () => current().scope,
		accounts,
		labels: () => app.labels(),
		muted: () => ports.settings.get().mutedSessions,
		title: titleOf,
		buildOf: (commitId) => current().cohort.buildOf(commitId),
		now,
		budget,
		onLate() {
			soonAgain ??= later(0, () => {
				soonAgain = null;
				if (!began) return;
				expirySoonAgain();
				changed();
			});
		},
	});

	/** A timer whose fault (a journal that can't be read or written) costs nothing but itself. */
	const later = (ms: number, run: () => void) =>
		clock.after(ms, () => {
			try {
				run();
			} catch (cause) {
				ports.log(`timer: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			}
		});

	/** While a review is open it is kept fresh; the ticket stays as long as the fingerprint does. */
	function keepFresh(): void {
		cancelRefresh?.();
		cancelRefresh = null;
		if (place.kind !== "entry" || place.mode !== "review") return;
		const { entryId } = place;
		cancelRefresh = later(REVIEW_REFRESH_MS, () => {
			if (!began || app.entry(entryId) === null) return;
			void reviews.load(entryId).then(() => {
				if (place.kind === "entry" && place.entryId === entryId) keepFresh();
			});
		});
	}

	/** An offer that runs out changes list and windows at that very moment. */
	function watchExpiry(): void {
		cancelExpiry?.();
		const ends = app
			.entries()
			.flatMap((entry) => (entry.actionable && entry.expiresAt !== null ? [entry.expiresAt] : []));
		if (ends.length === 0) return;
		const next = Math.max(0, ends.reduce((first, end) => Math.min(first, end)) - now());
		cancelExpiry = later(Math.min(next + 1, 2_000_000_000), () => {
			for (const entry of app.entries()) notices.look(entry.id);
			watchExpiry();
			changed();
		});
	}

	const metAllowances = createMetAllowances(journalDb, { now });
	const allowances = createAllowances({
		met: metAllowances,
		chains: { evm: chains, svm: svmChains },
		clock,
		journal,
		scope: () => current().scope,
		accounts,
		onChange: () => changed(),
		log: ports.log,
	});

	/** What was approved under another environment or sign-in, and rests. */
	const elsewhere = () => {
		const known = credentials.environments();
		const nameOf = (id: string) => known.find((each) => each.id === id)?.name ?? null;
		return account === null ? [] : underWayInOtherScope(journal.unsettled(), account.scope, nameOf);
	};

	const tickets = createTickets();
	const app: App = {
		rules,
		contacts,
		guard,
		keptRules: () => keptNow({ rules, guard }),
		admitLoosening: (password) => admitLoosening({ vault, guard, ports }, password),
		metAllowances,
		labels: () => guard.believedNames(labelsOf(ports.settings.get(), contacts.list())),
		ports,
		journal,
		intents,
		vault,
		signer,
		ledger,
		ledgerDesk: () => ledgerDesk,
		accounts: people,
		chains,
		svmChains,
		replacements,
		revocations,
		allowances,
		reviews,
		tickets,
		account: current,
		entries: shared.get,
		entry(id) {
			const request = requests.get(id);
			if (request !== null) return entries.of(request);
			const row = journal.ofIntent(current().scope, id);
			return row?.kind === "replacement" || row?.kind === "revocation" ? entries.ofRow(row) : null;
		},
		headline: (entry: Entry) => entries.summary(entry).headline,
		place: () => place,
		go(next, raise = true) {
			if (place.kind === "ledger" && next.kind !== "ledger") ledgerDesk.leave();
			place = next;
			keepFresh();
			changed();
			if (raise) ports.desktop.raiseTrusted();
		},
		changed,
		credentials,
		token: credentials.token,
		setToken: (token) => credentials.setToken(token),
		async reconnect() {
			await credentials.load();
			if (account?.scope === scopeOf(ownerNow())) {
				account.sessions.reconnect();
				// A grant for the pipeline may be there now, or gone.
				if (!account.catalog.view().offered) void account.catalog.open(null);
			} else await signIn();
			balances.read();
			account?.runner.kickAll();
			changed();
		},
		health: () => health,
		balances: () => balances.all(),
		chainSettings,
		alerts: () => [...(storageFault === null ? [] : [storageFault]), ...alerts, ...elsewhere()],
		running: () => began,
		userState() {
			return userStateOf(connectedAccounts(app), chainSettings());
		},
	};

	const ledgerDesk = createLedgerDesk(app, {
		client: ledger.client,
		watch: ledger.watch,
		onAccounts() {
			balances.read();
			account?.runner.kickAll();
			changed();
		},
	});

	/** Devices are looked at only while a window shows one; what waits for one asks by itself (signers/ledger.ts). */
	function attend(): void {
		ledger.attend(place.kind === "ledger" || (place.kind === "entry" && signsOnLedger(app, place.entryId)));
	}

	const notices = createNotices(app, entries, budget);
	const balances = createBalances(app, (chainId, found) => {
		health.set(chainId, found);
		changed();
	});

	/** An action that was approved before its commits came stays in sight: it is on its way. */
	function isAnswered(scope: string, sessionId: string, actionId: string): boolean {
		const row = journal.ofEntry(scope, actionEntryId(sessionId, actionId));
		return row !== null && (row.live || row.answer !== null);
	}

	/** What the inbox shows: an action that is answered through commits has no entry of its own. */
	function inboxRequests(): Request[] {
		const { sessions, scope, committed } = current();
		const [commits, actions] = [sessions.commits(), sessions.actions()];
		const folded = foldedActions(commits, actions);
		const own = actions.filter(
			({ sessionId, action }) =>
				!folded.has(`${sessionId}/${action.id}`) || isAnswered(scope, sessionId, action.id),
		);
		return [
			...commits.map(commitRequest),
			...own.map(actionRequest),
			...sessions.unreadableActions().map(unreadableRequest),
			...committed.all().map(committedRequest),
		];
	}

	function rowChanged(row: JournalRow): void {
		notices.settled(row);
		allowances.moved(row);
		if (row.kind !== "leg") notices.look(row.entryId);
		changed();
	}

	function actionsChanged(sessionId: string): void {
		const { sessions, scope, runner } = current();
		for (const stored of [...sessions.actions(), ...sessions.unreadableActions()]) {
			if (stored.sessionId !== sessionId) continue;
			const entryId = actionEntryId(sessionId, stored.action.id);
			notices.look(entryId);
			const row = journal.ofEntry(scope, entryId);
			const atWork = row !== null && !ENDED.has(row.state);
			if (atWork) runner.kick(row.id);
			if (!atWork && place.kind === "entry" && place.entryId === entryId && reviews.stale(entryId))
				void reviews.load(entryId);
		}
		expirySoonAgain();
	}

	/** A page may bring thousands: the list is gone through once for all of them. */
	function expirySoonAgain(): void {
		expirySoon ??= later(EXPIRY_LOOK_MS, () => {
			expirySoon = null;
			if (began) watchExpiry();
		});
	}

	function heard(change: SessionsChange): void {
		if (change.kind === "commit" && change.commitId !== undefined) {
			const { commitId } = change;
			const read = storedCommit(commitId)?.read;
			if (read?.kind === "known") contradictions.note(read.view);
			const entryId = entryIdOf(commitId);
			notices.look(entryId);
			const row = journal.ofIntent(current().scope, commitId);
			// What its own read has brought, it knows: woken by it, it would ask again at once, for ever.
			const atWork = row !== null && !ENDED.has(row.state);
			if (atWork && !current().reading.has(commitId)) current().runner.kick(row.id);
			// What is being carried out shows its progress: a review of it would only ask the service once more.
			if (!atWork && place.kind === "entry" && place.entryId === entryId && reviews.stale(entryId))
				void reviews.load(entryId);
			expirySoonAgain();
		}
		if (change.kind === "action" && change.sessionId !== null) actionsChanged(change.sessionId);
		changed();
	}

	/** What windows and notifications may show now; nothing where the journal can't be read. */
	function shownEntries(): string[] {
		try {
			return app.entries().map((entry) => entry.id);
		} catch (cause) {
			ports.log(`entries: ${String(cause)}`);
			return [];
		}
	}

	/** Builds what belongs to the environment and identity that are set now, in place of what was. */
	async function signIn(): Promise<void> {
		const old = account;
		const told = old === null ? [] : shownEntries();
		const owner = ownerNow();
		const scope = scopeOf(owner);
		const cohort = createCohort({ store: cohorts, scope, sessions: () => sessions });
		const service = createService({
			ofPipeline: cohort.has,
			fetch: ports.fetch,
			clock,
			// What still runs for this account gets neither another's address nor another's token.
			baseUrl: () => (scopeOf(ownerNow()) === scope ? credentials.baseUrl() : ""),
			tokens: tokensWhile(credentials.tokens(owner.environment), () => scopeOf(ownerNow()) === scope),
		});
		const sessions = createSessions({
			service,
			log: createLog(log.db, scope),
			intents,
			typed,
			clock,
			random: ports.random,
			logLine: ports.log,
			scope,
			isAlone: cohort.has,
		});
		const reading = new Set<string>();
		const committed = createCommitted({
			store: committedRequests,
			scope,
			onChange(entryId) {
				if (account?.committed !== committed) return;
				notices.look(entryId);
				expirySoonAgain();
				changed();
			},
		});
		const { commits, actions } = signingServices({ service, sessions, reading, committed, log: ports.log });
		const runner = createRunner({
			journal,
			commits,
			actions,
			signer,
			lane: createNonceLanes({
				chain: (chainRef) => evmLaneChain(chains, chainRef),
				svm: (chainRef) => svmLaneChain(svmChains, chainRef),
			}),
			clock,
			blindAllowed,
			scope: () => scope,
			onChange: rowChanged,
			onStorage(words) {
				if (sameText(words, storageFault)) return;
				storageFault = words;
				changed();
			},
			log: ports.log,
		});
		const catalog = createCatalog({
			service,
			baseUrl: credentials.baseUrl,
			clock,
			desktop: ports.desktop,
			random: ports.random,
			labels: () => app.labels(),
			accounts,
			onChange: () => changed(),
			committed,
			cohort,
			onCommitted: () => sessions.reconnect(),
			log: ports.log,
		});
		const serviceAccount = createServiceAccount({
			service,
			clock,
			intents,
			scope,
			onChange: () => changed(),
			log: ports.log,
		});
		old?.catalog.stop();
		old?.serviceAccount.stop();
		account = {
			owner,
			scope,
			sessions,
			commits: service,
			runner,
			reading,
			catalog,
			committed,
			cohort,
			serviceAccount,
		};
		// What was shown and decided for the former one is not for this one; how a sign-in ended is.
		tickets.void();
		// A new phrase is the vault's, and is shown once: it stays, whoever signs in.
		if (place.kind !== "signIn" && !phraseWaits(app)) place = { kind: "empty" };
		if (old !== null) {
			const stopping = Promise.all([old.sessions.stop(), old.runner.stop()]);
			// A device that is asked for the former account would be waited for, and one that is about to be asked.
			const calledOff = ledger.signer.onActivity(ledger.signer.cancel);
			ledger.signer.cancel();
			await stopping.finally(calledOff);
		}
		// What was told of the former account's requests is taken back.
		for (const entryId of told) notices.look(entryId);
		// Another sign-in came meanwhile, or the end.
		if (account?.sessions !== sessions || !began) return;
		sessions.subscribe((change) => {
			if (account?.sessions === sessions) heard(change);
		});
		sessions.start();
		cohort.resume();
		for (const row of journal.unsettled())
			if (row.scope === scope && row.kind === "commit") sessions.expect(row.intentId);
		runner.recover();
		recoverRejections(app);
		for (const kept of committed.all()) notices.look(committedRequest(kept).entryId);
		watchExpiry();
	}

	/** Sign-ins that are kept under the vault's key can be read now. */
	async function openKept(): Promise<void> {
		await credentials.vaultOpened();
		if (began && account !== null && account.scope !== scopeOf(ownerNow())) await app.reconnect();
	}

	return {
		app,
		entries,
		credentials,
		async begin() {
			began = true;
			let known = "";
			vault.onChange(({ accounts: held, state }) => {
				account?.runner.kickAll();
				if (state === "unlocked") void guard.check();
				if (state === "unlocked")
					openKept().catch((cause: unknown) => ports.log(`sign-in: ${String(cause)}`));
				const addresses = held.map((each) => each.address).join(" ");
				if (addresses !== known) balances.read();
				known = addresses;
				changed();
			});
			await vault.start();
			await signIn();
			endCheck = watchJournal({
				check: checkJournal(journalDb),
				clock: { after: later },
				onFault(words) {
					alerts.push(words);
					changed();
				},
				log: ports.log,
			});
			balances.start();
			const { state } = vault.status();
			if (state === "damaged" || people.list().length === 0) app.go({ kind: "welcome" });
		},
		async end() {
			began = false;
			cancelRefresh?.();
			cancelExpiry?.();
			expirySoon?.();
			soonAgain?.();
			endCheck?.();
			balances.stop();
			account?.catalog.stop();
			account?.serviceAccount.stop();
			const stopping = Promise.allSettled([account?.sessions.stop(), account?.runner.stop()]);
			// What a device is being asked ends with its process, and the runner waits for that.
			await Promise.allSettled([stopping, ledger.stop()]);
			await vault.stop();
			journalDb.close();
			log.db.close();
		},
		noticeCount: notices.count,
		composing: shared.during,
	};
}
