import { sameText } from "../../core/message.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { ReadPage } from "../../service-api/event-page.ts";
import type { Clock } from "../ports.ts";
import type { SessionChange } from "../service/agent.ts";
import { breathe } from "../service/breathe.ts";
import { ServiceError } from "../service/errors.ts";
import type { Service } from "../service/service.ts";
import type { Intents } from "../storage/intents.ts";
import type { LogDb, LogSession } from "../storage/log-db.ts";
import { Access } from "./access.ts";
import type { Connection } from "./connection.ts";
import { type Fraction, fractionOf } from "./following/backoff.ts";
import { ChangeFeed } from "./following/changes.ts";
import { CommitsWatch } from "./following/commits-watch.ts";
import { Follower } from "./following/follower.ts";
import { createGathering, type Gathering } from "./following/gathering.ts";
import { Slots } from "./following/slots.ts";
import { cursorLost } from "./following/stream-step.ts";
import { Watcher } from "./following/watcher.ts";
import { turnStateOf } from "./log/apply.ts";
import { commitIdOf, isOpen } from "./log/commit-rules.ts";
import { SessionStore } from "./log/store.ts";
import type { TypedTexts } from "./log/typed-texts.ts";
import { DEFAULT_FOLLOW_SETTINGS, type FollowSettings } from "./settings.ts";
import { calm, denied } from "./text.ts";
import { Transcripts } from "./transcript/transcripts.ts";
import { Turns } from "./turns.ts";
import type {
	LiveText,
	SessionRecord,
	Sessions,
	SessionsChange,
	StartedTurn,
	StoredAction,
	StoredCommit,
	StoredUnreadable,
	TurnBody,
	TurnOrigin,
} from "./types.ts";

export interface SessionsOptions {
	readonly service: Service;
	readonly log: LogDb;
	readonly intents: Intents;
	readonly typed: Pick<TypedTexts, "keep" | "revise" | "ownAddresses">;
	readonly clock: Clock;
	/** Random bytes of a good source. */
	readonly random: (length: number) => Uint8Array;
	/** One line a fact; no secret. */
	readonly logLine: (line: string) => void;
	/** Environment and identity, as one string. */
	readonly scope: string;
	readonly settings?: Partial<FollowSettings>;
	/** This commit belongs to no conversation: none is read for it, and what its reading meets stays with it. */
	readonly isAlone?: (commitId: string) => boolean;
}

/** A session that is asked about once more is read this far, in pages. */
const MAX_PAGES = 20;

