import { sameText } from "../../core/message.ts";
import type { ReadPage } from "../../service-api/event-page.ts";
import type { Clock } from "../ports.ts";
import { breathe } from "../service/breathe.ts";
import { ServiceError } from "../service/errors.ts";
import type { Service } from "../service/service.ts";
import type { Intents } from "../storage/intents.ts";
import type { LogDb, LogSession } from "../storage/log-db.ts";
import { Access } from "./access.ts";
import { turnStateOf } from "./apply.ts";
import { fractionOf } from "./backoff.ts";
import { ChangeFeed } from "./changes.ts";
import { commitIdOf, isOpen } from "./commit-rules.ts";
import { CommitsWatch } from "./commits-watch.ts";
import { Follower } from "./follower.ts";
import { createGathering } from "./gathering.ts";
import { DEFAULT_SETTINGS, type FollowSettings } from "./settings.ts";
import { Slots } from "./slots.ts";
import { SessionStore } from "./store.ts";
import { cursorLost } from "./stream-step.ts";
import { calm, denied } from "./text.ts";
import { Transcripts } from "./transcripts.ts";
import { Turns } from "./turns.ts";
import type { TypedTexts } from "./typed-texts.ts";
import type { Connection, SessionRecord, Sessions, SessionsChange } from "./types.ts";
import { Watcher } from "./watcher.ts";

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

