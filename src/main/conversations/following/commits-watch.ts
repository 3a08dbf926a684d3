import type { ReadCommit } from "../../../service-api/commit.ts";
import { ServiceError } from "../../service/errors.ts";
import { lineOf, messageOf } from "../connection.ts";
import { isOpen, type LatestCommit, stateOf } from "../log/commit-rules.ts";
import type { FollowServices, FollowSettings } from "./follow-services.ts";
import { backoffMs, Waker } from "./pacing.ts";

/** Polls open commits with GET requests, more often while a commit is changing. */

const MINUTE = 60_000;
/** Limits the polling of commits that are waiting for a signature to ten requests a second in total. */
const WAITING_SHARE_MS = 100;

export function paceOf(
	commit: LatestCommit,
	facts: {
		readonly expected: boolean;
		readonly archived: boolean;
		readonly waiting: number;
		readonly now: number;
	},
	settings: FollowSettings,
): number {
	const state = stateOf(commit.read);
	const age = facts.now - commit.receivedAt;
	if (facts.expected) return settings.movingMs;
	if (facts.archived || commit.isUnoffered === true) return settings.otherMs;
	if (state === "awaiting_broadcast" || state === "submitted") {
		if (age < 10 * MINUTE) return settings.movingMs;
		return age < 60 * MINUTE ? settings.waitingMs : settings.otherMs;
	}
	if (state === "needs_signature") return Math.max(settings.waitingMs, facts.waiting * WAITING_SHARE_MS);
	return settings.otherMs;
}

export class CommitsWatch {
	readonly #services: FollowServices;
	readonly #on;
	readonly #waker: Waker;
	readonly #due = new Map<string, number>();
	readonly #open = new Set<string>();
	readonly #expected = new Map<string, number>();
	readonly #abort = new AbortController();
	#current = new AbortController();
	#loop: Promise<void> | null = null;
	#failures = 0;

	constructor(
		services: FollowServices,
		on: {
			isAlone(commitId: string): boolean;
			settled(sessionId: string): void;
		},
	) {
		this.#services = services;
		this.#on = on;
		this.#waker = new Waker(services.clock);
	}

