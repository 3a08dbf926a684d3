import type { PriceSource } from "../../core/fiat/price.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { intentIndexOf } from "../../core/match/freeze-action.ts";
import type { RequestOwner } from "../../core/match/frozen.ts";
import { type ApprovalRequest, isActionLikeRequest, isOwnKind } from "../../core/review/approval-request.ts";
import type { Summary } from "../../core/review/summary.ts";
import type { InboxEntryView, inboxProcedures, inboxTrustedProcedures } from "../../ipc/inbox.ts";
import type { CommandClient, CommandOutcome } from "../../ipc/primitives.ts";
import type { UserState } from "../../service-api/user-state.ts";
import { textOf } from "../../text/index.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { Events } from "../events.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import type { Intents } from "../storage/intents.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TimeZone } from "../time-zone.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { sameAddress } from "../wallet/signers/signer.ts";
import { Entries, type EntryReviews, replacementRow } from "./entries/entries.ts";
import { actionEntryId, actionKeyOf, type Entry } from "./entries/entry.ts";
import { buildFor } from "./entries/entry-view.ts";
import { InboxNotifications, type NotificationsContext } from "./notifications/inbox-notifications.ts";
import { Quiet, withLevel } from "./notifications/notification-settings.ts";
import { ExpiryWatch, Snoozes } from "./notifications/reminders.ts";
import { Pager } from "./pager.ts";
import type { RejectingAccount } from "./rejecting/delivery.ts";
import { Rejections } from "./rejecting/rejections.ts";
import { stopAgent } from "./rejecting/stop-agent.ts";
import { foldedActions } from "./requests/deduplication.ts";
import type { FrozenRequests } from "./requests/frozen-requests.ts";
import {
	actionRequest,
	commitRequest,
	committedRequest,
	proposalRequest,
	type Requests,
	unreadableRequest,
} from "./requests/requests.ts";
import { Triage } from "./triage.ts";
import type { TurnBudget } from "./turn-budget.ts";

export function openEntry(
	app: {
		readonly ports: { readonly desktop: Pick<Ports["desktop"], "raiseTrusted"> };
		readonly window: Pick<TrustedWindow, "go" | "isPinned">;
		readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
	},
	inbox: { entry(id: string): Pick<Entry, "row"> | null },
	entryId: string,
): boolean {
	const entry = inbox.entry(entryId);
	if (entry === null) return false;
	if (app.window.isPinned()) {
		app.ports.desktop.raiseTrusted();
		return true;
	}
	const answered = entry.row !== null && entry.row.state !== "refused" && !entry.row.dead;
	app.window.go({ kind: "entry", entryId, mode: answered ? "progress" : "review" });
	if (!answered) void app.reviewing.reviews.load(entryId);
	return true;
}

/** Caches the list while views are composed, until something in it changes. */
export class ComposeCache<T> {
	readonly #read: () => T;
	#isComposing = false;
	#cached: { readonly value: T } | null = null;

	constructor(read: () => T) {
		this.#read = read;
	}

	get(): T {
		return this.#isComposing ? this.latest() : this.#read();
	}

	/** The result may be stale. Use it only for display, never for a decision. */
	latest(): T {
		this.#cached ??= { value: this.#read() };
		return this.#cached.value;
	}

	during(compose: () => void): void {
		this.#isComposing = true;
		try {
			compose();
		} finally {
			this.#isComposing = false;
		}
	}

	drop(): void {
		this.#cached = null;
	}
}

type Inputs = CommandClient<typeof inboxProcedures>;
type Input<Name extends keyof Inputs> = Parameters<Inputs[Name]>[0];

interface InboxAccount extends RejectingAccount {
	readonly owner: RequestOwner;
}

function isAnswered(journal: Journal, scope: string, sessionId: string, actionId: string): boolean {
	const row = journal.ofEntry(scope, actionEntryId(sessionId, actionId));
	return row !== null && (row.live || row.answer !== null);
}

function inboxRequests(
	journal: Journal,
	{ sessions, scope, committed }: InboxAccount,
	proposals: Pick<Proposals, "all">,
): ApprovalRequest[] {
	const [commits, actions] = [sessions.commits(), sessions.actions()];
	const folded = foldedActions(commits, actions);
	const own = actions.filter(
		({ sessionId, action }) =>
			!folded.has(actionKeyOf(sessionId, action.id)) || isAnswered(journal, scope, sessionId, action.id),
	);
	return [
		...commits.map(commitRequest),
		...own.map(actionRequest),
		...sessions.unreadableActions().map(unreadableRequest),
		...committed.all().map(committedRequest),
		...proposals.all().map(proposalRequest),
	];
}

function signerOf({ request }: Entry): string | null {
	if (isActionLikeRequest(request)) return intentIndexOf(request.action.request).signer;
	return request.kind === "commit" && request.read.kind === "known" ? request.read.view.signer : null;
}

