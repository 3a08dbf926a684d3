import { join } from "node:path";
import type { ChainSetting } from "../../bridge/views.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Place } from "../approval/place.ts";
import { createTickets } from "../approval/ticket.ts";
import { createEvmChains } from "../chains/evm.ts";
import { chainName } from "../chains/names.ts";
import { createSvmChains } from "../chains/svm.ts";
import { environmentOf, scopeOf } from "../identity/owner.ts";
import { actionEntryId, type Entry, entryIdOf } from "../inbox/entry.ts";
import { foldedActions } from "../inbox/folding.ts";
import { type Frozen, intentsOf } from "../match/frozen.ts";
import type { Ports } from "../ports.ts";
import { createContradictions } from "../review/contradiction.ts";
import { createService } from "../service/service.ts";
import { createSessions } from "../sessions/sessions.ts";
import type { SessionsChange, StoredCommit } from "../sessions/types.ts";
import { createSigners } from "../signers/all.ts";
import { createLocalSigner } from "../signers/local.ts";
import { createVaultClient } from "../signers/vault-client.ts";
import { intentIdOf } from "../signing/door.ts";
import { createLanes } from "../signing/lane.ts";
import { createRunner } from "../signing/runner.ts";
import { createContacts } from "../storage/contacts.ts";
import { openDatabase } from "../storage/database.ts";
import { createIntents } from "../storage/intents.ts";
import { createJournal } from "../storage/journal-db.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { createLog, openLog } from "../storage/log-db.ts";
import { createMetAllowances } from "../storage/met-allowances.ts";
import { JOURNAL_MIGRATIONS } from "../storage/migrations.ts";
import { createRulesStore } from "../storage/rules-store.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { createAllowances } from "./allowances.ts";
import { createBalances } from "./balances.ts";
import { createCatalog } from "./catalog.ts";
import { connectedAccounts } from "./connected.ts";
import { type Credentials, createCredentials } from "./credentials.ts";
import { dealingsOf } from "./dealings.ts";
import { underWayElsewhere } from "./elsewhere.ts";
import { createEntries, type Entries } from "./entries.ts";
import { foldingChecks } from "./folding-checks.ts";
import { cachedJournal } from "./journal-cache.ts";
import { labelsOf } from "./labels.ts";
import { laneChain } from "./lane-chain.ts";
import { createLedger } from "./ledger.ts";
import { createLedgerDesk } from "./ledger-desk.ts";
import { signsOnLedger } from "./ledger-entry.ts";
import { createNotices } from "./notices.ts";
import type { Account, App } from "./parts.ts";
import { phraseWaits } from "./phrase.ts";
import { standingOf } from "./policy-desk.ts";
import { createPreparing } from "./preparing.ts";
import { recoverRejections } from "./rejections.ts";
import { createReplacements } from "./replacing.ts";
import { actionRequest, commitRequest, createRequests, type Request } from "./requests.ts";
import { createReviews } from "./reviews.ts";
import { createRevocations } from "./revoking.ts";
import { createSecondOpinions } from "./second-opinion.ts";
import { createServiceAccount } from "./service-account.ts";
import { signingServices } from "./service-commits.ts";
import { svmLaneChain } from "./svm-lane.ts";
import { titled } from "./titles.ts";
import { tokensWhile } from "./tokens-while.ts";
import { userStateOf } from "./user-state.ts";

/** While a review is open, nonce, balance and fees are read again this often, in ms. */
const REVIEW_REFRESH_MS = 12_000;

/** After a commit changed, the list is looked through for the next offer that ends, in ms. */
const EXPIRY_LOOK_MS = 200;

/** The application while it runs. */
export interface Running {
	readonly app: App;
	readonly entries: Entries;
	readonly credentials: Credentials;
	/** Recovers what a crash left, and begins to follow. */
	begin(): Promise<void>;
	end(): Promise<void>;
	noticeCount(): void;
}

