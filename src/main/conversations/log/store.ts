import { type Message, message, sameText } from "../../../core/localized-text.ts";
import type { ReadCommit } from "../../../service-api/commit.ts";
import type { ReadPage, Session } from "../../../service-api/event-page.ts";
import { type LiveMessage, type ReadEvent, unreadableActionOf } from "../../../service-api/events.ts";
import type { Clock } from "../../ports.ts";
import type { LogChange, LogDb, LogSession } from "../../storage/log-db.ts";
import { type EventIndex, type EventSlice, FIRST_EVENT, type NewEvent } from "../../storage/log-items.ts";
import { faultText, lineOf } from "../connection.ts";
import type { LiveText, SessionsChange, StoredAction, StoredUnreadable } from "../session-types.ts";
import { foldOf, readStored } from "../transcript/transcript-view.ts";
import { applyPage, dropCursor, newSession, serviceTime } from "./apply.ts";
import {
	acceptCommit,
	type CommitSource,
	commitIdOf,
	fromLogCommit,
	type LatestCommit,
	ofSession,
	toLogCommit,
} from "./commit-rules.ts";
import { Listings } from "./listings.ts";
import { LiveTexts } from "./live-text.ts";

/** Pages with more commits than this are applied in batches. */
export const COMMITS_AT_ONCE = 50;

const SLICE = 200;

export interface PagesApplied {
	readonly fresh: number;
	readonly commits: number;
	readonly gap: boolean;
	readonly missing: boolean;
	readonly events: readonly ReadEvent[];
}

export interface ApplyHow {
	readonly watchGaps: boolean;
	readonly adoptCursor: boolean;
}

export interface ReceivedPages {
	readonly id: string;
	readonly pages: readonly ReadPage[];
	readonly how: ApplyHow;
}

/** Pages of one session that are ready to be stored and then announced. */
interface PreparedPages {
	readonly id: string;
	readonly before: LogSession;
	readonly session: LogSession;
	readonly sure: string | null;
	readonly gap: boolean;
	readonly missing: boolean;
	readonly events: readonly ReadEvent[];
	readonly commits: ReadonlyMap<string, LatestCommit>;
	readonly faults: readonly string[];
	readonly misplaced: readonly string[];
	readonly change: LogChange;
}

export class SessionStore {
	readonly #log: LogDb;
	readonly #clock: Clock;
	readonly #logLine: (line: string) => void;
	readonly #sessions = new Map<string, LogSession>();
	readonly #commits = new Map<string, LatestCommit>();
	readonly #actions = new Map<string, StoredAction>();
	readonly #unreadable = new Map<string, StoredUnreadable>();
	readonly #live = new Map<string, LiveTexts>();
	readonly #faults = new Map<string, Message>();
	/** Cursor of the last page with events, by session. A later, empty page may have missed some events. */
	readonly #sure = new Map<string, string | null>();
	readonly #misplaced = new Set<string>();
	readonly #listings: Listings;
	readonly #listeners = new Set<(change: SessionsChange) => void>();

	constructor(log: LogDb, clock: Clock, logLine: (line: string) => void, listedSecondMs = 1_000) {
		this.#log = log;
		this.#clock = clock;
		this.#logLine = logLine;
		this.#listings = new Listings(listedSecondMs);
	}