interface InboxContext {
	readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
	readonly clock: Clock;
	readonly timeZone: Pick<TimeZone, "name">;
	readonly events: Events;
	readonly budget: TurnBudget;
	readonly window: Pick<TrustedWindow, "route" | "go" | "isPinned" | "onMoved">;
	readonly stores: {
		readonly journal: Journal;
		readonly intents: Intents;
		readonly agents: Pick<AgentStore, "get">;
	};
	readonly networks: Pick<Networks, "chainNameOf">;
	readonly fiat: { readonly prices: { readonly of: PriceSource } };
	readonly rules: Pick<Rules, "userAddresses" | "labels" | "blockedApps" | "blockApp" | "budgets">;
	readonly requests: { readonly requests: Requests; readonly frozenRequests: FrozenRequests };
	readonly reviewing: {
		readonly reviews: EntryReviews &
			NotificationsContext["reviewing"]["reviews"] & {
				load(entryId: string): Promise<unknown>;
				prepare(entryId: string): void;
			};
	};
	readonly proposals: Pick<Proposals, "all" | "end">;
	readonly activity: { readonly recorder: { recordEntries(entries: readonly Entry[]): void } };
	readonly powers: { ofSession(sessionId: string): readonly string[] };
	readonly conversations: { userState(): UserState };
	readonly signedIn: {
		current(): InboxAccount;
		clockOffset(): number;
		isRunning(): boolean;
	};
}

export class Inbox implements HandlersOf<typeof inboxProcedures>, HandlersOf<typeof inboxTrustedProcedures> {
	readonly #app;
	readonly #entries: Entries;
	readonly #shared: ComposeCache<readonly Entry[]>;
	readonly #snoozes: Snoozes;
	readonly #quiet: Quiet;
	readonly notifications: InboxNotifications;
	readonly rejections: Rejections;
	readonly expiry: ExpiryWatch;
	readonly pager = new Pager();
	readonly triage: Triage;
	#cancelLate: (() => void) | null = null;

