import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { CONVERSATION_ONLY, type Events, REQUEST_SOURCES } from "../events.ts";
import { actionEntryId, entryIdOf } from "../inbox/entries/entry.ts";
import { actOnNotification } from "../inbox/notifications/notification-acts.ts";
import type { NotificationAct, Ports } from "../ports.ts";
import { checkJournal, JournalWatch } from "../storage/journal-check.ts";
import { isSameReview } from "../trusted-window.ts";
import { signsOnLedger } from "../wallet/ledger-requests.ts";
import { Features } from "./features.ts";
import { Windows } from "./windows/windows.ts";

/** Forwards changes from the service and the journal to the notifications, the runner and the open review. */
function routeChanges(app: Features): void {
	const { events, home, inbox, powers, reviewing, signedIn, window } = app;
	const { journal } = app.stores;

	/**
	 * Reloads the open review if it is stale. Not called while a row is in progress, because no review is
	 * displayed then and loading one would needlessly query the service.
	 */
	function reloadOpen(entryId: string): void {
		const open = window.route();
		if (open.kind === "entry" && open.entryId === entryId && reviewing.reviews.isStale(entryId))
			void reviewing.reviews.load(entryId);
	}

	/**
	 * @param wakes `false` for the runner's own changes, because each of its reads would otherwise wake it
	 * again
	 */
	function onRevised(entryId: string, row: JournalRow | null, wakes: boolean): void {
		inbox.rejections.onRevised(entryId);
		inbox.notifications.checkEntry(entryId);
		if (row === null || ENDED.has(row.state)) reloadOpen(entryId);
		else if (wakes) signedIn.current().runner.wake(row.id);
	}

	events.on("commit-changed", ({ commitId }) => {
		const { commits, sessions, scope } = signedIn.current();
		const read = sessions.commit(commitId)?.read;
		if (read?.kind === "known") reviewing.contradictions.addView(read.view);
		onRevised(entryIdOf(commitId), journal.ofIntent(scope, commitId), !commits.isReading(commitId));
		inbox.expiry.checkSoon();
	});
	events.on("action-changed", ({ sessionId }) => {
		const { sessions, scope } = signedIn.current();
		for (const stored of [...sessions.actions(), ...sessions.unreadableActions()]) {
			if (stored.sessionId !== sessionId) continue;
			const entryId = actionEntryId(stored.sessionId, stored.action.id);
			onRevised(entryId, journal.ofEntry(scope, entryId), true);
		}
		inbox.expiry.checkSoon();
	});
	events.on("journal-changed", ({ row }) => {
		inbox.notifications.settled(row);
		powers.refreshOnRow(row);
		app.activity.recorder.recordPrices(row);
		home.refreshOnRow(row);
		if (row.nonce !== null && signedIn.isRunning()) reviewing.reviews.reloadSameNonce(row);
		if (row.kind !== "leg") inbox.notifications.checkEntry(row.entryId);
	});
}

const PAUSE_MS = 60 * 60_000;

interface Service {
	readonly start?: () => Promise<void> | void;
	readonly stop?: () => Promise<void> | void;
}

export class App extends Features {
	readonly windows: Windows;
	/** Started in this order, stopped in reverse. */
	readonly #services: readonly Service[];
	#isRunning = false;

	constructor(ports: Ports, dataDir: string, events: Events, drawn: () => void) {
		super(ports, dataDir, events);
		this.windows = new Windows(this, drawn);
		this.#services = [
			{ stop: this.stores.close },
			this.wallet,
			// Stopped after the device process, because the runner waits for device requests, which end when
			// that process stops.
			this.local,
			{
				start: () => this.signedIn.signIn(),
				stop: async () => void (await Promise.allSettled([this.signedIn.stop(), this.wallet.ledger.stop()])),
			},
			new JournalWatch(
				checkJournal(this.stores.journalDb),
				this.clock,
				(text) => this.alerts.add(text),
				ports.log,
			),
			this.wallet.balances,
			this.home,
			this.powers,
			this.inbox,
			this.reviewing.refresh,
			this.updates,
			this.agents,
			// Stopped first, so rejections that can still be undone are sent while the service is reachable.
			{ stop: async () => await this.inbox.rejections.flush() },
		];
		routeChanges(this);
		this.#keepFresh();
	}

	#keepFresh(): void {
		const { events, integrity, inbox, reviewing, rules, window } = this;
		events.onAny((name) => {
			if (name === "app-changed" || REQUEST_SOURCES.includes(name)) inbox.drop();
			if (CONVERSATION_ONLY.has(name)) return;
			integrity.recordChanges();
			if (this.#isRunning) this.#attendLedger();
		});
		window.onLeave((from, to) => {
			if (from.kind === "ledger" && to.kind !== "ledger") this.ledgerDesk.leave();
			if (!isSameReview(from, to)) rules.allowOnce.void();
		});
		window.onMoved(() => reviewing.refresh.schedule());
	}

	/** A row that is waiting for a device polls on its own. */
	#attendLedger(): void {
		const route = this.window.route();
		this.wallet.ledger.attend(
			route.kind === "ledger" || (route.kind === "entry" && signsOnLedger(this, route.entryId)),
		);
	}

	#showFirst(): void {
		const first = this.setup.route();
		if (this.wallet.vault.status().state === "damaged") this.window.go({ kind: "welcome" });
		else if (first !== null) {
			this.setup.keepStep(first.step);
			this.window.go(first);
		} else if (this.wallet.accounts.list().length === 0) this.window.go({ kind: "welcome" });
	}

	isRunning(): boolean {
		return this.#isRunning;
	}

	async begin(): Promise<void> {
		this.#isRunning = true;
		for (const service of this.#services) await service.start?.();
		this.#showFirst();
	}

	async end(): Promise<void> {
		this.#isRunning = false;
		for (const service of this.#services.toReversed()) await service.stop?.();
	}

	pauseNotifications(isPaused: boolean): void {
		this.inbox.pause(isPaused ? this.ports.clock.now() + PAUSE_MS : null);
	}

	actOnNotification(act: NotificationAct, entryId: string, revision: string): void {
		actOnNotification(this, act, entryId, revision);
	}

	async lock(): Promise<void> {
		this.secrets.hide();
		this.rules.allowOnce.void();
		await this.wallet.vault.lock();
	}

	/** Called when the computer wakes up or the network returns. */
	wake(): void {
		const { sessions, runner } = this.signedIn.current();
		sessions.reconnect();
		runner.wakeAll();
		this.inbox.wake();
		this.reviewing.refresh.reachable();
	}
}