	load(): void {
		for (const session of this.#log.sessions()) {
			this.#sessions.set(session.id, session);
			const { id, listedAt, readListedAt } = session;
			if (listedAt !== null && listedAt !== readListedAt)
				this.#listings.recordListing(id, listedAt, this.#clock.now());
		}
		for (const commit of this.#log.commits()) this.#commits.set(commit.commitId, fromLogCommit(commit));
		for (const row of this.#log.actionEvents()) {
			const [read] = readStored([row]);
			if (read !== undefined) this.#recordAction(row.sessionId, read, row.receivedAt);
		}
	}

	subscribe(listener: (change: SessionsChange) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	emit(change: SessionsChange): void {
		for (const listener of this.#listeners) {
			try {
				listener(change);
			} catch (error) {
				this.#logLine(`sessions: a listener failed: ${lineOf(error)}`);
			}
		}
	}

	get(id: string): LogSession | undefined {
		return this.#sessions.get(id);
	}

	ensure(id: string): LogSession {
		const held = this.#sessions.get(id);
		if (held !== undefined) return held;
		const made = newSession(id, this.#clock.now());
		this.#save(made);
		return made;
	}

	all(): readonly LogSession[] {
		return [...this.#sessions.values()];
	}

	fault(id: string): Message | null {
		return this.#faults.get(id) ?? null;
	}

	get misplacedActions(): number {
		return this.#misplaced.size;
	}

	setFault(id: string, text: Message | null): void {
		const held = this.fault(id);
		if (held === text || (held !== null && text !== null && sameText(held, text))) return;
		if (text === null) this.#faults.delete(id);
		else this.#faults.set(id, text);
		this.emit({ kind: "session", sessionId: id });
	}

	dropCursor(id: string): void {
		this.#sure.delete(id);
		this.#save(dropCursor(this.ensure(id)));
	}

	markRead(id: string, listedAt: number | null, from: number): void {
		const session = this.ensure(id);
		if (listedAt === null || session.readListedAt === listedAt) return;
		if (this.#listings.recordRead(id, listedAt, from)) this.#save({ ...session, readListedAt: listedAt });
	}

	movedSinceRead(session: LogSession): boolean {
		return this.#listings.isDue(session, this.#clock.now());
	}

	recordListed(listed: readonly Session[]): void {
		const now = this.#clock.now();
		for (const { id, updatedAt } of listed) this.#listings.recordListing(id, updatedAt, now);
		const changed = listed.flatMap((item) => {
			const held = this.#sessions.get(item.id) ?? newSession(item.id, serviceTime(item.updatedAt, now));
			const next: LogSession = {
				...held,
				title: item.title ?? held.title,
				archived: item.archived,
				listedAt: item.updatedAt,
				updatedAt: Math.max(held.updatedAt, serviceTime(item.updatedAt, now)),
			};
			const same =
				this.#sessions.has(item.id) &&
				held.title === next.title &&
				held.archived === next.archived &&
				held.listedAt === next.listedAt;
			return same ? [] : [next];
		});
		if (changed.length === 0) return;
		this.#log.saveSessions(changed);
		const renamed = changed.filter(({ id, title }) => (this.#sessions.get(id)?.title ?? null) !== title);
		for (const session of changed) this.#sessions.set(session.id, session);
		for (const session of changed) this.emit({ kind: "session", sessionId: session.id });
		for (const session of renamed) this.emit({ kind: "title", sessionId: session.id });
	}

	/**
	 * Applies a large page's commits in batches, each of which is stored and then announced. The page's
	 * cursor doesn't advance, so the page can safely be re-read.
	 * @param breathe yields to other work; if it throws, the remaining commits aren't applied
	 */
	async commitsAhead(id: string, page: ReadPage, breathe: () => Promise<void>): Promise<ReadPage> {
		let left = page;
		while (left.commits.length > COMMITS_AT_ONCE) {
			const now = this.#clock.now();
			const session = this.ensure(id);
			const commits = new Map<string, LatestCommit>();
			const faults = this.#applyCommits(id, left.commits.slice(0, COMMITS_AT_ONCE), commits, now);
			this.#log.apply({ session, events: [], commits: [...commits.values()].map(toLogCommit) });
			this.#notify(id, { before: session, session, fresh: [], commits, faults, now });
			left = { ...left, commits: left.commits.slice(COMMITS_AT_ONCE) };
			await breathe();
		}
		return left;
	}

	/** Stores the pages in one transaction before announcing them. Throws a StorageError. */
	applyPages(id: string, pages: readonly ReadPage[], how: ApplyHow): PagesApplied {
		const [applied] = this.applyTogether([{ id, pages, how }]);
		if (applied === undefined) throw new Error("no result for the batch");
		return applied;
	}

	applyTogether(arrivals: readonly ReceivedPages[]): readonly PagesApplied[] {
		const now = this.#clock.now();
		const prepared = arrivals.map((arrival) => this.#prepare(arrival, now));
		const repeated = this.#log.applyTogether(prepared.map(({ change }) => change));
		for (const { id, session, sure } of prepared) {
			this.#sessions.set(id, session);
			this.#sure.set(id, sure);
		}
		return prepared.map((pages, at) => this.#announce(pages, new Set(repeated[at]), now));
	}

	#prepare({ id, pages, how }: ReceivedPages, now: number): PreparedPages {
		const before = this.#sessions.get(id) ?? newSession(id, now);
		const inBatch = new Set<string>();
		const knows = (eventId: string) => inBatch.has(eventId) || this.#log.knows(id, eventId);
		const commits = new Map<string, LatestCommit>();
		const faults: string[] = [];
		const misplaced: string[] = [];
		const events: ReadEvent[] = [];
		let session = before;
		let sure = this.#sure.get(id) ?? before.cursor;
		let gap = false;
		let missing = false;
		for (const page of pages) {
			const applied = applyPage(session, page, { ...how, knows, now });
			if (applied.gap) {
				gap = true;
				session = { ...session, cursor: sure };
				break;
			}
			session = applied.session;
			if (page.events.length > 0 && page.cursor === session.cursor) sure = session.cursor;
			missing ||= applied.missing;
			for (const read of applied.events) {
				inBatch.add(read.event.event_id);
				events.push(read);
			}
			misplaced.push(...applied.misplaced);
			faults.push(...applied.faults, ...this.#applyCommits(id, page.commits, commits, now));
		}
		const change = {
			session,
			events: events.map((read) => toLogEvent(read, now)),
			commits: [...commits.values()].map(toLogCommit),
		};
		return { id, before, session, sure, gap, missing, events, commits, faults, misplaced, change };
	}

	#announce(pages: PreparedPages, repeated: ReadonlySet<string>, now: number): PagesApplied {
		const { id, before, session, gap, missing, commits } = pages;
		const fresh = pages.events.filter((read) => !repeated.has(read.event.event_id));
		const again = [...repeated].map((eventId) => `event ${eventId}: came again with another sequence`);
		const isAction = fresh.some(({ event }) => event.type === "action");
		if (pages.misplaced.length > 0) {
			for (const line of pages.misplaced) this.#logLine(`session ${id}: ${line}`);
			this.#faults.set(id, message("session.misplaced"));
			if (isAction) this.#misplaced.add(id);
		}
		this.#notify(id, { before, session, fresh, commits, faults: [...pages.faults, ...again], now });
		return { fresh: fresh.length, commits: commits.size, gap, missing, events: fresh };
	}

	#applyCommits(
		id: string,
		arrived: readonly ReadCommit[],
		accepted: Map<string, LatestCommit>,
		now: number,
	): readonly string[] {
		return arrived.flatMap((raw) => {
			const read = ofSession(raw, id);
			const commitId = commitIdOf(read);
			const faults = read.kind === "unreadable" ? [`commits: ${read.reason}`] : [];
			if (commitId === null) return faults;
			const known = accepted.get(commitId) ?? this.#commits.get(commitId);
			// A commit belongs to the first session that contained it, so a different session can't replace
			// it. The exception is an unreadable view, which doesn't prove its session.
			const foreign = known !== undefined && known.sessionId !== id;
			if (foreign && (known.read.kind === "known" || read.kind === "unreadable"))
				return [`commits: ${commitId} belongs to another session`];
			const held = foreign ? undefined : known;
			const next = acceptCommit(held, { commitId, sessionId: id, read, source: "page", now });
			if (next !== null) accepted.set(commitId, next);
			return faults;
		});
	}

	#notify(
		id: string,
		what: {
			before: LogSession;
			session: LogSession;
			fresh: readonly ReadEvent[];
			commits: ReadonlyMap<string, LatestCommit>;
			faults: readonly string[];
			now: number;
		},
	): void {
		const { before, session, fresh, commits, faults, now } = what;
		for (const [commitId, commit] of commits) this.#commits.set(commitId, commit);
		const actions = fresh.filter((read) => this.#recordAction(id, read, now)).length;
		const liveChanged = this.#settleLive(id, before, session, fresh);
		for (const fault of faults) this.#logLine(`session ${id}: ${fault}`);
		if (faults.length > 0) this.#faults.set(id, faultText(faults));
		for (const commitId of commits.keys()) this.emit({ kind: "commit", sessionId: id, commitId });
		if (actions > 0) this.emit({ kind: "action", sessionId: id });
		if (liveChanged) this.emit({ kind: "live", sessionId: id });
		if (fresh.length > 0 || faults.length > 0) this.emit({ kind: "session", sessionId: id });
		if (before.title !== session.title) this.emit({ kind: "title", sessionId: id });
	}

	#liveOf(id: string): LiveTexts {
		const held = this.#live.get(id);
		if (held !== undefined) return held;
		const made = new LiveTexts();
		this.#live.set(id, made);
		return made;
	}

	#settleLive(id: string, before: LogSession, session: LogSession, fresh: readonly ReadEvent[]): boolean {
		const live = this.#liveOf(id);
		let went = before.turnId !== session.turnId && live.endTurn();
		for (const read of fresh)
			if (read.kind === "known" && read.event.type === "message") went = live.settle(read.event) || went;
		return went;
	}

	acceptLive(id: string, live: LiveMessage): void {
		const turnId = this.#sessions.get(id)?.turnId ?? null;
		if (this.#liveOf(id).accept(live, turnId, this.#clock.now())) this.emit({ kind: "live", sessionId: id });
	}

	dropLive(id: string): void {
		if (this.#live.get(id)?.drop() === true) this.emit({ kind: "live", sessionId: id });
	}

	live(id: string): readonly LiveText[] {
		return this.#live.get(id)?.list() ?? [];
	}

	#recordAction(sessionId: string, read: ReadEvent, receivedAt: number): boolean {
		const unreadable = unreadableActionOf(read);
		const known = read.kind === "known" && read.event.type === "action" ? read.event : null;
		const action = known ?? unreadable;
		if (action === null) return false;
		const key = JSON.stringify([sessionId, action.id]);
		const held = this.#actions.get(key) ?? this.#unreadable.get(key);
		// An action without a revision counts as the newest.
		if ((held?.action.revision ?? -1) > (action.revision ?? Number.POSITIVE_INFINITY)) return false;
		const times = { sessionId, receivedAt, firstSeen: held?.firstSeen ?? receivedAt };
		this.#actions.delete(key);
		this.#unreadable.delete(key);
		if (known !== null) this.#actions.set(key, { ...times, action: known });
		else if (unreadable !== null) this.#unreadable.set(key, { ...times, action: unreadable });
		return true;
	}

	unreadableAction(sessionId: string, actionId: string): StoredUnreadable | undefined {
		return this.#unreadable.get(JSON.stringify([sessionId, actionId]));
	}

	unreadableActions(): readonly StoredUnreadable[] {
		return [...this.#unreadable.values()];
	}

	action(sessionId: string, actionId: string): StoredAction | undefined {
		return this.#actions.get(JSON.stringify([sessionId, actionId]));
	}

	actions(): readonly StoredAction[] {
		return [...this.#actions.values()];
	}

	/**
	 * Yields the JSON of everything the service sent about the session, in batches so other work can run in
	 * between.
	 */
	*textsOfOthers(id: string): Generator<readonly string[]> {
		const { items } = this.#log;
		for (let at: EventIndex | null = FIRST_EVENT; at !== null; ) {
			const slice: EventSlice = items.slice(id, at, "later", SLICE);
			yield slice.events.map(({ raw }) => raw);
			at = slice.next;
		}
		for (const commit of this.#commits.values())
			if (commit.sessionId === id) yield [JSON.stringify(commit.read)];
		yield [...this.live(id).map(({ content }) => content), this.#sessions.get(id)?.title ?? ""];
	}

	commit(commitId: string): LatestCommit | undefined {
		return this.#commits.get(commitId);
	}

	commits(): readonly LatestCommit[] {
		return [...this.#commits.values()];
	}

	acceptCommit(sessionId: string, commitId: string, read: ReadCommit, source: CommitSource): void {
		const before = this.#commits.get(commitId);
		const arrival = {
			commitId,
			sessionId: before?.sessionId ?? sessionId,
			read,
			source,
			now: this.#clock.now(),
		};
		const after = acceptCommit(before, arrival);
		if (after === null) return;
		const content = after.read !== before?.read;
		if (content) this.#log.saveCommit(toLogCommit(after));
		this.#commits.set(commitId, after);
		const changes = content || (before?.confirmedByGet ?? null) === null || before?.fault !== null;
		if (changes) this.emit({ kind: "commit", sessionId: after.sessionId, commitId });
	}

	/** The commit can't be approved until a GET succeeds. */
	commitFault(commitId: string, text: Message, isUnoffered: boolean): void {
		const held = this.#commits.get(commitId);
		if (held === undefined || (held.fault !== null && sameText(held.fault, text))) return;
		this.#commits.set(commitId, { ...held, fault: text, isUnoffered });
		this.emit({ kind: "commit", sessionId: held.sessionId, commitId });
	}

	#save(session: LogSession): void {
		this.#log.saveSessions([session]);
		this.#sessions.set(session.id, session);
	}
}

function toLogEvent(read: ReadEvent, receivedAt: number): NewEvent {
	const { event } = read;
	return {
		eventId: event.event_id,
		sequence: event.sequence,
		type: event.type,
		receivedAt,
		raw: JSON.stringify(event),
		fold: foldOf(read),
	};
}