	constructor(app: InboxContext) {
		this.#app = app;
		const { budget, clock } = app;
		const { journal } = app.stores;
		this.#snoozes = new Snoozes(
			app,
			(entryId) => this.entry(entryId)?.expiresAt ?? null,
			(entryIds) => {
				this.drop();
				for (const entryId of entryIds) this.notifications.remind(entryId);
				this.#changed();
			},
		);
		this.#entries = new Entries(app, {
			snoozedUntil: (entryId) => this.#snoozes.until(entryId),
			isRejected: (entry) => this.rejections.answers(entry),
			onLate: () => this.#readSoon(),
		});
		this.rejections = new Rejections(app, this);
		this.#shared = new ComposeCache(() =>
			budget.count(() =>
				this.#entries
					.all(inboxRequests(journal, app.signedIn.current(), app.proposals))
					.toSorted((a, b) => a.firstSeen - b.firstSeen),
			),
		);
		this.triage = new Triage(app, this);
		this.#quiet = new Quiet(app, () => {
			this.drop();
			this.notifications.catchUp();
			this.#recheck();
		});
		this.notifications = new InboxNotifications(app, this, this.#entries, this.#quiet);
		this.expiry = new ExpiryWatch(clock, {
			entries: () => this.latest(),
			onExpiry: () => this.#recheck(),
			onLast: ({ id }) => this.notifications.last(id),
			onCheck: (entries) => app.activity.recorder.recordEntries(entries),
			isRunning: () => app.signedIn.isRunning(),
		});
	}

	entries(): readonly Entry[] {
		return this.#shared.get();
	}

	/** The list may be stale. Use it only for display, never for a decision. */
	latest(): readonly Entry[] {
		return this.#shared.latest();
	}

	entry(id: string): Entry | null {
		const { requests, signedIn, stores } = this.#app;
		const request = requests.requests.get(id);
		if (request !== null) return this.#entries.of(request);
		const row = replacementRow(stores.journal, id, signedIn.current().scope);
		return row !== null && isOwnKind(row.kind) ? this.#entries.ofRow(row) : null;
	}

	headline(entry: Entry): Text {
		return this.#entries.summary(entry).headline;
	}

	summary(entry: Entry): Summary {
		return this.#entries.summary(entry);
	}

	summaries(entries: readonly Entry[]): readonly Summary[] {
		return this.#entries.summaries(entries);
	}

	/** Returns the digest of the entry's Build. `null` if the entry doesn't belong to a Build. */
	buildOf(entryId: string): string | null {
		return buildFor(entryId, (commitId) => this.#app.signedIn.current().buildCommits.buildOf(commitId));
	}

	views(entries: readonly Entry[]): InboxEntryView[] {
		return this.#entries.views(entries);
	}

	waitingOf(address: string): readonly string[] {
		return this.entries().flatMap((entry) => {
			const signer = entry.state === "waiting" ? signerOf(entry) : null;
			return signer !== null && sameAddress(signer, address) ? [entry.id] : [];
		});
	}

	/** Nobody on this computer can sign for the account anymore. The agent receives this as the reason. */
	rejectWaitingOf(address: string): void {
		const waiting = this.waitingOf(address);
		if (waiting.length > 0)
			this.rejections.rejectWithUndo(waiting, textOf(message("app.account-removed.reason")));
	}

	drop(): void {
		this.#shared.drop();
	}

	composing(compose: () => void): void {
		this.#app.budget.count(() => this.#shared.during(compose));
	}

	open(entryId: string): boolean {
		if (!this.#app.window.isPinned()) this.triage.end();
		return openEntry(this.#app, this, entryId);
	}

	/** @param until Unix ms; `null` resumes immediately and shows deferred notifications */
	pause(until: number | null): void {
		this.#quiet.pause(until);
		this.#changed();
	}

	wake(): void {
		this.#snoozes.start();
		this.#quiet.poll();
		this.notifications.wake();
		this.#recheck();
	}

	start(): void {
		this.#snoozes.start();
		this.#quiet.poll();
		this.notifications.notifyDeferred();
	}

	stop(): void {
		this.#quiet.stop();
		this.#snoozes.stop();
		this.expiry.stop();
		this.#cancelLate?.();
	}

	async openReview({ entryId, order }: Input<"openReview">): Promise<CommandOutcome> {
		if (order !== undefined) this.pager.setOrder(order);
		return this.open(entryId) ? done : refused(message("app.request-gone"));
	}

	async snooze({ entryIds, until }: Input<"snooze">): Promise<CommandOutcome> {
		this.#snoozes.set(entryIds, until);
		this.drop();
		for (const entryId of entryIds) this.notifications.checkEntry(entryId);
		this.#changed();
		if (until !== null) this.triage.decided(entryIds, "later");
		return done;
	}

	async openTriage(): Promise<CommandOutcome> {
		return this.triage.start();
	}

	async showTriaged({ entryId }: { readonly entryId: string }): Promise<CommandOutcome> {
		return this.triage.showEntry(entryId);
	}

	async pauseNotifications({ minutes }: Input<"pauseNotifications">): Promise<CommandOutcome> {
		this.pause(minutes === null ? null : this.#app.ports.clock.now() + minutes * 60_000);
		return done;
	}

	async setAppLevel(chosen: Input<"setAppLevel">): Promise<CommandOutcome> {
		const { settings } = this.#app.ports;
		settings.set({ appLevels: withLevel(settings.get().appLevels, chosen) });
		this.#app.events.emit("app-changed");
		return done;
	}

	/** Only an app with a current request can be blocked, so a compromised page can't block others. */
	async blockApp({ app }: Input<"blockApp">): Promise<CommandOutcome> {
		const isNamed = this.views(this.entries()).some((entry) => entry.app === app);
		return isNamed ? this.#app.rules.blockApp(app) : refused(message("app.request-gone"));
	}

	async stopAgent({
		sessionId,
	}: Input<"stopAgent">): Promise<CommandOutcome & { readonly allowed?: readonly string[] }> {
		return stopAgent(this.#app, this, sessionId);
	}

	async rejectEntries({ entryIds, reason }: Input<"rejectEntries">): Promise<CommandOutcome> {
		const outcome = this.rejections.rejectWithUndo(entryIds, reason ?? "");
		this.triage.decided(entryIds, "rejected");
		return outcome;
	}

	async undoRejection({ entryIds }: Input<"undoRejection">): Promise<CommandOutcome> {
		return this.rejections.undo(entryIds);
	}

	async explainRejection({ entryIds, reason }: Input<"explainRejection">): Promise<CommandOutcome> {
		return this.rejections.explain(entryIds, reason);
	}

	async dismissRejection({ group }: Input<"dismissRejection">): Promise<CommandOutcome> {
		this.rejections.dismiss(group);
		return done;
	}

	async reject(no: { readonly entryId: string; readonly reason: string }): Promise<CommandOutcome> {
		return await this.rejections.reject(no.entryId, no.reason);
	}

	#changed(): void {
		this.#app.events.emit("inbox-changed");
	}

	#readSoon(): void {
		this.#cancelLate ??= this.#app.clock.after(0, () => {
			this.#cancelLate = null;
			if (!this.#app.signedIn.isRunning()) return;
			this.expiry.checkSoon();
			this.#changed();
		});
	}

	#recheck(): void {
		this.drop();
		for (const { id } of this.latest()) this.notifications.checkEntry(id);
		this.expiry.checkExpiries();
		this.#changed();
	}
}
