import { DatabaseSync } from "node:sqlite";
import type { AgentNotifyLevel } from "../../../../../src/core/identities/agents.ts";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import type { Text } from "../../../../../src/core/localized-text.ts";
import type { RequestOf } from "../../../../../src/core/review/approval-request.ts";
import type { InboxEntryView } from "../../../../../src/ipc/inbox.ts";
import type { AppLevelSetting, NotificationDetails } from "../../../../../src/ipc/settings.ts";
import type { StoredAction, StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Entries } from "../../../../../src/main/inbox/entries/entries.ts";
import {
	actionEntryId,
	actionEntryStatus,
	commitEntryStatus,
	type Entry,
	entryIdOf,
} from "../../../../../src/main/inbox/entries/entry.ts";
import { InboxNotifications } from "../../../../../src/main/inbox/notifications/inbox-notifications.ts";
import { TurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import type { NotificationSpec, WaitingState } from "../../../../../src/main/ports.ts";
import { SEEN_ENTRIES_SQL, SeenEntries } from "../../../../../src/main/storage/seen-entries.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { proposedAction, requestOfProposal } from "../../../../fixtures/proposals.ts";
import { commitOfRead, requestOfAction } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { entry as entryView } from "../../../../preview/samples/desk.ts";
import { commit, request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { virtualClock } from "../../signing/clock.ts";
import { rowOf } from "../entries/rows.ts";

const SCOPE = rowOf().scope;
export const NOW = 1_790_000_000_000;
export const BUDGETS = ["0.4 of 1 ETH today"];
export const SESSION = "session-1";
export const APP = "Airdrop Hunter";
export const ACTION = actionEntryId(SESSION, "action-1");
export const COMMIT = entryIdOf("commit-1");

/** Returns the first part of a body. */
const firstOf = (text: Text): Text =>
	typeof text !== "string" && text.code === "notice.and" ? firstOf(text.params?.["left"] as Text) : text;

/** Reviews that may still be loading. A class, because the app's is one. */
class Reviews {
	readonly #world: { reading: { finish: () => void } | null };

	constructor(world: { reading: { finish: () => void } | null }) {
		this.#world = world;
	}

	isStale(): boolean {
		return this.#world.reading !== null;
	}

	loadSoon(): Promise<unknown> {
		const { reading: others } = this.#world;
		if (others === null) return Promise.resolve(null);
		return new Promise((finish) => {
			const done = () => {
				others.finish();
				finish(null);
			};
			this.#world.reading = { finish: done };
		});
	}
}

/**
 * Creates notifications for sessions that the test fills. Every amount is known at once, so nothing waits for a name.
 * @param costMs clock time that composing an entry's row takes
 */
export function scene(costMs = 0) {
	const clock = virtualClock(NOW);
	/** Entries notified in this turn of the event loop. Each notification composes a row. */
	let composed: string[] = [];
	const commits = new Map<string, StoredCommit>();
	const actions = new Map<string, StoredAction>();
	const proposals = new Map<string, RequestOf<"proposal">>();
	const told: NotificationSpec[] = [];
	const shown: WaitingState[] = [];
	const withdrawn: string[] = [];
	const db = new DatabaseSync(":memory:");
	db.exec(SEEN_ENTRIES_SQL);
	const rows = new Map<string, JournalRow>();
	const world = {
		appLevels: [] as readonly AppLevelSetting[],
		on: true,
		/** Scope that is signed in. */
		scope: SCOPE,
		muted: false,
		quiet: false,
		details: "unlocked" as NotificationDetails,
		isLocked: false,
		connection: "watching",
		pausedUntil: null as number | null,
		/** Number of single summaries of an entry. Each one reads all accounts and names. */
		summed: 0,
		/** Facts about each request, besides its headline. */
		badge: { match: "matched" } as Partial<InboxEntryView>,
		/** Session of each request. */
		session: SESSION,
		/** Agent on this computer to which the session may belong. */
		agent: { pausedAt: null as number | null, notify: "all" as AgentNotifyLevel },
		/** The review's loading, with the function that finishes it; `null` once loaded. */
		reading: null as { finish: () => void } | null,
	};

	function entry(id: string): Entry | null {
		const common = { sessionId: world.session, row: null, firstSeen: NOW, expiresAt: null };
		const action = actions.get(id)?.action;
		if (action !== undefined)
			return {
				id,
				...common,
				request: requestOfAction(action),
				...actionEntryStatus(action, null, null, NOW),
			};
		const proposal = proposals.get(id);
		if (proposal !== undefined)
			return { id, ...common, request: proposal, ...actionEntryStatus(proposal.action, null, null, NOW) };
		const stored = commits.get(id);
		if (stored === undefined) return null;
		const { read } = stored;
		return { id, ...common, request: commitOfRead(read), ...commitEntryStatus(read, null, null, NOW) };
	}

	const app = stub<ConstructorParameters<typeof InboxNotifications>[0]>({
		ports: {
			clock,
			settings: {
				get: () => ({
					pausedUntil: world.pausedUntil,
					notifications: world.on,
					notificationDetails: world.details,
					mutedSessions: world.muted ? [SESSION] : [],
					appLevels: world.appLevels,
				}),
			},
			desktop: {
				notify: (spec: NotificationSpec) => told.push(spec),
				withdraw: (id: string) => withdrawn.push(id),
				isScreenLocked: () => world.isLocked,
				showWaiting: (state: WaitingState) => shown.push(state),
			},
			log: () => {},
		},
		stores: {
			journal: {
				inbox: new SeenEntries(db, clock.now),
				row: (id: string) => rows.get(id) ?? null,
				stepRowsOf: (id: string) => [...rows.values()].filter(({ parent }) => parent === id),
			},
			agents: { get: () => world.agent },
		},
		rules: { budgets: () => BUDGETS },
		reviewing: { reviews: new Reviews(world) },
		signedIn: {
			current: () => ({
				scope: world.scope,
				sessions: {
					title: () => "Vault deposit",
					connection: () => ({ state: world.connection }),
					commits: () => [...commits.values()],
					actions: () => [...actions.values()],
					action: (sessionId: string, id: string) => actions.get(actionEntryId(sessionId, id)) ?? null,
				},
			}),
			isRunning: () => true,
		},
	});
	const inbox = {
		latest: () =>
			[...actions.keys(), ...proposals.keys(), ...commits.keys()].flatMap((id) => entry(id) ?? []),
		entry,
	};
	const summaryOf = ({ id }: Entry) => ({ headline: `Allows ${id}`, app: APP });
	const entries = stub<Entries>({
		summary(entry: Entry) {
			world.summed += 1;
			return summaryOf(entry);
		},
		summaries: (all: readonly Entry[]) => all.map(summaryOf),
		badges: (all: readonly Entry[]) => all.map(() => entryView(world.badge)),
		views: (all: readonly Entry[]) =>
			all.map(({ id }) => {
				clock.elapse(costMs);
				composed.push(id);
				return entryView({
					id,
					headline: `Allows ${id}`,
					app: APP,
					chain: "",
					cents: null,
					expiresAt: null,
					...world.badge,
				});
			}),
	});
	const open = () =>
		new InboxNotifications({ ...app, budget: new TurnBudget(clock) }, inbox, entries, {
			isNow: () => world.quiet,
		});
	let notifications = open();
	return {
		world,
		clock,
		get notifications() {
			return notifications;
		},
		/** Stores the row as settled, and reports it. */
		settles(row: JournalRow) {
			rows.set(row.id, row);
			notifications.settled(row);
		},
		/** Restarts the app, which keeps only what is on disk. */
		restart() {
			notifications = open();
			notifications.notifyDeferred();
		},
		/**
		 * Runs turns of the event loop until no work is left.
		 * @returns the entries that each turn notified
		 */
		turns(): readonly (readonly string[])[] {
			const turns: string[][] = [];
			do {
				turns.push(composed);
				composed = [];
			} while (clock.turn());
			return turns;
		},
		told,
		shown,
		titles: () => told.map(({ id, title }) => ({ id, title })),
		/** Lists the first parts of the bodies. */
		begins: () => told.map(({ body }) => firstOf(body)),
		withdrawn,
		/** Returns the system bar's current content. */
		bar() {
			notifications.showWaiting();
			return shown.at(-1);
		},
		asks(patch: Partial<Action> = {}) {
			actions.set(ACTION, {
				sessionId: SESSION,
				action: actionOf(request(), patch),
				receivedAt: NOW,
				firstSeen: NOW,
			});
			notifications.checkEntry(ACTION);
		},
		offers(patch: Partial<CommitView> = {}) {
			const view = commit(patch);
			const read = { kind: "known" as const, view, reviewFault: null };
			const id = entryIdOf(view.commit_id);
			commits.set(id, {
				commitId: view.commit_id,
				sessionId: SESSION,
				read,
				receivedAt: NOW,
				confirmedByGet: NOW,
				fault: null,
			});
			notifications.checkEntry(id);
		},
		proposes(patch: Partial<Action> = {}) {
			const proposal = requestOfProposal(proposedAction(actionOf(request()), patch));
			proposals.set(proposal.entryId, proposal);
			notifications.checkEntry(proposal.entryId);
		},
		/** Signs in another user: the service's requests disappear, proposals stay. */
		signsIn(scope: string) {
			world.scope = scope;
			actions.clear();
			commits.clear();
			notifications.notifyDeferred();
			for (const id of proposals.keys()) notifications.checkEntry(id);
		},
		ends: (id: string = ACTION) => notifications.last(id),
		/** Makes the app forget the action, as when another identity signs in. */
		forgets() {
			actions.clear();
			notifications.checkEntry(ACTION);
		},
	};
}
