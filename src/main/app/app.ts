import { UNSIGNED } from "../../core/journal/types.ts";
import { guardedClock } from "../guarded-clock.ts";
import { actOnNotification } from "../inbox/notices/notification-acts.ts";
import { flushRejections, lookAtHeld } from "../inbox/rejecting/holding.ts";
import type { Ports } from "../ports.ts";
import { keepStep, setupRoute } from "../setup/setup.ts";
import { ownerOf } from "../sign-in/owner.ts";
import { checkJournal } from "../storage/journal-check.ts";
import { watchJournal } from "../storage/journal-watch.ts";
import { createUpdates } from "../updates/updates.ts";
import { signsOnLedger } from "../wallet/ledger-entry.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { hideSecret } from "../wallet/revealing.ts";
import { createAlerts, foundAtOpening } from "./alerts.ts";
import { type AskedFor, createAskedFor } from "./asked-for.ts";
import { type Cause, REQUESTS, TALK } from "./causes.ts";
import { createNews } from "./news.ts";
import { type Base, createOwn, type Own, ownedBy } from "./own.ts";
import type { Living, RunningApp, ViewUpdates } from "./running-app.ts";
import { createSignedIn, type SignedIn } from "./signed-in.ts";
import { openStores } from "./stores.ts";
import { windowPartsOf } from "./windows/window-parts.ts";
import { createWindowPlace, isSameReview } from "./windows/window-place.ts";
import { createWindows, type WindowParts } from "./windows/windows.ts";

/** So long the tray pauses notifications, in ms. */
const PAUSE_MS = 60 * 60_000;

/**
 * Puts the features together, each made of what it needs of those before it; what it needs of a later one is asked for
 * when it is used. Throws a StorageError where the journal can't be opened.
 */
export async function createApp(ports: Ports, dataDir: string, views: ViewUpdates): Promise<RunningApp> {
	const { log } = ports;
	const clock = guardedClock(ports.clock, log);
	const stores = openStores(ports, dataDir);
	const { journal, journalDb, intents } = stores;
	let isRunning = false;

	function changed(cause?: Cause, sessionId: string | null = null): void {
		if (cause === undefined || REQUESTS.includes(cause)) inbox.drop();
		if (cause === undefined || !TALK.has(cause)) {
			rules.guard.look();
			if (isRunning) attend();
		}
		views.changed(cause, sessionId);
	}

	/** Devices are looked at only while a window shows one; what waits for one asks by itself (ledger/ledger.ts). */
	function attend(): void {
		const at = place();
		wallet.ledger.attend(at.kind === "ledger" || (at.kind === "entry" && signsOnLedger(parts, at.entryId)));
	}

	const alerts = createAlerts(
		foundAtOpening(ports, stores),
		() => [
			...networks.notes(),
			...signedIn.clockDiffers(),
			...signedIn.outOfOrder(),
			...signedIn.elsewhere(),
		],
		() => changed(),
	);
	const { place, go, clear } = createWindowPlace({
		leaving(from, to) {
			if (from.kind === "ledger" && to.kind !== "ledger") wallet.ledgerDesk.leave();
			if (!isSameReview(from, to)) rules.exceptions.void();
		},
		moved() {
			reviewing.keepFresh.moved();
			changed();
		},
		raise: () => ports.desktop.raiseTrusted(),
	});
	const base: Base = {
		ports,
		clock,
		stores,
		journal,
		journalDb,
		intents,
		account: () => signedIn.current(),
		place,
		entry: (id) => inbox.entry(id),
		clockOffset: () => signedIn.scope()?.serviceClock.offset() ?? 0,
		changed,
		running: () => isRunning,
	};
	const own: Own = createOwn(base, dataDir, {
		signers: () => signedIn.scope()?.runner.kickAll(),
		device: () => signedIn.kickWaiting(),
		unlocked: () => void signedIn.openKept(),
		rpcMoved: () => reviewing.rpcMoved(),
		rpcBusy: () => changed("chain"),
		reachable: () => reviewing.rechecks.reachable(),
		identity() {
			if (isRunning) signedIn.reconnect().catch((cause: unknown) => log(`sign-in: ${String(cause)}`));
		},
	});
	const { networks, wallet, rules, credentials } = own;
	const askedFor: AskedFor = createAskedFor(base, own);
	const { reviewing, inbox, activity, allowances, home } = askedFor;
	const updates = createUpdates({
		ports,
		busy: () => place().kind !== "empty" || journal.unsettled().some(({ state }) => UNSIGNED.has(state)),
		changed: () => changed("update"),
	});
	const news = createNews({
		...base,
		...reviewing,
		inbox,
		home,
		allowances,
		recorder: activity.recorder,
		revised: (entryId) => lookAtHeld(parts, entryId),
	});
	const readBalances = () => {
		wallet.balances.read();
		home.changed();
	};
	const signedIn: SignedIn = createSignedIn({
		...ownedBy(base, own),
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
			reviewing.tickets.void();
			rules.exceptions.void();
			// A new phrase belongs to the vault: it stays, whoever signs in.
			const { kind } = place();
			if (kind !== "signIn" && kind !== "setup" && !phraseWaits(parts)) clear();
			if (isRunning) inbox.notices.notifyOwed();
		},
		readBalances,
	});
	const parts: WindowParts = windowPartsOf(base, own, askedFor, {
		go,
		reconnect: signedIn.reconnect,
		readBalances,
		alerts: alerts.all,
		updates,
		drawn: views.drawn,
	});
	await credentials.load();
	/** Started in this order, and stopped in the other one. */
	const features: readonly Living[] = [
		{ stop: stores.close },
		wallet,
		// What a device is being asked ends with its process, and the runner waits for that.
		{
			start: signedIn.signIn,
			stop: async () => void (await Promise.allSettled([signedIn.stop(), wallet.ledger.stop()])),
		},
		watchJournal({ check: checkJournal(journalDb), clock, onFault: alerts.add, log }),
		wallet.balances,
		home,
		inbox,
		reviewing.keepFresh,
		reviewing.rechecks,
		updates,
		// The first to stop: the service is told of what is held while it still can be.
		{ stop: async () => await flushRejections(parts) },
	];

	/** What has to be set up before anything else. */
	function showFirst(): void {
		const first = setupRoute(parts);
		if (wallet.vault.status().state === "damaged") go({ kind: "welcome" });
		else if (first !== null) {
			keepStep(ports.settings, first.step);
			go(first);
		} else if (wallet.accounts.list().length === 0) go({ kind: "welcome" });
	}

	return {
		windows: createWindows(parts),
		async begin() {
			isRunning = true;
			for (const feature of features) await feature.start?.();
			showFirst();
		},
		async end() {
			isRunning = false;
			for (const feature of features.toReversed()) await feature.stop?.();
		},
		pauseNotifications: (on) => inbox.pause(on ? ports.clock.now() + PAUSE_MS : null),
		showWaiting: inbox.notices.showWaiting,
		actOnNotification: (act, entryId, revision) =>
			actOnNotification({ ...parts, inbox }, act, entryId, revision),
		composing: inbox.composing,
		async lock() {
			hideSecret(parts);
			rules.exceptions.void();
			await wallet.vault.lock();
		},
		noteUse: wallet.noteUse,
		wake() {
			base.account().sessions.reconnect();
			base.account().runner.kickAll();
			inbox.wake();
			reviewing.rechecks.reachable();
		},
	};
}
