import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { message, type Text } from "../../../../../src/core/message.ts";
import type { InboxEntryView } from "../../../../../src/ipc/inbox.ts";
import type { AppLevelSetting, NotificationDetails } from "../../../../../src/ipc/settings.ts";
import type { StoredAction, StoredCommit } from "../../../../../src/main/conversations/types.ts";
import type { Entries } from "../../../../../src/main/inbox/entries/entries.ts";
import {
	actionEntryId,
	actionStanding,
	type Entry,
	entryIdOf,
	standingOf,
} from "../../../../../src/main/inbox/entries/entry.ts";
import { COUNT_ID, COUNT_MS } from "../../../../../src/main/inbox/notices/count-notice.ts";
import { createNotices, type NoticesDeps } from "../../../../../src/main/inbox/notices/notices.ts";
import { createTurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import type { NotificationSpec, WaitingState } from "../../../../../src/main/ports.ts";
import { JOURNAL_MIGRATION } from "../../../../../src/main/storage/journal-sql.ts";
import { createSeenEntries } from "../../../../../src/main/storage/seen-entries.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { entry as entryView } from "../../../../preview/samples/desk.ts";
import { commit, request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { virtualClock } from "../../signing/clock.ts";
import { rowOf } from "../entries/rows.ts";

const SCOPE = rowOf().scope;
const NOW = 1_790_000_000_000;
const BUDGETS = ["0.4 of 1 ETH today"];
const SESSION = "session-1";
const APP = "Airdrop Hunter";
const ACTION = actionEntryId(SESSION, "action-1");
const COMMIT = entryIdOf("commit-1");

/** The part of a body that is read first. */
const firstOf = (text: Text): Text =>
	typeof text !== "string" && text.code === "notice.and" ? firstOf(text.params?.["left"] as Text) : text;

/** Reviews that are read; an object with a life of its own, as the app's. */
class Reviews {
	readonly #world: { reading: { finish: () => void } | null };

	constructor(world: { reading: { finish: () => void } | null }) {
		this.#world = world;
	}

	stale(): boolean {
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
 * Notices over sessions that the test fills; each amount is known at once, so nothing waits for a name.
 * @param costMs what composing the row of one entry takes of the clock's time
 */
function scene(costMs = 0) {
	const clock = virtualClock(NOW);
	/** The entries that were told of in this turn of the event loop: each telling composes a row. */
	let composed: string[] = [];
	const commits = new Map<string, StoredCommit>();
	const actions = new Map<string, StoredAction>();
	const told: NotificationSpec[] = [];
	const shown: WaitingState[] = [];
	const withdrawn: string[] = [];
	const db = new DatabaseSync(":memory:");
	db.exec(JOURNAL_MIGRATION.sql);
	const rows = new Map<string, JournalRow>();
	const world = {
		appLevels: [] as readonly AppLevelSetting[],
		on: true,
		muted: false,
		quiet: false,
		details: "unlocked" as NotificationDetails,
		isLocked: false,
		connection: "watching",
		pausedUntil: null as number | null,
		/** How often one entry was summed up by itself: each time, all accounts and names are read for it. */
		summed: 0,
		/** What is known of each request, beside its headline. */
		glance: { match: "matched" } as Partial<InboxEntryView>,
		/** Its review is still read: what ends that, once it was asked for. */
		reading: null as { finish: () => void } | null,
	};

	const common = { sessionId: SESSION, row: null, firstSeen: NOW, expiresAt: null };
	function entry(id: string): Entry | null {
		const action = actions.get(id)?.action;
		if (action !== undefined)
			return { id, ...common, asked: { kind: "action", action }, ...actionStanding(action, null, null, NOW) };
		const stored = commits.get(id);
		if (stored === undefined) return null;
		const { commitId, read } = stored;
		const asked = { kind: "commit" as const, commitId, read, confirmedByGet: true };
		return { id, ...common, asked, ...standingOf(read, null, null, NOW) };
	}

	const app = stub<NoticesDeps>({
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
		journal: { inbox: createSeenEntries(db, clock.now), row: (id: string) => rows.get(id) ?? null },
		account: () => ({
			scope: SCOPE,
			sessions: {
				title: () => "Vault deposit",
				connection: () => ({ state: world.connection }),
				commits: () => [...commits.values()],
				actions: () => [...actions.values()],
				action: (sessionId: string, id: string) => actions.get(actionEntryId(sessionId, id)) ?? null,
			},
		}),
		reviews: new Reviews(world),
		budgets: () => BUDGETS,
		isQuiet: () => world.quiet,
		running: () => true,
		entry,
		entries: () => [...actions.keys(), ...commits.keys()].flatMap((id) => entry(id) ?? []),
	});
	const summaryOf = ({ id }: Entry) => ({ headline: `Allows ${id}`, app: APP });
	const entries = stub<Entries>({
		summary(entry: Entry) {
			world.summed += 1;
			return summaryOf(entry);
		},
		summaries: (all: readonly Entry[]) => all.map(summaryOf),
		glances: (all: readonly Entry[]) => all.map(() => entryView(world.glance)),
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
					...world.glance,
				});
			}),
	});
	let notices = createNotices(app, entries, createTurnBudget(clock));
	return {
		world,
		clock,
		get notices() {
			return notices;
		},
		/** The row moved, and stands so in the journal. */
		settles(row: JournalRow) {
			rows.set(row.id, row);
			notices.settled(row);
		},
		/** The app ends and starts again: what is on disk is all that it has. */
		restart() {
			notices = createNotices(app, entries, createTurnBudget(clock));
			notices.notifyOwed();
		},
		/** Turns of the event loop, from this one until nothing is left to do. @returns of which entries each told */
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
		/** What each body begins with. */
		begins: () => told.map(({ body }) => firstOf(body)),
		withdrawn,
		/** What the system's bar shows now. */
		bar() {
			notices.showWaiting();
			return shown.at(-1);
		},
		asks(patch: Partial<Action> = {}) {
			actions.set(ACTION, {
				sessionId: SESSION,
				action: actionOf(request(), patch),
				receivedAt: NOW,
				firstSeen: NOW,
			});
			notices.look(ACTION);
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
			notices.look(id);
		},
		ends: () => notices.last(ACTION),
		/** The app forgot it: another identity signed in. */
		forgets() {
			actions.clear();
			notices.look(ACTION);
		},
	};
}