/** RFC 9562 version 4, of the given randomness. */
export function uuidOf(random: (length: number) => Uint8Array): string {
	const bytes = random(16).slice();
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = Buffer.from(bytes).toString("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** What each part of the following shares. */
interface CommonParts {
	readonly store: SessionStore;
	readonly gathering: Gathering;
	readonly service: Service;
	readonly clock: Clock;
	readonly fraction: Fraction;
	readonly access: Access;
	readonly slots: Slots;
	readonly settings: FollowSettings;
	readonly logLine: (line: string) => void;
}

class FollowedSessions implements Sessions {
	readonly #service: SessionsOptions["service"];
	readonly #clock: SessionsOptions["clock"];
	readonly #logLine: SessionsOptions["logLine"];
	readonly #scope: SessionsOptions["scope"];
	readonly #intents: SessionsOptions["intents"];
	readonly #typed: SessionsOptions["typed"];
	readonly #random: SessionsOptions["random"];
	readonly #settings: FollowSettings;
	readonly #fraction: Fraction;
	readonly #store: SessionStore;
	readonly transcripts: Transcripts;
	readonly #slots: Slots;
	readonly #followers = new Map<string, Follower>();
	#focus: string | null = null;
	#stopped = false;
	#pushed: Connection = calm("connecting");
	readonly #access: Access;
	readonly #common: CommonParts;
	readonly #watcher: Watcher;
	readonly #commits: CommitsWatch;
	readonly #turns: Turns;
	readonly #changes: ChangeFeed;

	constructor(options: SessionsOptions) {
		this.#service = options.service;
		this.#clock = options.clock;
		this.#logLine = options.logLine;
		this.#scope = options.scope;
		this.#intents = options.intents;
		this.#typed = options.typed;
		this.#random = options.random;
		this.#settings = { ...DEFAULT_FOLLOW_SETTINGS, ...options.settings };
		this.#fraction = fractionOf(this.#random);
		this.#store = new SessionStore({
			log: options.log,
			clock: this.#clock,
			logLine: this.#logLine,
			listedSecondMs: this.#settings.listedSecondMs,
		});
		this.transcripts = new Transcripts({
			items: options.log.items,
			onFolded: (sessionId) => this.#store.emit({ kind: "session", sessionId }),
			logLine: this.#logLine,
		});
		this.#slots = new Slots(this.#settings.requests);
		this.#access = new Access({
			clock: this.#clock,
			credentials: () => this.#service.credentials(),
			onChange: () => {
				this.#pushConnection();
				for (const session of this.#store.all()) this.#store.emit({ kind: "session", sessionId: session.id });
			},
		});
		this.#common = {
			store: this.#store,
			gathering: createGathering(this.#store),
			service: this.#service,
			clock: this.#clock,
			fraction: this.#fraction,
			access: this.#access,
			slots: this.#slots,
			settings: this.#settings,
			logLine: this.#logLine,
		};
		this.#watcher = new Watcher({
			...this.#common,
			busy: () =>
				this.#focus !== null ||
				this.#store.commits().some(({ read }) => isOpen(read)) ||
				this.#store.all().some((session) => turnStateOf(session) === "processing"),
			matters: (id) => id === this.#focus || this.#opened(id),
			onRead: (id) => this.#follower(id).readNow(),
			onConnection: () => this.#pushConnection(),
		});
		this.#commits = new CommitsWatch({
			...this.#common,
			isAlone: options.isAlone ?? (() => false),
			onSettled: (id) => this.#follower(id).expectTurn(),
		});
		this.#turns = new Turns({
			...this.#common,
			intents: this.#intents,
			typed: this.#typed,
			scope: this.#scope,
			newSessionId: () => uuidOf(this.#random),
			takeAnswer: (id, page) => this.#follower(id).takeAnswer(page),
		});
		this.#changes = new ChangeFeed({ ...this.#common, intents: this.#intents, scope: this.#scope });
	}

	connection(): Connection {
		if (this.#access.denied !== null) return denied(this.#access.denied);
		const all = [...this.#followers.values()].map((follower) => follower.connection);
		const streaming =
			all.find(({ state }) => state === "live") ?? all.find(({ state }) => state === "polling");
		if (streaming !== undefined) return streaming;
		if (this.#watcher.connection.state !== "watching") return this.#watcher.connection;
		// The list answers, but a session that runs does not.
		const running = [...this.#followers.values()].find((follower) => follower.running);
		const unread = [...this.#followers.values()].find((follower) => follower.unread);
		return (running ?? unread)?.connection ?? this.#watcher.connection;
	}

	misplacedActions(): number {
		return this.#store.misplacedActions;
	}

	isAway(): boolean {
		const streams = [...this.#followers.values()].some(
			({ connection: { state } }) => state === "live" || state === "polling",
		);
		return this.#access.denied === null && !streams && this.#watcher.isAway;
	}

	start(): void {
		this.#store.load();
		this.#store.subscribe((change: SessionsChange) => {
			if (change.kind === "commit" && change.commitId !== undefined) this.#commits.note(change.commitId);
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

	async refreshSession(id: string): Promise<void> {
		// The follower applies each page as it applies an answer: in order, and once.
		let cursor = this.#store.get(id)?.cursor ?? null;
		for (let pages = 0; pages < MAX_PAGES; pages += 1) {
			const answer = await this.#pageAfter(id, cursor);
			const page = answer.sessionId === id ? await this.#store.commitsAhead(id, answer, breathe) : answer;
			// What was not read to its end says nothing of how things stand now: the caller asks again.
			if (!this.#follower(id).takeAnswer(page))
				throw new ServiceError("unreadable", { detail: "events are missing before this page" });
			if (!page.hasMore) return;
			cursor = page.cursor;
		}
		throw new ServiceError("unreadable", { detail: `more is said to follow after ${MAX_PAGES} pages` });
	}

	refreshCommit(commitId: string): Promise<ReadCommit> {
		return this.#commits.refresh(commitId);
	}

	acceptCommit(sessionId: string, read: ReadCommit): void {
		const commitId = commitIdOf(read);
		if (commitId !== null) this.#commits.accept(sessionId, commitId, read);
	}

	adoptCommit(sessionId: string, read: ReadCommit): void {
		const commitId = commitIdOf(read);
		if (commitId !== null) this.#store.acceptCommit(sessionId, commitId, read, "page");
	}

	expect(commitId: string): void {
		this.#commits.expect(commitId);
	}

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
		// Made here and not yet known to the service, a session has nothing to be read.
		if (session !== undefined && (session.listedAt !== null || session.cursor !== null))
			this.#follower(session.id).readNow();
		this.#watcher.lookNow();
	}

	subscribe(listener: (change: SessionsChange) => void): () => void {
		return this.#store.subscribe(listener);
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
		const made = new Follower({
			...this.#common,
			id,
			onConnection: () => this.#pushConnection(),
			onEvents: (events) => this.#turns.noteEvents(id, events),
		});
		this.#followers.set(id, made);
		if (!this.#stopped) made.start();
		return made;
	}

	#opened(sessionId: string): boolean {
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

	/** The page after a cursor; the whole where the service no longer knows it. */
	async #pageAfter(sessionId: string, cursor: string | null): Promise<ReadPage> {
		try {
			return await this.#service.poll({ sessionId, cursor });
		} catch (cause) {
			if (cursor === null || !(cause instanceof ServiceError) || !cursorLost(cause)) throw cause;
			return await this.#service.poll({ sessionId, cursor: null });
		}
	}
}

/** Follows every session of one environment and identity. */
export function createSessions(options: SessionsOptions): Sessions {
	return new FollowedSessions(options);
}
