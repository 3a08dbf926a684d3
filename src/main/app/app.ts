import { message } from "../../core/message.ts";
import { createContacts } from "../address-book/contacts.ts";
import { labelsOf } from "../address-book/stored-labels.ts";
import { createAllowances } from "../allowances/allowances.ts";
import { createMetAllowances } from "../allowances/met-allowances.ts";
import { connectedAccounts } from "../conversations/connected.ts";
import { userStateOf } from "../conversations/user-state.ts";
import { createGuard } from "../guard/guard.ts";
import { guardedClock } from "../guarded-clock.ts";
import { createInbox, type Inbox } from "../inbox/feature.ts";
import { createFreezings } from "../inbox/freezings.ts";
import { underWayInOtherScope } from "../inbox/other-scope.ts";
import { createRequests } from "../inbox/requests.ts";
import { createTurnBudget } from "../inbox/turn-budget.ts";
import type { Ports } from "../ports.ts";
import { createReviewing, type Reviewing } from "../reviewing/feature.ts";
import { createReplacements } from "../reviewing/replacing.ts";
import { createRevocations } from "../reviewing/revoking.ts";
import { admitLoosening, standingOf } from "../rules/policy-desk.ts";
import { keptNow } from "../rules/policy-standing.ts";
import { createRulesStore } from "../rules/rules-store.ts";
import { createNetworks } from "../settings/networks.ts";
import { createCredentials } from "../sign-in/credentials.ts";
import { ownerOf } from "../sign-in/owner.ts";
import { checkJournal } from "../storage/journal-check.ts";
import { watchJournal } from "../storage/journal-watch.ts";
import { createMetCodes } from "../storage/met-codes.ts";
import { createWallet, type Wallet } from "../wallet/feature.ts";
import { signsOnLedger } from "../wallet/ledger-entry.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { createAlerts } from "./alerts.ts";
import { createNews, type News } from "./news.ts";
import { createSignedIn, type SignedIn } from "./signed-in.ts";
import { openStores } from "./stores.ts";
import { createWindowPlace } from "./window-place.ts";
import { createWindows, type WindowParts, type Windows } from "./windows.ts";

/** The application while it runs. */
export interface RunningApp {
	readonly windows: Windows;
	/** Recovers what a crash left, and begins to follow. */
	begin(): Promise<void>;
	end(): Promise<void>;
	noticeCount(): void;
	/** Views that are composed together are composed of one reading of the list, while nothing changes. */
	composing(compose: () => void): void;
	lock(): Promise<void>;
	/** The computer woke or the network came back: read everything again now. */
	wake(): void;
}

/**
 * Puts the features together, each made of what it needs of those before it; what it needs of a later one is asked for
 * when it is used. Throws a StorageError where the journal can't be opened.
 */
