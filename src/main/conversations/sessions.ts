import { sameText } from "../../core/localized-text.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { ReadPage } from "../../service-api/event-page.ts";
import type { SessionChange } from "../service/agent.ts";
import { ServiceError } from "../service/errors.ts";
import { yieldToEventLoop } from "../service/yield-to-event-loop.ts";
import type { LogDb, LogSession } from "../storage/log-db.ts";
import { Access } from "./access.ts";
import type { Connection } from "./connection.ts";
import { calm, denied } from "./connection.ts";
import { BatchWriter } from "./following/batch-writer.ts";
import { ChangeFeed } from "./following/changes.ts";
import { CommitsWatch } from "./following/commits-watch.ts";
import {
	DEFAULT_FOLLOW_SETTINGS,
	type FollowServices,
	type FollowSettings,
} from "./following/follow-services.ts";
import { Follower } from "./following/follower.ts";
import { fractionOf, Slots } from "./following/pacing.ts";
import { cursorLost } from "./following/stream-step.ts";
import { Watcher } from "./following/watcher.ts";
import { turnStateOf } from "./log/apply.ts";
import { commitIdOf, isOpen } from "./log/commit-rules.ts";
import { SessionStore } from "./log/store.ts";
import type {
	LiveText,
	SessionRecord,
	SessionsChange,
	StartedTurn,
	StoredAction,
	StoredCommit,
	StoredUnreadable,
	TurnBody,
	TurnOrigin,
} from "./session-types.ts";
import { Transcripts } from "./transcript/transcripts.ts";
import { Turns } from "./turns.ts";

const MAX_PAGES = 20;

export class Sessions {
	readonly transcripts: Transcripts;
	readonly #services: FollowServices;
	readonly #store: SessionStore;
	readonly #access: Access;
	readonly #watcher: Watcher;
	readonly #commits: CommitsWatch;
	readonly #turns: Turns;
	readonly #changes: ChangeFeed;
	readonly #followers = new Map<string, Follower>();
	#focus: string | null = null;
	#stopped = false;
	#pushed: Connection = calm("connecting");