const other = { request: request([]) };

describe("a notification of an action", () => {
	it("is told once a revision by its headline: a revised one is told again, and called so", () => {
		const one = scene();
		one.asks({ revision: 0 });
		one.asks({ revision: 0 });
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
		one.asks({ revision: 1 });
		one.asks({ revision: 1 });
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
		expect(one.begins()).toEqual([APP, message("notice.revised")]);
	});

	it("is taken back once it is answered, or no longer known", () => {
		const one = scene();
		one.asks();
		one.asks({ state: "rejected" });
		expect(one.withdrawn).toEqual([ACTION]);
		one.forgets();
		expect(one.withdrawn).toEqual([ACTION, ACTION]);
	});

	it("is none in a muted session", () => {
		const one = scene();
		one.world.muted = true;
		one.asks();
		expect(one.told).toEqual([]);
	});
});

describe("a notification of what is still being checked", () => {
	const DANGER: Partial<InboxEntryView> = {
		match: "matched",
		worst: { severity: "danger", text: message("finding.look-alike", { whom: "Ana" }) },
	};

	function beingRead() {
		const one = scene();
		one.world.glance = { match: "checking" };
		one.world.reading = { finish: () => {} };
		one.asks();
		return {
			...one,
			/** The chain has answered. */
			async isRead(glance: Partial<InboxEntryView>) {
				const { reading } = one.world;
				one.world.glance = glance;
				one.world.reading = null;
				reading?.finish();
				await Promise.resolve();
				await Promise.resolve();
			},
			acts: () => one.told.map(({ offer }) => offer?.acts[0]),
		};
	}

	it("waits a moment, and tells what was found", async () => {
		const one = beingRead();
		expect(one.told).toEqual([]);
		await one.isRead(DANGER);
		one.clock.advance(2_000);
		expect(one.acts()).toEqual(["reject"]);
	});

	it("goes out after the moment, and says that nothing was checked", () => {
		const one = beingRead();
		one.clock.advance(2_000);
		expect(one.begins()).toEqual([message("notice.not-checked")]);
	});

	it("is told again in its place once it is known to be grave, and not where it is not", async () => {
		const one = beingRead();
		one.clock.advance(2_000);
		await one.isRead(DANGER);
		expect(one.told.map(({ id }) => id)).toEqual([ACTION, ACTION]);
		expect(one.acts()).toEqual(["review", "reject"]);
		const calm = beingRead();
		calm.clock.advance(2_000);
		await calm.isRead({ match: "matched" });
		expect(calm.told).toHaveLength(1);
	});

	it.each([
		[
			"it is quiet by then",
			(one: ReturnType<typeof scene>) => {
				one.world.quiet = true;
			},
		],
		[
			"it is muted by then",
			(one: ReturnType<typeof scene>) => {
				one.world.muted = true;
			},
		],
		["it was answered meanwhile", (one: ReturnType<typeof scene>) => one.asks({ state: "rejected" })],
	])("is not told again where %s", async (_, change) => {
		const one = beingRead();
		one.clock.advance(2_000);
		change(one);
		await one.isRead(DANGER);
		expect(one.told).toHaveLength(1);
	});
});

