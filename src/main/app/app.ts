import { UNSIGNED } from "../../core/journal/types.ts";
import { message } from "../../core/message.ts";
import { type Activity, createActivity } from "../activity/feature.ts";
import { leftRows } from "../allowances/allowance-desk.ts";
import { createAllowances } from "../allowances/allowances.ts";
import { createMetAllowances } from "../allowances/met-allowances.ts";
import { together } from "../chains/evm/together.ts";
import { createPrices, rulePricesOf } from "../chains/prices.ts";
import { connectedAccounts } from "../conversations/connected.ts";
import { userStateOf } from "../conversations/user-state.ts";
import { guardedClock } from "../guarded-clock.ts";
import { createHome } from "../home/feature.ts";
import { createInbox, type Inbox } from "../inbox/feature.ts";
import { actOnNotification } from "../inbox/notification-acts.ts";
import { rejectWaitingOf, waitingOf } from "../inbox/of-account.ts";
import { createPager } from "../inbox/pager.ts";
import { flushRejections, lookAtHeld } from "../inbox/rejecting/holding.ts";
import { createTurnBudget } from "../inbox/turn-budget.ts";
import type { NotificationAct, Ports } from "../ports.ts";
import { createAsked } from "../reviewing/asked.ts";
import { createReviewing, type Reviewing } from "../reviewing/feature.ts";
import { createRules, type Rules } from "../rules/feature.ts";
import { createNetworks } from "../settings/networks.ts";
import { afterKeys, keepStep, keysRoute, setupRoute } from "../setup/setup.ts";
import { createCredentials } from "../sign-in/credentials.ts";
import { ownerOf } from "../sign-in/owner.ts";
import { checkJournal } from "../storage/journal-check.ts";
import { watchJournal } from "../storage/journal-watch.ts";
import { createMetCodes } from "../storage/met-codes.ts";
import { createUpdates } from "../updates/updates.ts";
import { createWallet, type Wallet } from "../wallet/feature.ts";
import { signsOnLedger } from "../wallet/ledger-entry.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { hideSecret } from "../wallet/revealing.ts";
import { createAlerts } from "./alerts.ts";
import { type Cause, REQUESTS, TALK } from "./causes.ts";
import { createNews, type News } from "./news.ts";
import { createSignedIn, type SignedIn } from "./signed-in.ts";
import { openStores } from "./stores.ts";
import { createWindowPlace, isSameReview } from "./window-place.ts";
import { createWindows, type WindowParts, type Windows } from "./windows.ts";

/** So long the tray pauses notifications, in ms. */
const PAUSE_MS = 60 * 60_000;

/** The application while it runs. */
export interface RunningApp {
	readonly windows: Windows;
	/** Recovers what a crash left, and begins to follow. */
	begin(): Promise<void>;
	end(): Promise<void>;
	/** In tray, dock and badge. */
	showWaiting(): void;
	/** For an hour, or on again. */
	pauseNotifications(on: boolean): void;
	/** A button of a notification was pressed. @param revision the request as it was told of */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** Views are composed of one reading of the inbox, while nothing of it changes. */
	composing(compose: () => void): void;
	lock(): Promise<void>;
	/** The computer woke or the network came back: read everything again now. */
	wake(): void;
}

/** Who composes what the windows show. */
export interface ViewUpdates {
	/** @param cause everything may have changed where none is named. @param sessionId the only conversation that it concerns */
	changed(cause: Cause | undefined, sessionId: string | null): void;
	/** A window draws more than before: what is stale of it is wanted. */
	drawn(): void;
}

/** A feature with a life of its own. */
interface Living {
	readonly start?: () => Promise<void> | void;
	readonly stop?: () => Promise<void> | void;
}

/**
 * Puts the features together, each made of what it needs of those before it; what it needs of a later one is asked for
 * when it is used. Throws a StorageError where the journal can't be opened.
 */