/** Opens the stores and builds the application of its parts. Throws a StorageError where the journal can't be opened. */
export async function createApp(ports: Ports, dataDir: string, onChange: () => void): Promise<Running> {
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
	const vault = createVaultClient({
		fork: ports.forkVault,
		dataDir,
		clock,
		random: ports.random,
		log: ports.log,
		autoLockMs: ports.settings.get().autoLockMinutes * 60_000,
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
	const alerts: string[] = [];
	if (log.setAside !== null)
		alerts.push(
			"The stored conversations were damaged and are being read from the service again. Your keys and your journal are not touched.",
		);

	/** Why the journal can't be written, while it can't. */
	let storageFault: string | null = null;
	let place: Place = { kind: "empty" };
	let account: Account | null = null;
	let began = false;
	let cancelRefresh: (() => void) | null = null;
	let cancelExpiry: (() => void) | null = null;
	let expirySoon: (() => void) | null = null;
	let soonAgain: (() => void) | null = null;

	function changed(): void {
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
			chain.name === `Chain ${chain.chainId}` ? { ...chain, name: chainName(chain.chainId) } : chain,
		);
	};
	const chains = createEvmChains({
		urlOf: (chainId) => chainSettings().find((chain) => chain.chainId === String(chainId))?.rpcUrl ?? null,
		fetch: ports.fetch,
		clock,
	});
	const current = (): Account => {
		if (account === null) throw new Error("no environment is signed in");
		return account;
	};
	/** Whose the address and token are that are set now. */
	const ownerNow = () => ({
		environment: environmentOf(credentials.baseUrl()),
		identity: credentials.identity(),
	});
	const storedCommit = (commitId: string): StoredCommit | null => current().sessions.commit(commitId);
	const titleOf = (sessionId: string) => titled(current().sessions, sessionId);
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
	const accounts = () => people.list().map((each) => each.address);

	const svmChains = createSvmChains({
		urlOf: (cluster) => chainSettings().find((chain) => chain.chainId === cluster)?.rpcUrl ?? null,
		genesisOf: (cluster) => chainSettings().find((chain) => chain.chainId === cluster)?.genesisHash ?? null,
		fetch: ports.fetch,
		clock,
	});
	const replacements = createReplacements({ journal, chains, clock, owner: () => current().owner });
	const revocations = createRevocations({
		chains: { evm: chains, svm: svmChains },
		clock,
		owner: () => current().owner,
	});
	const requests = createRequests(() => current().sessions, replacements, revocations);
	const blindAllowed = () => ports.settings.get().blindSigning;
	const transport = () => ports.settings.get().commitTransport;
	const contradictions = createContradictions();
	const preparing = createPreparing({
		chains: { evm: chains, svm: svmChains },
		revocations,
		owner: () => current().owner,
		blindAllowed,
		transport,
		onHealth(chainRef, ok, words) {
			health.set(chainRef, { ok, words });
		},
		log: ports.log,
	});
	const reviews = createReviews({
		clock,
		owner: () => current().owner,
		person: (address) => ({
			accounts: accounts(),
			labels: app.labels(),
			signerState: signer.state(address),
			dealings: dealingsOf(journal, current().scope),
			device: ledger.facts(address),
		}),
		session: (sessionId) => ({ id: sessionId, title: titleOf(sessionId), app: null }),
		requests,
		preparing,
		contradictions,
		folding: (request) =>
			foldingChecks(request, { sessions: current().sessions, journal, scope: current().scope }),
		blindAllowed,
		transport,
		opinions: createSecondOpinions({
			chains: { evm: chains, svm: svmChains },
			clock,
			accounts,
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
		owner: () => current().owner,
		scope: () => current().scope,
		accounts,
		labels: () => app.labels(),
		muted: () => ports.settings.get().mutedSessions,
		title: titleOf,
		now,
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
		return account === null ? [] : underWayElsewhere(journal.unsettled(), account.scope, nameOf);
	};

	const tickets = createTickets();
	const app: App = {
		rules: createRulesStore(journalDb, { now }),
		contacts: createContacts(journalDb, { now }),
		metAllowances,
		labels: () => labelsOf(ports.settings.get(), app.contacts.list()),
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
		entries: () => entries.all(inboxRequests()).toSorted((a, b) => a.firstSeen - b.firstSeen),
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

	const notices = createNotices(app, entries);
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
		const { sessions, scope } = current();
		const [commits, actions] = [sessions.commits(), sessions.actions()];
		const folded = foldedActions(commits, actions);
		const own = actions.filter(
			({ sessionId, action }) =>
				!folded.has(`${sessionId}/${action.id}`) || isAnswered(scope, sessionId, action.id),
		);
		return [...commits.map(commitRequest), ...own.map(actionRequest)];
	}

	function rowChanged(row: JournalRow): void {
		notices.settled(row);
		allowances.moved(row);
		if (row.kind !== "leg") notices.look(row.entryId);
		changed();
	}

	function actionsChanged(sessionId: string): void {
		const { sessions, scope, runner } = current();
		for (const stored of sessions.actions()) {
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
		const service = createService({
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
			clock,
			random: ports.random,
			logLine: ports.log,
			scope,
		});
		const reading = new Set<string>();
		const { commits, actions } = signingServices({ service, sessions, reading, log: ports.log });
		const runner = createRunner({
			journal,
			commits,
			actions,
			signer,
			lane: createLanes({
				chain: (chainRef) => laneChain(chains, chainRef),
				svm: (chainRef) => svmLaneChain(svmChains, chainRef),
			}),
			clock,
			blindAllowed,
			scope: () => scope,
			onChange: rowChanged,
			onStorage(words) {
				if (words === storageFault) return;
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
		account = { owner, scope, sessions, commits: service, runner, reading, catalog, serviceAccount };
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
		for (const row of journal.unsettled())
			if (row.scope === scope && row.kind === "commit") sessions.expect(row.intentId);
		runner.recover();
		recoverRejections(app);
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
				if (state === "unlocked")
					openKept().catch((cause: unknown) => ports.log(`sign-in: ${String(cause)}`));
				const addresses = held.map((each) => each.address).join(" ");
				if (addresses !== known) balances.read();
				known = addresses;
				changed();
			});
			await vault.start();
			await signIn();
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
	};
}