	constructor(
		options: Pick<
			FollowServices,
			"service" | "intents" | "typed" | "clock" | "random" | "scope" | "logLine"
		> & {
			readonly log: LogDb;
			readonly settings?: Partial<FollowSettings>;
			readonly isAlone?: (commitId: string) => boolean;
		},
	) {
		const { log, clock, logLine, service } = options;
		const settings = { ...DEFAULT_FOLLOW_SETTINGS, ...options.settings };
		this.#store = new SessionStore(log, clock, logLine, settings.listedSecondMs);
		this.transcripts = new Transcripts(log.items, (sessionId) => this.#emitSession(sessionId), logLine);
		this.#access = new Access(
			clock,
			() => service.credentials(),
			() => {
				this.#pushConnection();
				for (const session of this.#store.all()) this.#emitSession(session.id);
			},
		);
		this.#services = {
			...options,
			settings,
			store: this.#store,
			batches: new BatchWriter(this.#store),
			access: this.#access,
			slots: new Slots(settings.requests),
			fraction: fractionOf(options.random),
		};
		this.#watcher = new Watcher(this.#services, {
			busy: () =>
				this.#focus !== null ||
				this.#store.commits().some(({ read }) => isOpen(read)) ||
				this.#store.all().some((session) => turnStateOf(session) === "processing"),
			matters: (id) => id === this.#focus || this.#isAwaited(id),
			read: (id) => this.#follower(id).readNow(),
			connection: () => this.#pushConnection(),
		});
		this.#commits = new CommitsWatch(this.#services, {
			isAlone: options.isAlone ?? (() => false),
			settled: (id) => this.#follower(id).expectTurn(),
		});
		this.#turns = new Turns(this.#services, (id, page) => this.#follower(id).applyAnswer(page));
		this.#changes = new ChangeFeed(this.#services);
	}

	connection(): Connection {
		if (this.#access.denied !== null) return denied(this.#access.denied);
		const all = [...this.#followers.values()].map((follower) => follower.connection);
		const streaming =
			all.find(({ state }) => state === "live") ?? all.find(({ state }) => state === "polling");
		if (streaming !== undefined) return streaming;
		if (this.#watcher.connection.state !== "watching") return this.#watcher.connection;
		const running = [...this.#followers.values()].find((follower) => follower.running);
		const unread = [...this.#followers.values()].find((follower) => follower.unread);
		return (running ?? unread)?.connection ?? this.#watcher.connection;
	}

	misplacedActions(): number {
		return this.#store.misplacedActions;
	}

	/**
	 * Returns whether the service is known to be unreachable: no stream is open, and the list has failed
	 * twice in a row.
	 */
	isAway(): boolean {
		const streams = [...this.#followers.values()].some(
			({ connection: { state } }) => state === "live" || state === "polling",
		);
		return this.#access.denied === null && !streams && this.#watcher.isAway;
	}

	start(): void {
		this.#store.load();
		this.#store.subscribe((change: SessionsChange) => {
			if (change.kind === "commit" && change.commitId !== undefined) this.#commits.addCommit(change.commitId);
		});
		for (const session of this.#store.all())
			if (turnStateOf(session) === "processing" && session.cursor !== null) this.#follower(session.id);
		this.#turns.resume();
		this.#changes.forgetUnanswered();
		this.#commits.start();
		this.#watcher.start();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.transcripts.stop();
		this.#access.stop();
		const followed = [...this.#followers.values()].map((one) => one.stop());
		await Promise.all([
			this.#watcher.stop(),
			this.#commits.stop(),
			this.#turns.stop(),
			this.#changes.stop(),
			...followed,
		]);
	}

	list(): readonly SessionRecord[] {
		return this.#store
			.all()
			.map((session) => this.#record(session))
			.sort((a, b) => b.updatedAt - a.updatedAt);
	}

	title(id: string): string | null {
		return this.#store.get(id)?.title ?? null;
	}

	live(id: string): readonly LiveText[] {
		return this.#store.live(id);
	}

	commits(): readonly StoredCommit[] {
		return this.#store.commits();
	}

	commit(commitId: string): StoredCommit | null {
		return this.#store.commit(commitId) ?? null;
	}

	actions(): readonly StoredAction[] {
		return this.#store.actions();
	}

	action(sessionId: string, actionId: string): StoredAction | null {
		return this.#store.action(sessionId, actionId) ?? null;
	}

	unreadableActions(): readonly StoredUnreadable[] {
		return this.#store.unreadableActions();
	}

	unreadableAction(sessionId: string, actionId: string): StoredUnreadable | null {
		return this.#store.unreadableAction(sessionId, actionId) ?? null;
	}

	/** Reads the session immediately to bring its actions up to date. Throws a ServiceError. */
	async refreshSession(id: string): Promise<void> {
		let cursor = this.#store.get(id)?.cursor ?? null;
		for (let pages = 0; pages < MAX_PAGES; pages += 1) {
			const answer = await this.#pageAfter(id, cursor);
			// An incomplete read doesn't show the current state, so the refresh fails.
			const page =
				answer.sessionId === id ? await this.#store.commitsAhead(id, answer, yieldToEventLoop) : answer;
			if (!this.#follower(id).applyAnswer(page))
				throw new ServiceError("unreadable", { detail: "events are missing before this page" });
			if (!page.hasMore) return;
			cursor = page.cursor;
		}
		throw new ServiceError("unreadable", { detail: `more is said to follow after ${MAX_PAGES} pages` });
	}

	refreshCommit(commitId: string): Promise<ReadCommit> {
		return this.#commits.refresh(commitId);
	}

	/** Treats the response to a POST like the response to a GET. */
	acceptCommit(sessionId: string, read: ReadCommit): void {
		const commitId = commitIdOf(read);
		if (commitId !== null) this.#commits.accept(sessionId, commitId, read);
	}

	/** Adds a commit that isn't in any session's list, and immediately reads it with a GET. */
	adoptCommit(sessionId: string, read: ReadCommit): void {
		const commitId = commitIdOf(read);
		if (commitId !== null) this.#store.acceptCommit(sessionId, commitId, read, "page");
	}

	/** Reads the commit every second until it settles, because this wallet is acting on it. */
	expect(commitId: string): void {
		this.#commits.expect(commitId);
	}

	/**
	 * Stores the intent, its idempotency key and the typed text before returning. Throws if the session is
	 * already starting a turn or the body violates the contract.
	 * @param origin defaults to `app`, because only text that was certainly typed counts as the user's words
	 */
	startTurn(id: string | null, body: TurnBody, origin?: TurnOrigin): StartedTurn {
		return this.#turns.start(id, body, origin);
	}

	interrupt(id: string): Promise<void> {
		return this.#turns.interrupt(id);
	}

	change(id: string, change: SessionChange): Promise<void> {
		return this.#changes.change(id, change);
	}

	reconnect(): void {
		this.#access.clear();
		for (const one of this.#followers.values()) one.retryNow();
		this.#commits.retryNow();
		this.#turns.retryNow();
		this.#changes.retryNow();
		this.#watcher.retryNow();
	}

	setFocus(id: string | null): void {
		this.#focus = id;
		const session = id === null ? undefined : this.#store.get(id);
		if (session !== undefined && (session.listedAt !== null || session.cursor !== null))
			this.#follower(session.id).readNow();
		this.#watcher.pollNow();
	}

	subscribe(listener: (change: SessionsChange) => void): () => void {
		return this.#store.subscribe(listener);
	}

	#emitSession(sessionId: string): void {
		this.#store.emit({ kind: "session", sessionId });
	}

	#pushConnection(): void {
		const now = this.connection();
		if (
			now.state === this.#pushed.state &&
			sameText(now.text, this.#pushed.text) &&
			now.nextTryAt === this.#pushed.nextTryAt
		)
			return;
		this.#pushed = now;
		this.#store.emit({ kind: "connection", sessionId: null });
	}

	#follower(id: string): Follower {
		const held = this.#followers.get(id);
		if (held !== undefined) return held;
		const made = new Follower(id, this.#services, {
			connection: () => this.#pushConnection(),
			events: (events) => this.#turns.applyEvents(id, events),
		});
		this.#followers.set(id, made);
		if (!this.#stopped) made.start();
		return made;
	}

	#isAwaited(sessionId: string): boolean {
		return (
			this.#store.commits().some((commit) => commit.sessionId === sessionId && isOpen(commit.read)) ||
			[...this.#store.actions(), ...this.#store.unreadableActions()].some(
				({ sessionId: id, action }) => id === sessionId && (action.state ?? "pending") === "pending",
			)
		);
	}

	#record(session: LogSession): SessionRecord {
		const { id, title, turnId, updatedAt, archived } = session;
		return {
			id,
			title,
			turnState: turnStateOf(session),
			turnId,
			updatedAt,
			archived,
			connection:
				this.#access.denied === null
					? (this.#followers.get(id)?.connection ?? this.#watcher.connection)
					: denied(this.#access.denied),
			pending: this.#turns.pending(id),
			pendingMessage: this.#turns.message(id),
			fault: this.#store.fault(id),
			fixed: this.#changes.fixed(id),
		};
	}

	/** Reads the whole log if the service no longer knows the cursor. */
	async #pageAfter(sessionId: string, cursor: string | null): Promise<ReadPage> {
		try {
			return await this.#services.service.poll({ sessionId, cursor });
		} catch (cause) {
			if (cursor === null || !(cause instanceof ServiceError) || !cursorLost(cause)) throw cause;
			return await this.#services.service.poll({ sessionId, cursor: null });
		}
	}
}