describe("a thousand requests at once", () => {
	const ids = Array.from({ length: 1_000 }, (_, at) => entryIdOf(`flood-${at}`));
	/** In ms, what a turn may take; each telling takes one. */
	const A_TURN = 12;
	const longest = (turns: readonly (readonly string[])[]) => Math.max(...turns.map(({ length }) => length));

	/** All of them were looked at, and their chain has not answered yet. */
	function flooded() {
		const one = scene(1);
		one.world.reading = { finish: () => {} };
		for (let at = 0; at < ids.length; at += 1) one.offers({ commit_id: `flood-${at}` });
		return {
			...one,
			async isRead() {
				const { reading } = one.world;
				one.world.reading = null;
				reading?.finish();
				for (let at = 0; at < 3; at += 1) await Promise.resolve();
			},
		};
	}

	it("are told in turns once their moment is over, each once", () => {
		const turns = flooded().turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		expect(turns.flat()).toEqual(ids);
	});

	it("are told in turns once the chain has answered, each once", async () => {
		const one = flooded();
		await one.isRead();
		const turns = one.turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		expect(turns.flat()).toEqual(ids);
	});

	it("are told once as what they are, where the chain answers while they wait to be told", async () => {
		const one = flooded();
		do one.clock.turn();
		while (one.told.length === 0);
		one.world.glance = { match: "refused" };
		await one.isRead();
		const turns = one.turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		const told = new Map(ids.map((id) => [id, turns.flat().filter((each) => each === id).length]));
		// Those of the first turn were told before they were known to be grave, and once more since.
		const [first = []] = turns;
		expect([...told.values()].every((times) => times > 0)).toBe(true);
		expect(ids.filter((id) => told.get(id) === 1)).toEqual(ids.filter((id) => !first.includes(id)));
	});

	it("come back into sight, and end soon, in turns", () => {
		const one = scene(1);
		one.world.quiet = true;
		for (let at = 0; at < ids.length; at += 1) one.offers({ commit_id: `flood-${at}` });
		one.world.quiet = false;
		const each = (work: (id: string) => void) => {
			for (const id of ids) work(id);
			return one.turns();
		};
		for (const work of [one.notices.remind, one.notices.last]) {
			const turns = each(work);
			expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
			expect(turns.flat()).toEqual(ids);
		}
	});
});

describe("an action that is answered through a commit", () => {
	it("is not told of: the commit is", () => {
		const one = scene();
		one.offers();
		one.asks();
		expect(one.titles()).toEqual([{ id: COMMIT, title: `Allows ${COMMIT}` }]);
	});

	it("takes its notification back when the commit comes after it", () => {
		const one = scene();
		one.asks();
		expect(one.withdrawn).toEqual([]);
		one.offers();
		expect(one.withdrawn).toEqual([ACTION]);
		expect(one.told.map(({ id }) => id)).toEqual([ACTION, COMMIT]);
	});

	it("is not told of later, though it waited to be checked when the commit came", () => {
		const one = scene();
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.reading = null;
		one.offers();
		one.clock.advance(2_000);
		expect(one.told.map(({ id }) => id)).toEqual([COMMIT]);
	});

	it("is told of once the commit was rejected and the service still asks", () => {
		const one = scene();
		one.offers();
		one.asks();
		one.offers({ version: 2, state: "rejected", action: null });
		expect(one.told.map(({ id }) => id)).toEqual([COMMIT, ACTION]);
	});

	it("keeps its notification where a commit carries something else", () => {
		const one = scene();
		one.asks();
		const review = { version: 1 as const, revision: 1, digest: "d", ...other, legs: [] };
		one.offers({ review });
		expect(one.withdrawn).toEqual([]);
	});
});