export async function createApp(ports: Ports, dataDir: string, onChange: () => void): Promise<RunningApp> {
	const now = () => ports.clock.now();
	const clock = guardedClock(ports.clock, ports.log);
	const stores = openStores(ports, dataDir);
	const { journal, journalDb, intents } = stores;
	let isRunning = false;
	const running = () => isRunning;

	function changed(): void {
		inbox.drop();
		guard.look();
		// Devices are looked at only while a window shows one; what waits for one asks by itself (signers/ledger.ts).
		if (isRunning) {
			const at = place();
			ledger.attend(at.kind === "ledger" || (at.kind === "entry" && signsOnLedger(parts, at.entryId)));
		}
		onChange();
	}

	const damaged = stores.isLogNew ? [message("app.conversations-damaged")] : [];
	const elsewhere = () => {
		const scope = signedIn.scope();
		const known = credentials.environments();
		const nameOf = (id: string) => known.find((each) => each.id === id)?.name ?? null;
		return scope === null ? [] : underWayInOtherScope(journal.unsettled(), scope.scope, nameOf);
	};
	const alerts = createAlerts(damaged, elsewhere, changed);
	const { place, go, clear } = createWindowPlace({
		leaving(from, to) {
			if (from.kind === "ledger" && to.kind !== "ledger") ledgerDesk.leave();
		},
		moved() {
			reviewing.keepFresh.moved();
			changed();
		},
		raise: () => ports.desktop.raiseTrusted(),
	});
	const account = () => signedIn.current();
	const owner = () => account().owner;
	const entry = (id: string) => inbox.entry(id);
	const labels = () => guard.believedNames(labelsOf(ports.settings.get(), contacts.list()));
	const blindAllowed = () => guard.blindSigning();
	const ownAddresses = () =>
		accounts
			.list()
			.map((each) => each.address)
			.filter(guard.believesAccount);
	const base = {
		ports,
		journal,
		account,
		labels,
		place,
		entry,
		changed,
		running,
		blindAllowed,
		ownAddresses,
	};

	const { chainSettings, chains, svmChains, health, noteHealth } = createNetworks(ports);
	const both = { evm: chains, svm: svmChains };
	const wallet: Wallet = createWallet({
		...base,
		dataDir,
		chains,
		svmChains,
		chainSettings,
		onHealth(chainRef, found) {
			noteHealth(chainRef, found);
			changed();
		},
		on: {
			signers: () => signedIn.scope()?.runner.kickAll(),
			device: () => signedIn.kickWaiting(),
			unlocked() {
				void guard.check();
				void signedIn.openKept();
			},
		},
	});
	const { vault, accounts, signer, ledger, ledgerDesk, balances } = wallet;
	const credentials = createCredentials({
		ports,
		vault,
		onChange: changed,
		onIdentity() {
			if (isRunning) signedIn.reconnect().catch((cause: unknown) => ports.log(`sign-in: ${String(cause)}`));
		},
	});
	const contacts = createContacts(journalDb, { now });
	const rules = createRulesStore(journalDb, { now });
	const { settings, log } = ports;
	const guard = createGuard({ vault, settings, rules, contacts, onChange: changed, log });
	const standing = { ...base, rules, contacts, accounts, ledger, guard };

	const replacements = createReplacements({ journal, chains, clock: ports.clock, owner });
	const revocations = createRevocations({ chains: both, clock: ports.clock, owner });
	const requests = createRequests(
		() => account().sessions,
		replacements,
		revocations,
		() => account().committed,
	);
	const transport = () => settings.get().commitTransport;
	const freezings = createFreezings({ owner, blindAllowed, transport });
	const asked = { ...base, clock, requests, freezings, budget: createTurnBudget(ports.clock) };
	const reviewing: Reviewing = createReviewing({
		...asked,
		codes: createMetCodes(journalDb, { now }),
		typed: stores.typed,
		networks: both,
		revocations,
		signer,
		ledger,
		standing: (frozen) => standingOf(standing, frozen),
		noteHealth,
	});
	const { reviews, tickets, contradictions, keepFresh } = reviewing;
	const inbox: Inbox = createInbox({ ...asked, reviews });
	const metAllowances = createMetAllowances(journalDb, { now });
	const allowances = createAllowances({
		met: metAllowances,
		chains: both,
		clock: ports.clock,
		journal,
		scope: () => account().scope,
		accounts: ownAddresses,
		onChange: changed,
		log,
	});
	const news: News = createNews({ ...base, contradictions, reviews, inbox, allowances });
	const signedIn: SignedIn = createSignedIn({
		...base,
		stores,
		credentials,
		chains,
		svmChains,
		signer,
		ledger,
		inbox,
		ownerNow: () => ownerOf(credentials),
		rejections: () => parts,
		onRow: news.rowChanged,
		onStorage: alerts.storage,
		onSessions: news.heard,
		onSwitch() {
			// What was shown and decided for the former one is not for this one; how a sign-in ended is.
			tickets.void();
			// A new phrase is the vault's, and is shown once: it stays, whoever signs in.
			if (place().kind !== "signIn" && !phraseWaits(parts)) clear();
		},
		readBalances: balances.read,
	});

	const parts: WindowParts = {
		...standing,
		intents,
		vault,
		chains,
		svmChains,
		chainSettings,
		health,
		ledgerDesk: () => ledgerDesk,
		balances: balances.all,
		credentials,
		setToken: credentials.setToken,
		reconnect: signedIn.reconnect,
		keptRules: () => keptNow(standing),
		admitLoosening: (password) => admitLoosening({ vault, guard, ports }, password),
		inbox,
		entries: inbox.entries,
		headline: inbox.headline,
		reviews,
		tickets,
		replacements,
		revocations,
		allowances,
		alerts: alerts.all,
		userState: () => userStateOf(connectedAccounts(parts), chainSettings()),
		go,
	};
	await credentials.load();
	let endCheck: (() => void) | null = null;

	return {
		windows: createWindows(parts),
		async begin() {
			isRunning = true;
			await wallet.start();
			await signedIn.signIn();
			endCheck = watchJournal({ check: checkJournal(journalDb), clock, onFault: alerts.add, log });
			balances.start();
			if (vault.status().state === "damaged" || accounts.list().length === 0) go({ kind: "welcome" });
		},
		async end() {
			isRunning = false;
			keepFresh.stop();
			inbox.stop();
			endCheck?.();
			balances.stop();
			// What a device is being asked ends with its process, and the runner waits for that.
			await Promise.allSettled([signedIn.stop(), ledger.stop()]);
			await vault.stop();
			stores.close();
		},
		noticeCount: inbox.notices.count,
		composing: inbox.composing,
		async lock() {
			await vault.lock();
		},
		wake() {
			account().sessions.reconnect();
			account().runner.kickAll();
		},
	};
}
