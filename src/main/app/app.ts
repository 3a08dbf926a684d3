import { join } from "node:path";
import type { ChainSetting } from "../../bridge/views.ts";
import type { ReadCommit } from "../../contract/commit.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Place } from "../approval/place.ts";
import { createTickets } from "../approval/ticket.ts";
import { createEvmChains } from "../chains/evm.ts";
import { chainName } from "../chains/names.ts";
import { environmentOf, identityOf, scopeOf } from "../identity/owner.ts";
import { commitIdOf, type Entry, entryIdOf } from "../inbox/entry.ts";
import type { FrozenReview } from "../match/frozen.ts";
import type { Ports } from "../ports.ts";
import { createContradictions } from "../review/contradiction.ts";
import { createService } from "../service/service.ts";
import { createSessions } from "../sessions/sessions.ts";
import type { SessionsChange, StoredCommit } from "../sessions/types.ts";
import { createLocalSigner } from "../signers/local.ts";
import { createVaultClient } from "../signers/vault-client.ts";
import { CommitFault, type CommitService } from "../signing/ports.ts";
import { createRunner } from "../signing/runner.ts";
import { openDatabase } from "../storage/database.ts";
import { createIntents, INTENTS_SQL } from "../storage/intents.ts";
import { createJournal, JOURNAL_SQL } from "../storage/journal-db.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { createLog, openLog } from "../storage/log-db.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { createBalances } from "./balances.ts";
import { type Credentials, createCredentials } from "./credentials.ts";
import { UNTITLED } from "./desk-screen.ts";
import { createEntries, type Entries } from "./entries.ts";
import { cachedJournal } from "./journal-cache.ts";
import { laneChain } from "./lane-chain.ts";
import { createNotices } from "./notices.ts";
import type { Account, App } from "./parts.ts";
import { recoverRejections } from "./rejections.ts";
import { createReviews } from "./reviews.ts";
import { asCommitFault } from "./service-commits.ts";

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
export async function createApp(ports: Ports, dataDir: string, changed: () => void): Promise<Running> {
	const { clock } = ports;
	const now = () => clock.now();
	const journalDb = openDatabase(join(dataDir, "journal.db"), {
		synchronous: "FULL",
		migrations: [JOURNAL_SQL, INTENTS_SQL],
	});
	const log = openLog(join(dataDir, "log.db"), now());
	const journal = cachedJournal(
		createJournal(journalDb, {
			now,
			...(ports.onJournalStep === undefined ? {} : { onStep: ports.onJournalStep }),
		}),
	);
	const intents = createIntents(journalDb, { now });
	const credentials = createCredentials(ports);
	await credentials.load();

	const vault = createVaultClient({
		fork: ports.forkVault,
		dataDir,
		clock,
		random: ports.random,
		log: ports.log,
		autoLockMs: ports.settings.get().autoLockMinutes * 60_000,
	});
	const signer = createLocalSigner(vault);
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
		identity: identityOf(credentials.token()),
	});
	const storedCommit = (commitId: string): StoredCommit | null => current().sessions.commit(commitId);
	const titleOf = (sessionId: string) => current().sessions.title(sessionId) ?? UNTITLED;
	const people = createAccounts(vault, ports.settings);
	const accounts = () => people.list().map((each) => each.address);

	const contradictions = createContradictions();
	const reviews = createReviews({
		chains,
		clock,
		owner: () => current().owner,
		person: (address) => ({
			accounts: accounts(),
			labels: ports.settings.get().labels,
			signerState: signer.state(address),
		}),
		session: (_, sessionId) => ({ id: sessionId, title: titleOf(sessionId), app: null }),
		stored: storedCommit,
		contradictions,
		refresh: (commitId) => current().sessions.refreshCommit(commitId),
		log: ports.log,
		heldBy(frozen: FrozenReview) {
			if (frozen.payload.kind !== "evm_transaction") return null;
			const row = journal.holder(frozen.chain_ref, frozen.signer, BigInt(frozen.payload.nonce));
			return row === null || row.commitId === frozen.commit_id ? null : row.headline;
		},
		onHealth(chainRef, ok, words) {
			health.set(chainRef, { ok, words });
		},
		onChange: () => changed(),
		open: () => (place.kind === "entry" ? commitIdOf(place.entryId) : null),
		wanted(commitId) {
			const read = began ? storedCommit(commitId)?.read : undefined;
			return read?.kind === "unreadable" || read?.view.state === "needs_signature";
		},
	});

	const entries = createEntries({
		journal,
		reviews,
		owner: () => current().owner,
		scope: () => current().scope,
		accounts,
		labels: () => ports.settings.get().labels,
		muted: () => ports.settings.get().mutedSessions,
		title: titleOf,
		now,
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
			const entry = app.entry(entryId);
			if (!began || entry === null) return;
			void reviews.load(entry.commitId).then(() => {
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
			for (const entry of app.entries()) notices.look(entry.commitId);
			watchExpiry();
			changed();
		});
	}

	const app: App = {
		ports,
		journal,
		intents,
		vault,
		signer,
		accounts: people,
		chains,
		reviews,
		tickets: createTickets(),
		account: current,
		entries: () => entries.all(current().sessions.commits()).toSorted((a, b) => a.firstSeen - b.firstSeen),
		entry(id) {
			const commitId = commitIdOf(id);
			const stored = commitId === null ? null : storedCommit(commitId);
			return stored === null ? null : entries.of(stored);
		},
		headline: (entry: Entry) => entries.summary(entry).headline,
		place: () => place,
		go(next, raise = true) {
			place = next;
			keepFresh();
			changed();
			if (raise) ports.desktop.raiseTrusted();
		},
		changed,
		token: credentials.token,
		setToken: (token) => credentials.set(token),
		async reconnect() {
			if (account?.scope === scopeOf(ownerNow())) account.sessions.reconnect();
			else await signIn();
			balances.read();
			account?.runner.kickAll();
			changed();
		},
		health: () => health,
		balances: () => balances.all(),
		chainSettings,
		alerts: () => (storageFault === null ? alerts : [storageFault, ...alerts]),
		running: () => began,
		userState() {
			const [address] = accounts();
			const [chain] = chainSettings();
			return {
				connection: {
					is_connected: address !== undefined,
					provider: "countersign",
					provider_label: "Countersign",
				},
				...(address === undefined
					? {}
					: {
							evm: {
								address,
								...(chain === undefined ? {} : { chain_id: Number(chain.chainId) }),
								broadcaster: "wallet" as const,
							},
						}),
			};
		},
	};

	const notices = createNotices(app, entries);
	const balances = createBalances(app, (chainId, found) => {
		health.set(chainId, found);
		changed();
	});

	function rowChanged(row: JournalRow): void {
		notices.settled(row);
		notices.look(row.commitId);
		changed();
	}

	function heard(change: SessionsChange): void {
		if (change.kind === "commit" && change.commitId !== undefined) {
			const { commitId } = change;
			const read = storedCommit(commitId)?.read;
			if (read?.kind === "known") contradictions.note(read.view);
			notices.look(commitId);
			const row = journal.ofCommit(current().scope, commitId);
			if (row !== null && row.state !== "settled" && row.state !== "refused") current().runner.kick(row.id);
			if (place.kind === "entry" && place.entryId === entryIdOf(commitId) && reviews.stale(commitId))
				void reviews.load(commitId);
			// A page may bring thousands: the list is gone through once for all of them.
			expirySoon ??= later(EXPIRY_LOOK_MS, () => {
				expirySoon = null;
				if (began) watchExpiry();
			});
		}
		changed();
	}

	/** Builds what belongs to the environment and identity that are set now, in place of what was. */
	async function signIn(): Promise<void> {
		const old = account;
		const owner = ownerNow();
		const scope = scopeOf(owner);
		const service = createService({
			fetch: ports.fetch,
			clock,
			baseUrl: credentials.baseUrl,
			// Another's token, or one for another address, is not for what still runs for this account.
			token: () => (scopeOf(ownerNow()) === scope ? credentials.token() : null),
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
		const commits: CommitService = {
			read: (commitId) => calling(() => sessions.refreshCommit(commitId)),
			manual: async (commitId, sessionId, body, key) => {
				const read = await calling(() => service.postManual(commitId, sessionId, body, key));
				sessions.acceptCommit(sessionId, read);
				return read;
			},
		};
		const runner = createRunner({
			journal,
			commits,
			signer,
			chain: (chainRef) => laneChain(chains, chainRef),
			clock,
			scope: () => scope,
			onChange: rowChanged,
			onStorage(words) {
				if (words === storageFault) return;
				storageFault = words;
				changed();
			},
			log: ports.log,
		});
		account = { owner, scope, sessions, commits: service, runner };
		place = { kind: "empty" };
		if (old !== null) await Promise.all([old.sessions.stop(), old.runner.stop()]);
		// Another sign-in came meanwhile, or the end.
		if (account?.sessions !== sessions || !began) return;
		sessions.subscribe((change) => {
			if (account?.sessions === sessions) heard(change);
		});
		sessions.start();
		for (const row of journal.unsettled()) if (row.scope === scope) sessions.expect(row.commitId);
		runner.recover();
		recoverRejections(app);
		watchExpiry();
	}

	return {
		app,
		entries,
		credentials,
		async begin() {
			began = true;
			let known = "";
			vault.onChange(({ accounts: held }) => {
				account?.runner.kickAll();
				const addresses = held.map((each) => each.address).join(" ");
				if (addresses !== known) balances.read();
				known = addresses;
				changed();
			});
			await vault.start();
			await signIn();
			balances.start();
			const { state } = vault.status();
			if (state === "none" || state === "damaged") app.go({ kind: "welcome" });
		},
		async end() {
			began = false;
			cancelRefresh?.();
			cancelExpiry?.();
			expirySoon?.();
			balances.stop();
			await Promise.allSettled([account?.sessions.stop(), account?.runner.stop()]);
			await vault.stop();
			journalDb.close();
			log.db.close();
		},
		noticeCount: notices.count,
	};
}

/** Failures of the service as signing reads them. */
async function calling(call: () => Promise<ReadCommit>): Promise<ReadCommit> {
	try {
		return await call();
	} catch (cause) {
		const fault = asCommitFault(cause);
		throw fault instanceof Error
			? fault
			: new CommitFault("The service could not be asked.", { again: true, retryAfterMs: null, cause });
	}
}