export async function createApp(ports: Ports, dataDir: string, views: ViewUpdates): Promise<RunningApp> {
	const { log } = ports;
	const now = () => ports.clock.now();
	const clock = guardedClock(ports.clock, log);
	const stores = openStores(ports, dataDir);
	const { journal, journalDb, intents, typed } = stores;
	let isRunning = false;

	function changed(cause?: Cause, sessionId: string | null = null): void {
		if (cause === undefined || REQUESTS.includes(cause)) inbox.drop();
		if (cause === undefined || !TALK.has(cause)) {
			guard.look();
			if (isRunning) attend();
		}
		views.changed(cause, sessionId);
	}

	/** Devices are looked at only while a window shows one; what waits for one asks by itself (signers/ledger.ts). */
	function attend(): void {
		const at = place();
		ledger.attend(at.kind === "ledger" || (at.kind === "entry" && signsOnLedger(parts, at.entryId)));
	}

	const cut = ports.wasCut ? journal.unsettled().filter(({ kind }) => kind !== "leg").length : 0;
	const found = [
		...(stores.isLogNew ? [message("app.conversations-damaged")] : []),
		...(cut > 0 ? [message("app.last-run-cut", { count: cut })] : []),
	];
	const alerts = createAlerts(
		found,
		() => [...networks.notes(), ...signedIn.elsewhere()],
		() => changed(),
	);
	const { place, go, clear } = createWindowPlace({
		leaving(from, to) {
			if (from.kind === "ledger" && to.kind !== "ledger") ledgerDesk.leave();
			if (!isSameReview(from, to)) own.exceptions.void();
		},
		moved() {
			reviewing.keepFresh.moved();
			changed();
		},
		raise: () => ports.desktop.raiseTrusted(),
	});
	const account = () => signedIn.current();
	const entry = (id: string) => inbox.entry(id);
	const base = {
		ports,
		journal,
		journalDb,
		intents,
		account,
		place,
		entry,
		changed,
		running: () => isRunning,
	};

	const networks = createNetworks(ports, () => reviewing.rpcMoved());
	const chains = { evm: networks.chains, svm: networks.svmChains };
	const wallet: Wallet = createWallet({
		...base,
		...networks,
		dataDir,
		labels: () => own.labels(),
		onHealth(chainRef, found) {
			networks.noteHealth(chainRef, found);
			changed("chain");
		},
		on: {
			signers: () => signedIn.scope()?.runner.kickAll(),
			device: () => signedIn.kickWaiting(),
			unlocked() {
				void guard.check();
				void signedIn.openKept();
			},
			// Whoever locks it, and however its process ends.
			locked: () => own.exceptions.void(),
		},
	});
	const { vault, accounts, signer, ledger, ledgerDesk, balances } = wallet;
	const showsWorth = () => ports.settings.get().showWorth;
	const priced = {
		clock,
		wanted: () => showsWorth() || own.countsInWorth(),
		onChange: () => changed("price"),
		log,
	};
	const prices = createPrices({ ...priced, chains: together(chains.evm, clock) });
	const secondPrices = createPrices({ ...priced, chains: together(networks.secondChains, clock) });
	const rulePrices = rulePricesOf(prices, secondPrices, networks.hasSecondRpc);
	const own: Rules = createRules({ ...base, vault, accounts, ledger, rulePrices });
	const { guard } = own;
	const owned = { ...base, ...networks, ...own, vault, accounts, signer, ledger };
	const credentials = createCredentials({
		ports,
		vault,
		onChange: () => changed(),
		onIdentity() {
			if (isRunning) signedIn.reconnect().catch((cause: unknown) => log(`sign-in: ${String(cause)}`));
		},
	});
	const asked = createAsked({ ...owned, networks: chains });
	const weighed = { ...owned, ...asked, clock, budget: createTurnBudget(ports.clock) };
	const codes = createMetCodes(journalDb, { now });
	const reviewing: Reviewing = createReviewing({
		...weighed,
		codes,
		typed,
		networks: chains,
		onReview: (composed) => activity.recorder.reviewed(composed),
		changed: () => changed("review"),
	});
	const { reviews, tickets, contradictions, keepFresh } = reviewing;
	const inbox: Inbox = createInbox({
		...weighed,
		reviews,
		price: prices.of,
		onLook: (entries) => activity.recorder.looked(entries),
		changed: () => changed("inbox"),
	});
	const activity: Activity = createActivity({
		...owned,
		...asked,
		summary: inbox.summary,
		price: prices.of,
		changed: () => changed("record"),
	});
	const met = createMetAllowances(journalDb, { now });
	const allowances = createAllowances({
		met,
		chains: { ...chains, evm: together(chains.evm, clock) },
		clock: ports.clock,
		journal,
		scope: () => account().scope,
		accounts: own.ownAddresses,
		onChange: () => changed("allowance"),
		log,
	});
	const home = createHome({
		...owned,
		networks,
		stores,
		met,
		prices,
		secondPrices,
		clock,
		changed: () => changed("home"),
	});
	const readBalances = () => {
		balances.read();
		home.changed();
	};
	const updates = createUpdates({
		ports,
		busy: () => place().kind !== "empty" || journal.unsettled().some(({ state }) => UNSIGNED.has(state)),
		changed: () => changed("update"),
	});
	const news: News = createNews({
		...base,
		contradictions,
		reviews,
		inbox,
		home,
		allowances,
		recorder: activity.recorder,
		revised: (entryId) => lookAtHeld(parts, entryId),
	});
	const signedIn: SignedIn = createSignedIn({
		...owned,
		stores,
		credentials,
		inbox,
		ownerNow: () => ownerOf(credentials),
		rejections: () => parts,
		onRow: news.rowChanged,
		onStorage: alerts.storage,
		onSessions: news.heard,
		onSwitch() {
			changed("owner");
			// What was shown and decided for the former one is not for this one; how a sign-in ended is.
			tickets.void();
			own.exceptions.void();
			// A new phrase is the vault's, and is shown once: it stays, whoever signs in.
			const { kind } = place();
			if (kind !== "signIn" && kind !== "setup" && !phraseWaits(parts)) clear();
			if (isRunning) inbox.notices.tellOwed();
		},
		readBalances,
	});

	const parts: WindowParts = {
		waitingOf: (address) => waitingOf(parts, address),
		rejectWaitingOf: (address) => rejectWaitingOf(parts, address),
		leftAllowances: (entryId, sent) => leftRows(parts, entryId, sent),
		readBalances,
		...owned,
		...asked,
		...activity,
		ledgerDesk: () => ledgerDesk,
		balances: balances.all,
		credentials,
		setToken: credentials.setToken,
		reconnect: signedIn.reconnect,
		inbox,
		entries: inbox.entries,
		headline: inbox.headline,
		reviews,
		tickets,
		pager: createPager(),
		prices,
		rulePrices,
		showsWorth,
		home,
		allowances,
		alerts: alerts.all,
		updates,
		setupRoute: () => setupRoute(parts),
		keysRoute: () => keysRoute(parts),
		afterKeys: () => afterKeys(parts),
		userState: () => userStateOf(connectedAccounts(parts), networks.chainSettings()),
		go,
		drawn: views.drawn,
	};
	await credentials.load();
	let endCheck = () => {};

	/** Started in this order, and stopped in the other one. */
	const features: readonly Living[] = [
		{ stop: stores.close },
		{ start: wallet.start, stop: wallet.stop },
		{
			start: signedIn.signIn,
			// What a device is being asked ends with its process, and the runner waits for that.
			stop: async () => void (await Promise.allSettled([signedIn.stop(), ledger.stop()])),
		},
		{
			start() {
				endCheck = watchJournal({ check: checkJournal(journalDb), clock, onFault: alerts.add, log });
			},
			stop: () => endCheck(),
		},
		balances,
		home,
		inbox,
		keepFresh,
		updates,
		// The first to stop: the service is told of what is held while it still can be.
		{ stop: async () => await flushRejections(parts) },
	];

	return {
		windows: createWindows(parts),
		async begin() {
			isRunning = true;
			for (const feature of features) await feature.start?.();
			const first = setupRoute(parts);
			if (vault.status().state === "damaged") go({ kind: "welcome" });
			else if (first !== null) {
				keepStep(ports.settings, first.step);
				go(first);
			} else if (accounts.list().length === 0) go({ kind: "welcome" });
		},
		async end() {
			isRunning = false;
			for (const feature of features.toReversed()) await feature.stop?.();
		},
		pauseNotifications: (on) => inbox.pause(on ? now() + PAUSE_MS : null),
		showWaiting: inbox.notices.showWaiting,
		actOnNotification: (act, entryId, revision) =>
			actOnNotification({ ...parts, inbox }, act, entryId, revision),
		composing: inbox.composing,
		async lock() {
			hideSecret(parts);
			own.exceptions.void();
			await vault.lock();
		},
		wake() {
			account().sessions.reconnect();
			account().runner.kickAll();
			inbox.wake();
		},
	};
}
