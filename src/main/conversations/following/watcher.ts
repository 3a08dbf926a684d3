import type { Session } from "../../../service-api/event-page.ts";
import type { SessionPage } from "../../service/agent.ts";
import { ServiceError } from "../../service/errors.ts";
import type { LogSession } from "../../storage/log-db.ts";
import type { Connection } from "../connection.ts";
import { calm, denied, lineOf, offline } from "../connection.ts";
import type { FollowServices } from "./follow-services.ts";
import { backoffMs, Waker } from "./pacing.ts";

/** Key for the list's rate limit. It can't be a session ID, because session IDs contain no spaces. */
const SESSION_LIST = "session list";
const MAX_PAGES = 50;
const LIST_RETRY_MS = 600_000;

function readIsDue(
	session: LogSession,
	facts: {
		readonly readAt: number;
		readonly hasMoved: boolean;
		readonly matters: boolean;
		readonly listing: boolean;
		readonly now: number;
		readonly readMs: number;
	},
): boolean {
	const known = session.listedAt !== null || session.cursor !== null;
	if (!known) return false;
	if (facts.hasMoved && (!session.archived || session.cursor !== null)) return true;
	if (session.reconciling) return true;
	return (facts.matters || (!facts.listing && !session.archived)) && facts.now - facts.readAt >= facts.readMs;
}

/** Polls the session list, less often while no agent is active, and reads sessions that have changed. */
export class Watcher {
	readonly #services: FollowServices;
	readonly #on;
	readonly #waker: Waker;
	readonly #readAt = new Map<string, number>();
	readonly #abort = new AbortController();
	#current = new AbortController();
	#connection: Connection = calm("connecting");
	#loop: Promise<void> | null = null;
	#listBlockedUntil = 0;
	#failures = 0;

	constructor(
		services: FollowServices,
		on: {
			busy(): boolean;
			matters(sessionId: string): boolean;
			read(sessionId: string): void;
			connection(): void;
		},
	) {
		this.#services = services;
		this.#on = on;
		this.#waker = new Waker(services.clock);
	}

	get connection(): Connection {
		return this.#connection;
	}

	/** A single failure is retried within half a second and doesn't count. */
	get isAway(): boolean {
		return this.#failures > 1;
	}

	start(): void {
		this.#loop ??= this.#run();
	}

	async stop(): Promise<void> {
		this.#abort.abort(new Error("stopped"));
		this.#interrupt();
		await this.#loop;
	}

	pollNow(): void {
		this.#waker.wake();
	}

	/** Also restarts a running request, because a request sent on the previous network may never finish. */
	retryNow(): void {
		this.#failures = 0;
		this.#listBlockedUntil = 0;
		this.#interrupt();
	}

	#interrupt(): void {
		this.#current.abort(new Error("interrupted"));
		this.#waker.wake();
	}

	#notify(connection: Connection): void {
		this.#connection = connection;
		this.#on.connection();
	}

	async #run(): Promise<void> {
		const { access, settings } = this.#services;
		while (!this.#abort.signal.aborted) {
			const delay = access.delay(SESSION_LIST);
			if (delay === 0)
				await this.#waker.sleep(await this.#poll(this.#on.busy() ? settings.listMs : settings.restListMs));
			else {
				if (access.denied !== null) this.#notify(denied(access.denied));
				else if (this.#connection.state === "offline")
					this.#notify({ ...this.#connection, nextTryAt: access.limitedUntil(SESSION_LIST) });
				const forget = access.onCleared(() => this.#waker.wake());
				await this.#waker.sleep(delay);
				forget();
			}
		}
	}

	async #poll(calmMs: number): Promise<number> {
		const { store, settings, clock } = this.#services;
		const listing = clock.now() >= this.#listBlockedUntil;
		this.#current = new AbortController();
		const { signal } = this.#current;
		try {
			if (listing) store.recordListed(await this.#list(signal));
			this.#failures = 0;
			this.#notify(calm("watching"));
			this.#readWhatMoved(listing);
			return listing ? calmMs : Math.max(calmMs, settings.restListMs);
		} catch (error) {
			if (signal.aborted) return 0;
			return this.#failed(error);
		}
	}

	async #list(signal: AbortSignal): Promise<readonly Session[]> {
		const { service, slots } = this.#services;
		const all: Session[] = [];
		let cursor: string | null = null;
		for (let page = 0; page < MAX_PAGES; page += 1) {
			const at: string | null = cursor;
			const read: SessionPage = await slots.run(() => service.listSessions(at, signal));
			all.push(...read.sessions);
			if (read.faults > 0) this.#services.logLine(`session list: ${read.faults} items can't be read`);
			cursor = read.nextCursor;
			if (cursor === null || cursor === at) break;
		}
		return all;
	}

	#readWhatMoved(listing: boolean): void {
		const { store, clock, settings } = this.#services;
		const now = clock.now();
		for (const session of store.all()) {
			const facts = {
				readAt: this.#readAt.get(session.id) ?? 0,
				hasMoved: store.movedSinceRead(session),
				matters: this.#on.matters(session.id),
				listing,
				now,
				readMs: settings.readMs,
			};
			if (!readIsDue(session, facts)) continue;
			this.#readAt.set(session.id, now);
			this.#on.read(session.id);
		}
	}

	#failed(error: unknown): number {
		const { access, clock, fraction, logLine } = this.#services;
		logLine(`session list: ${lineOf(error)}`);
		if (error instanceof ServiceError) {
			if (error.kind === "unauthorized") {
				access.deny(error);
				return 0;
			}
			if (error.kind === "rateLimited" && error.retryAfterMs !== null)
				access.limit(SESSION_LIST, error.retryAfterMs);
			if (error.kind === "forbidden") {
				this.#failures = 0;
				this.#notify(denied(error));
				return this.#services.settings.restListMs;
			}
			if (!error.retryable) {
				this.#listBlockedUntil = clock.now() + LIST_RETRY_MS;
				return 0;
			}
		}
		this.#failures += 1;
		const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
		const wait = Math.max(backoffMs(this.#failures, fraction), asked);
		this.#notify(offline(error, clock.now() + wait));
		return wait;
	}
}