describe("how a row of the journal ended", () => {
	const settled = { state: "settled" as const, live: false, text: null };

	it("is told once, of an action as a whole and never of its legs", () => {
		const one = scene();
		const row = rowOf({ ...settled, outcome: "confirmed" });
		one.notices.settled(row);
		one.notices.settled(row);
		one.notices.settled(rowOf({ ...settled, id: "leg-1", kind: "leg", outcome: "confirmed" }));
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.confirmed"),
					headline: rowOf().headline,
				}),
			},
		]);
	});

	it("is called signed where only a signature was asked", () => {
		const one = scene();
		one.notices.settled(rowOf({ ...settled, outcome: "answered" }));
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.signed"),
					headline: rowOf().headline,
				}),
			},
		]);
	});

	it("is not told of an app that is muted", () => {
		const one = scene();
		one.asks();
		one.world.appLevels = [{ app: APP, level: "muted" }];
		one.notices.settled(rowOf({ ...settled, outcome: "confirmed", entryId: ACTION }));
		expect(one.told.map(({ id }) => id)).toEqual([ACTION]);
	});

	it.each([
		["failed", { outcome: "failed" }],
		["was not signed after all", { state: "refused", outcome: "refused" }],
		["needs the user", { state: "held" }],
	] as const)("is told with a sound where what was approved %s, whatever is muted", (_how, change) => {
		const one = scene();
		one.asks();
		one.world.appLevels = [{ app: APP, level: "muted" }];
		one.world.muted = true;
		one.notices.settled(rowOf({ ...settled, ...change, entryId: ACTION }));
		expect(one.told.slice(1)).toMatchObject([{ id: "row:row-1", silent: false }]);
		one.world.on = false;
		one.notices.settled(rowOf({ ...settled, ...change, id: "row-2", entryId: ACTION }));
		expect(one.told).toHaveLength(2);
	});

	it("is not told while it is on its way", () => {
		const one = scene();
		one.notices.settled(rowOf({ state: "submitted", text: null }));
		expect(one.told).toEqual([]);
	});
});

describe("what tray and badge show", () => {
	it("is what waits, the day’s limits, and whether one of it is dangerous", () => {
		const one = scene();
		one.notices.showWaiting();
		one.asks();
		one.world.glance = { match: "unproven" };
		one.notices.showWaiting();
		one.world.glance = { match: "refused" };
		one.notices.showWaiting();
		const first = [{ entryId: ACTION, headline: `Allows ${ACTION}` }];
		expect(one.shown).toMatchObject([
			{ count: 0, isDanger: false, first: [], budgets: BUDGETS, isPaused: false },
			{ count: 1, isDanger: false, first },
			{ count: 1, isDanger: true, first },
		]);
	});

	it("costs the same looks at accounts and names, however much waits", () => {
		const one = scene();
		for (let at = 0; at < 300; at += 1) one.offers({ commit_id: `commit-${at}` });
		one.world.summed = 0;
		expect(one.bar()).toMatchObject({ count: 300 });
		// Those of which the menu tells.
		expect(one.world.summed).toBe(5);
	});

	it("is nothing of what is muted, as beside Inbox, and all of it where only notifications are off", () => {
		const one = scene();
		one.asks();
		one.world.glance = { match: "refused" };
		one.world.appLevels = [{ app: APP, level: "muted" }];
		expect(one.bar()).toMatchObject({ count: 0, isDanger: false, mark: "none", first: [] });
		one.world.appLevels = [];
		one.world.muted = true;
		expect(one.bar()).toMatchObject({ count: 0 });
		one.world.muted = false;
		one.world.on = false;
		expect(one.bar()).toMatchObject({ count: 1, isDanger: true });
	});
});