	start(): void {
		for (const commit of this.#services.store.commits()) this.addCommit(commit.commitId);
		this.#loop ??= this.#run();
	}

	async stop(): Promise<void> {
		this.#abort.abort(new Error("stopped"));
		this.#current.abort(new Error("stopped"));
		this.#waker.wake();
		await this.#loop;
	}

	/** Immediately reads a commit that no GET has confirmed yet. */
	addCommit(commitId: string): void {
		const commit = this.#services.store.commit(commitId);
		if (commit === undefined) return;
		if (!isOpen(commit.read)) {
			this.#due.delete(commitId);
			this.#expected.delete(commitId);
			const rested = this.#open.delete(commitId);
			if (rested && !this.#on.isAlone(commitId)) this.#on.settled(commit.sessionId);
			return;
		}
		this.#open.add(commitId);
		if (commit.confirmedByGet === null && commit.fault === null) this.#plan(commitId, 0);
		else this.#plan(commitId, this.#paceOf(commit));
	}

	expect(commitId: string): void {
		const { clock, settings } = this.#services;
		this.#expected.set(commitId, clock.now() + settings.expectMs);
		this.#plan(commitId, settings.movingMs);
	}

	/** Also restarts running requests, because those sent on the previous network may never finish. */
	retryNow(): void {
		this.#failures = 0;
		this.#current.abort(new Error("interrupted"));
		for (const commitId of this.#due.keys()) this.#plan(commitId, 0);
		this.#waker.wake();
	}

	refresh(commitId: string): Promise<ReadCommit> {
		return this.#read(commitId, this.#abort.signal);
	}

	async #read(commitId: string, signal: AbortSignal): Promise<ReadCommit> {
		const { store, service } = this.#services;
		const held = store.commit(commitId);
		if (held === undefined) throw new ServiceError("notFound", { detail: "commit is not known here" });
		try {
			const read = await service.getCommit(commitId, held.sessionId, signal);
			const now = store.commit(commitId) ?? held;
			// The commit turned out to belong to a different session, so the error isn't about this commit.
			if (now.sessionId !== held.sessionId) return now.read;
			this.accept(held.sessionId, commitId, read);
			return read;
		} catch (error) {
			if (!signal.aborted) this.#gaveNothing(commitId, held.sessionId, error);
			throw error;
		}
	}

	accept(sessionId: string, commitId: string, read: ReadCommit): void {
		this.#services.store.acceptCommit(sessionId, commitId, read, "get");
		this.addCommit(commitId);
	}

	#gaveNothing(commitId: string, sessionId: string, error: unknown): void {
		const { store, access } = this.#services;
		const isUnoffered =
			error instanceof ServiceError && (error.kind === "notFound" || error.kind === "notOffered");
		store.commitFault(commitId, messageOf(error), isUnoffered);
		if (!(error instanceof ServiceError)) return;
		if (error.kind === "unauthorized" && !this.#on.isAlone(commitId)) access.deny(error);
		if (error.kind === "rateLimited" && error.retryAfterMs !== null)
			access.limit(sessionId, error.retryAfterMs);
	}

	#paceOf(commit: LatestCommit): number {
		const { store, clock, settings } = this.#services;
		const now = clock.now();
		const facts = {
			expected: (this.#expected.get(commit.commitId) ?? 0) > now,
			archived: store.get(commit.sessionId)?.archived === true,
			waiting: this.#due.size,
			now,
		};
		return paceOf(commit, facts, settings);
	}

	#plan(commitId: string, ms: number): void {
		const at = this.#services.clock.now() + ms;
		this.#due.set(commitId, Math.min(at, this.#due.get(commitId) ?? at));
		this.#waker.wake();
	}

	async #run(): Promise<void> {
		while (!this.#abort.signal.aborted) {
			const { access, clock } = this.#services;
			let next = Number.POSITIVE_INFINITY;
			for (const due of this.#due) next = Math.min(next, this.#allowedAt(due));
			if (access.denied === null && next <= clock.now()) {
				await this.#round();
				continue;
			}
			const forget = access.onCleared(() => this.#waker.wake());
			const waits = access.denied === null && Number.isFinite(next);
			await this.#waker.sleep(waits ? next - clock.now() : null);
			forget();
		}
	}

	#allowedAt([commitId, at]: readonly [string, number]): number {
		const { store, access } = this.#services;
		return Math.max(at, access.limitedUntil(store.commit(commitId)?.sessionId ?? ""));
	}

	async #round(): Promise<void> {
		const { clock, store, fraction, logLine, slots } = this.#services;
		const now = clock.now();
		const due = [...this.#due].filter((each) => this.#allowedAt(each) <= now).map(([commitId]) => commitId);
		for (const commitId of due) this.#due.delete(commitId);
		this.#current = new AbortController();
		const { signal } = this.#current;
		let failure: unknown = null;
		await Promise.all(
			due.map(async (commitId) => {
				try {
					await slots.run(() => this.#read(commitId, signal));
				} catch (error) {
					if (!signal.aborted) failure = error;
					else if (!this.#abort.signal.aborted) this.#plan(commitId, 0);
				}
			}),
		);
		if (this.#abort.signal.aborted) return;
		this.#failures = failure === null ? 0 : this.#failures + 1;
		if (failure !== null) logLine(`commits: ${lineOf(failure)}`);
		const extra = failure === null ? 0 : backoffMs(this.#failures, fraction);
		for (const commitId of due) {
			const commit = store.commit(commitId);
			if (commit === undefined || !isOpen(commit.read)) continue;
			if (!this.#due.has(commitId) || (commit.fault !== null && !signal.aborted)) {
				this.#due.delete(commitId);
				this.#plan(commitId, this.#paceOf(commit) + extra);
			}
		}
	}
}