/** Follows every session of one environment and identity. */
export function createSessions(options: SessionsOptions): Sessions {
	const { service, clock, logLine, scope, intents, typed, random } = options;
	const settings: FollowSettings = { ...DEFAULT_SETTINGS, ...options.settings };
	const fraction = fractionOf(random);
	const store = new SessionStore({ log: options.log, clock, logLine });
	const transcripts = new Transcripts({
		items: options.log.items,
		onFolded: (sessionId) => store.emit({ kind: "session", sessionId }),
		logLine,
	});
	const slots = new Slots(settings.requests);
	const followers = new Map<string, Follower>();
	let focus: string | null = null;
	let stopped = false;
	let pushed: Connection = calm("connecting");

	const access = new Access({
		clock,
		credentials: () => service.credentials(),
		onChange: () => {
			pushConnection();
			for (const session of store.all()) store.emit({ kind: "session", sessionId: session.id });
		},
	});
	const gathering = createGathering(store);
	const common = { store, gathering, service, clock, fraction, access, slots, settings, logLine };

	function connection(): Connection {
		if (access.denied !== null) return denied(access.denied);
		const all = [...followers.values()].map((follower) => follower.connection);
		const streaming =
			all.find(({ state }) => state === "live") ?? all.find(({ state }) => state === "polling");
		if (streaming !== undefined) return streaming;
		if (watcher.connection.state !== "watching") return watcher.connection;
		// The list answers, but a session that runs does not.
		const running = [...followers.values()].find((follower) => follower.running);
		const unread = [...followers.values()].find((follower) => follower.unread);
		return (running ?? unread)?.connection ?? watcher.connection;
	}

	function pushConnection(): void {
		const now = connection();
		if (now.state === pushed.state && sameText(now.text, pushed.text) && now.nextTryAt === pushed.nextTryAt)
			return;
		pushed = now;
		store.emit({ kind: "connection", sessionId: null });
	}

	function follower(id: string): Follower {
		const held = followers.get(id);
		if (held !== undefined) return held;
		const made = new Follower({
			...common,
			id,
			onConnection: pushConnection,
			onEvents: (events) => turns.noteEvents(id, events),
		});
		followers.set(id, made);
		if (!stopped) made.start();
		return made;
	}

	const opened = (sessionId: string) =>
		store.commits().some((commit) => commit.sessionId === sessionId && isOpen(commit.read)) ||
		[...store.actions(), ...store.unreadableActions()].some(
			({ sessionId: id, action }) => id === sessionId && (action.state ?? "pending") === "pending",
		);

	const watcher = new Watcher({
		...common,
		busy: () =>
			focus !== null ||
			store.commits().some(({ read }) => isOpen(read)) ||
			store.all().some((session) => turnStateOf(session) === "processing"),
		matters: (id) => id === focus || opened(id),
		onRead: (id) => follower(id).readNow(),
		onConnection: pushConnection,
	});
	const commits = new CommitsWatch({
		...common,
		isAlone: options.isAlone ?? (() => false),
		onSettled: (id) => follower(id).expectTurn(),
	});
	const turns: Turns = new Turns({
		...common,
		intents,
		typed,
		scope,
		newSessionId: () => uuidOf(random),
		takeAnswer: (id, page) => follower(id).takeAnswer(page),
	});

	const changes = new ChangeFeed({ ...common, intents, scope });

	function record(session: LogSession): SessionRecord {
		const { id, title, turnId, updatedAt, archived } = session;
		return {
			id,
			title,
			turnState: turnStateOf(session),
			turnId,
			updatedAt,
			archived,
			connection:
				access.denied === null
					? (followers.get(id)?.connection ?? watcher.connection)
					: denied(access.denied),
			pending: turns.pending(id),
			pendingMessage: turns.message(id),
			fault: store.fault(id),
			fixed: changes.fixed(id),
		};
	}

	/** The page after a cursor; the whole where the service no longer knows it. */
	async function pageAfter(sessionId: string, cursor: string | null): Promise<ReadPage> {
		try {
			return await service.poll({ sessionId, cursor });
		} catch (cause) {
			if (cursor === null || !(cause instanceof ServiceError) || !cursorLost(cause)) throw cause;
			return await service.poll({ sessionId, cursor: null });
		}
	}

	return {
		start() {
			store.load();
			store.subscribe((change: SessionsChange) => {
				if (change.kind === "commit" && change.commitId !== undefined) commits.note(change.commitId);
			});
			for (const session of store.all())
				if (turnStateOf(session) === "processing" && session.cursor !== null) follower(session.id);
			turns.resume();
			changes.forgetUnanswered();
			commits.start();
			watcher.start();
		},
		async stop() {
			stopped = true;
			transcripts.stop();
			access.stop();
			const followed = [...followers.values()].map((one) => one.stop());
			await Promise.all([watcher.stop(), commits.stop(), turns.stop(), changes.stop(), ...followed]);
		},
		list: () =>
			store
				.all()
				.map(record)
				.sort((a, b) => b.updatedAt - a.updatedAt),
		title: (id) => store.get(id)?.title ?? null,
		transcripts,
		live: (id) => store.live(id),
		commits: () => store.commits(),
		commit: (commitId) => store.commit(commitId) ?? null,
		actions: () => store.actions(),
		action: (sessionId, actionId) => store.action(sessionId, actionId) ?? null,
		unreadableActions: () => store.unreadableActions(),
		unreadableAction: (sessionId, actionId) => store.unreadableAction(sessionId, actionId) ?? null,
		async refreshSession(id) {
			// The follower applies each page as it applies an answer: in order, and once.
			let cursor = store.get(id)?.cursor ?? null;
			for (let pages = 0; pages < MAX_PAGES; pages += 1) {
				const answer = await pageAfter(id, cursor);
				const page = answer.sessionId === id ? await store.commitsAhead(id, answer, breathe) : answer;
				// What was not read to its end says nothing of how things stand now: the caller asks again.
				if (!follower(id).takeAnswer(page))
					throw new ServiceError("unreadable", { detail: "events are missing before this page" });
				if (!page.hasMore) return;
				cursor = page.cursor;
			}
			throw new ServiceError("unreadable", { detail: `more is said to follow after ${MAX_PAGES} pages` });
		},
		connection,
		refreshCommit: (commitId) => commits.refresh(commitId),
		acceptCommit: (sessionId, read) => {
			const commitId = commitIdOf(read);
			if (commitId !== null) commits.accept(sessionId, commitId, read);
		},
		adoptCommit: (sessionId, read) => {
			const commitId = commitIdOf(read);
			if (commitId !== null) store.acceptCommit(sessionId, commitId, read, "page");
		},
		expect: (commitId) => commits.expect(commitId),
		startTurn: (id, body, origin) => turns.start(id, body, origin),
		interrupt: (id) => turns.interrupt(id),
		change: (id, change) => changes.change(id, change),
		reconnect() {
			access.clear();
			for (const one of followers.values()) one.retryNow();
			commits.retryNow();
			turns.retryNow();
			changes.retryNow();
			watcher.retryNow();
		},
		setFocus(id) {
			focus = id;
			const session = id === null ? undefined : store.get(id);
			// Made here and not yet known to the service, a session has nothing to be read.
			if (session !== undefined && (session.listedAt !== null || session.cursor !== null))
				follower(session.id).readNow();
			watcher.lookNow();
		},
		subscribe: (listener) => store.subscribe(listener),
	};
}