describe("an app of which it is told silently", () => {
	it("gives no sound: neither what it asks for, nor what ends soon, nor what was confirmed", () => {
		const one = scene();
		one.world.appLevels = [{ app: APP, level: "silent" }];
		one.asks();
		one.ends();
		one.notices.settled(
			rowOf({ state: "settled", live: false, text: null, outcome: "confirmed", entryId: ACTION }),
		);
		expect(one.told.map(({ silent }) => silent)).toEqual([true, true, true]);
		one.world.appLevels = [{ app: APP, level: "on" }];
		one.asks({ revision: 1 });
		expect(one.told.at(-1)).toMatchObject({ silent: false });
	});
});

describe("the system's bar", () => {
	it("is marked by the gravest of what waits, by a lost connection and by a pause that has not ended", () => {
		const one = scene();
		expect(one.bar()).toMatchObject({ count: 0, mark: "none" });
		one.world.pausedUntil = NOW + 1;
		expect(one.bar()).toMatchObject({ mark: "paused", isPaused: true });
		one.clock.advance(1);
		expect(one.bar()).toMatchObject({ mark: "none", isPaused: false });
		one.asks();
		expect(one.bar()).toMatchObject({ count: 1, mark: "waiting" });
		one.world.connection = "offline";
		expect(one.bar()).toMatchObject({ count: 1, mark: "offline" });
		one.world.glance = { match: "refused" };
		expect(one.bar()).toMatchObject({ count: 1, mark: "danger" });
	});
});

describe("a reminder of what ends soon", () => {
	it("is told once a revision, and not where nothing is to be told of its conversation", () => {
		const one = scene();
		one.asks({ revision: 0 });
		const last = message("notice.last", { minutes: 5 });
		one.ends();
		one.ends();
		expect(one.begins().slice(1)).toEqual([last]);
		one.asks({ revision: 1 });
		one.ends();
		expect(one.begins().slice(3)).toEqual([last]);
		one.asks({ revision: 2 });
		one.world.muted = true;
		one.ends();
		expect(one.titles()).toHaveLength(5);
	});

	it("is not told of what was answered meanwhile", () => {
		const one = scene();
		one.asks();
		one.asks({ state: "rejected" });
		one.ends();
		expect(one.titles()).toHaveLength(1);
	});
});

describe("while it is quiet", () => {
	const failed = rowOf({ id: "row-1", sessionId: SESSION, state: "settled", outcome: "failed", text: null });

	it("nothing is told, and afterwards what still waits is told once", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks({ revision: 0 });
		expect(one.told).toEqual([]);
		one.world.quiet = false;
		one.notices.catchUp();
		one.notices.catchUp();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("what was answered meanwhile is not told afterwards", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks();
		one.asks({ state: "rejected" });
		one.world.quiet = false;
		one.notices.catchUp();
		expect(one.told).toEqual([]);
	});

	it("how something ended, and what came back into sight, is told afterwards", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notices.remind(ACTION);
		one.settles(failed);
		expect(one.told).toHaveLength(1);
		one.world.quiet = false;
		one.notices.catchUp();
		one.notices.catchUp();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION, "row:row-1"]);
	});

	it("the same holds over restarts, while it is quiet and afterwards: nothing twice, nothing lost", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notices.remind(ACTION);
		one.settles(failed);
		one.restart();
		expect(one.told).toHaveLength(1);
		one.world.quiet = false;
		one.restart();
		one.notices.settled(failed);
		one.restart();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION, "row:row-1"]);
	});

	it("what came back into sight twice is told both times, and not once more for a restart", () => {
		const one = scene();
		one.asks();
		for (const times of [1, 2]) {
			one.clock.advance(60_000);
			one.world.quiet = true;
			one.notices.remind(ACTION);
			one.world.quiet = false;
			one.restart();
			one.restart();
			expect(one.told).toHaveLength(1 + times);
		}
	});

	it("an ending is not told afterwards where its session was muted, or it is under way again", () => {
		const one = scene();
		one.world.quiet = true;
		one.settles({ ...failed, outcome: "confirmed" });
		one.settles({ ...failed, id: "row-2" });
		one.settles({ ...failed, id: "row-2", state: "submitted" });
		one.world.quiet = false;
		one.world.muted = true;
		one.restart();
		one.world.muted = false;
		one.restart();
		expect(one.told).toEqual([]);
	});

	it("what came back waits after a restart until its request is known again", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notices.remind(ACTION);
		one.world.quiet = false;
		one.forgets();
		one.restart();
		expect(one.told).toHaveLength(1);
		one.asks();
		one.restart();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION]);
	});
});

describe("while the screen is locked", () => {
	const failed = rowOf({ id: "row-1", sessionId: SESSION, state: "settled", outcome: "failed", text: null });
	const COUNTED = {
		id: COUNT_ID,
		entryId: ACTION,
		title: message("notice.count.waits", { count: 1 }),
		body: message("notice.count.locked", { count: 1 }),
		silent: false,
	};

	function locked() {
		const one = scene();
		one.world.isLocked = true;
		return {
			...one,
			unlocks() {
				one.world.isLocked = false;
				one.notices.wake();
			},
		};
	}

	it("nothing but the number of what waits is told, once for each that is new", () => {
		const one = locked();
		one.asks();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([COUNTED]);
		one.asks({ revision: 1 });
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([COUNTED, COUNTED]);
	});

	it("and afterwards each is told once, in the place of the number", () => {
		const one = locked();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.unlocks();
		one.unlocks();
		one.clock.advance(60_000);
		expect(one.withdrawn).toEqual([COUNT_ID]);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("it is looked at again and again where the system does not tell that it is open", () => {
		const one = locked();
		one.asks();
		one.clock.advance(60_000);
		expect(one.told).toEqual([COUNTED]);
		one.world.isLocked = false;
		one.clock.advance(60_000);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("what was told before is not counted as new", () => {
		const one = scene();
		one.asks();
		one.world.isLocked = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toHaveLength(1);
	});

	it("what is locked in while it is being checked is counted, and told afterwards", () => {
		const one = scene();
		one.world.glance = { match: "checking" };
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.isLocked = true;
		one.clock.advance(2_000);
		expect(one.titles()).toEqual([{ id: COUNT_ID, title: COUNTED.title }]);
		one.world.isLocked = false;
		one.notices.wake();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION]);
	});

	it("how something ended is told afterwards, once, also by a later run of the app", () => {
		const one = locked();
		one.settles(failed);
		one.restart();
		expect(one.told).toEqual([]);
		one.world.isLocked = false;
		one.restart();
		one.restart();
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.failed"),
					headline: failed.headline,
				}),
			},
		]);
	});

	it("what ends soon is counted once more, and told afterwards while it still waits", () => {
		const one = scene();
		one.asks();
		one.world.isLocked = true;
		one.ends();
		one.ends();
		one.clock.advance(COUNT_MS);
		expect(one.told.slice(1)).toEqual([COUNTED]);
		one.world.isLocked = false;
		one.notices.wake();
		one.ends();
		expect(one.begins().slice(2)).toEqual([message("notice.last", { minutes: 5 })]);
	});

	it("the number is taken back once nothing waits, and a muted one is not counted", () => {
		const one = locked();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.asks({ state: "rejected" });
		one.clock.advance(COUNT_MS);
		expect(one.withdrawn).toContain(COUNT_ID);
		const muted = locked();
		muted.world.muted = true;
		muted.asks();
		muted.unlocks();
		muted.clock.advance(60_000);
		expect(muted.told).toEqual([]);
	});

	it("it is quiet where the user wants it quiet: not even the number is told", () => {
		const one = locked();
		one.world.quiet = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([]);
	});

	it("all is told where the user wants to read it there", () => {
		const one = locked();
		one.world.details = "always";
		one.asks();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});
});

describe("where no details are wanted", () => {
	it("the number is told, locked or not, and nothing of it afterwards", () => {
		const one = scene();
		one.world.details = "never";
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toMatchObject([
			{ id: COUNT_ID, body: message("notice.count.hidden", { count: 1 }), silent: false },
		]);
		one.world.details = "always";
		one.notices.wake();
		one.asks();
		expect(one.told).toHaveLength(1);
	});

	it("an ending is told without what it was", () => {
		const one = scene();
		one.world.details = "never";
		one.settles(rowOf({ state: "settled", live: false, text: message("app.no-input"), outcome: "failed" }));
		expect(one.told).toMatchObject([
			{ title: message("notice.ending.failed"), body: message("notice.hidden") },
		]);
	});
});
