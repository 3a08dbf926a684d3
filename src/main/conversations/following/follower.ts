import { message, sameText } from "../../../core/localized-text.ts";
import type { ReadPage } from "../../../service-api/event-page.ts";
import type { ReadEvent } from "../../../service-api/events.ts";
import { ServiceError } from "../../service/errors.ts";
import type { StreamFrame } from "../../service/stream.ts";
import { yieldToEventLoop } from "../../service/yield-to-event-loop.ts";
import type { Connection } from "../connection.ts";
import { calm, denied, faultText, lineOf, offline } from "../connection.ts";
import { isAnswer, turnStateOf } from "../log/apply.ts";
import { COMMITS_AT_ONCE, type PagesApplied } from "../log/store.ts";
import type { FollowServices } from "./follow-services.ts";
import { backoffMs, CAP_MS, Waker } from "./pacing.ts";
import { StreamHealth } from "./stream-health.ts";
import { cursorLost, sortFrames } from "./stream-step.ts";

const RESTING_CAP_MS = 30_000;
const MORE_MS = 1_000;
/** A stream that ends sooner than this counts as a failure. */
const SHORT_STREAM_MS = 1_000;

type Phase = "reading" | "streaming" | "polling" | "lingering" | "resting" | "waiting";

/**
 * Follows one session: by stream during a turn, by long polling if streams are blocked, and for a while after
 * the turn to receive its last message.
 */
export class Follower {
	readonly #id: string;
	readonly #services: FollowServices;
	readonly #on: { connection(): void; events(events: readonly ReadEvent[]): void };
	readonly #waker: Waker;
	readonly #health: StreamHealth;
	#loop: Promise<void> | null = null;
	#stopped = false;
	#phase: Phase = "resting";
	#current = new AbortController();
	#connection: Connection = calm("connecting");
	#mustRead = true;
	#watchGaps = true;
	#gapsAreNatural = false;
	#losses = 0;
	#failures = 0;
	#answerUntil = 0;
	#serviceTurnUntil = 0;
	#unread = false;
	#cancelMore = () => {};
	#cancelCheck: (() => void) | null = null;

	constructor(
		id: string,
		services: FollowServices,
		on: { connection(): void; events(events: readonly ReadEvent[]): void },
	) {
		this.#id = id;
		this.#services = services;
		this.#on = on;
		this.#waker = new Waker(services.clock);
		this.#health = new StreamHealth(services.settings.streamRetryMs);
	}

	get connection(): Connection {
		return this.#connection;
	}

	get running(): boolean {
		const session = this.#services.store.get(this.#id);
		return session !== undefined && turnStateOf(session) === "processing";
	}

	get unread(): boolean {
		return this.#unread;
	}

	start(): void {
		this.#loop ??= this.#run();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#cancelMore();
		this.#interrupt();
		await this.#loop;
	}

	/** If a stream is open, it first gets a few seconds to deliver the change itself. */
	readNow(): void {
		if (this.#phase === "streaming") {
			this.#checkSoon();
			return;
		}
		this.#mustRead = true;
		// A wait after a failure isn't interrupted, so retries remain slow.
		if (this.#phase === "lingering" || this.#phase === "resting") this.#interrupt();
	}

	nudge(): void {
		if (this.#phase === "lingering" || this.#phase === "resting") this.#interrupt();
	}

	/**
	 * Throws if the page belongs to a different session or can't be stored.
	 * @returns `false` if nothing was applied, because earlier events are missing or the page has too many
	 * commits; a GET then reads the page
	 */
	applyAnswer(page: ReadPage): boolean {
		if (page.commits.length > COMMITS_AT_ONCE) {
			this.readNow();
			return false;
		}
		const applied = this.#applyPages([page], false);
		if (applied.gap || page.hasMore) this.#mustRead = true;
		else if (applied.fresh > 0) this.#mustRead = false;
		const following = this.#phase === "streaming" || this.#phase === "polling";
		if (following && !this.running) this.#interrupt();
		else this.nudge();
		return !applied.gap;
	}

	expectTurn(): void {
		this.#serviceTurnUntil = this.#services.clock.now() + this.#services.settings.serviceTurnMs;
		this.readNow();
	}

	retryNow(): void {
		this.#failures = 0;
		this.#health.reset();
		this.#mustRead = true;
		this.#interrupt();
	}

	#interrupt(): void {
		this.#current.abort(new Error("interrupted"));
		this.#waker.wake();
	}

	#notify(connection: Connection): void {
		const { state, text, nextTryAt } = this.#connection;
		if (connection.state === state && sameText(connection.text, text) && connection.nextTryAt === nextTryAt)
			return;
		this.#connection = connection;
		this.#on.connection();
		this.#services.store.emit({ kind: "session", sessionId: this.#id });
	}

	async #run(): Promise<void> {
		while (!this.#stopped) {
			this.#current = new AbortController();
			this.#waker.clear();
			const { signal } = this.#current;
			try {
				await this.#step(signal);
			} catch (error) {
				if (!signal.aborted) await this.#failed(error);
			}
		}
	}

	async #step(signal: AbortSignal): Promise<void> {
		if (await this.#barred()) return;
		const now = this.#services.clock.now();
		if (this.#mustRead) await this.#read(signal);
		else if (this.running) {
			if (this.#health.isBlocked(now)) await this.#poll(signal);
			else await this.#stream(signal);
		} else if (now < Math.max(this.#answerUntil, this.#serviceTurnUntil)) await this.#linger(signal);
		else await this.#rest();
	}

	async #barred(): Promise<boolean> {
		const { access } = this.#services;
		const delay = access.delay(this.#id);
		if (delay === 0) return false;
		this.#phase = "waiting";
		if (access.denied !== null) this.#notify(denied(access.denied));
		else if (this.#connection.state === "offline")
			this.#notify({ ...this.#connection, nextTryAt: access.limitedUntil(this.#id) });
		const forget = access.onCleared(() => this.#waker.wake());
		await this.#waker.sleep(delay);
		forget();
		return true;
	}

	async #read(signal: AbortSignal): Promise<void> {
		const { store, service, slots } = this.#services;
		this.#phase = "reading";
		if (this.#losses > 1) await this.#waker.sleep(backoffMs(this.#losses - 1, this.#services.fraction));
		this.#mustRead = false;
		const listedAt = store.get(this.#id)?.listedAt ?? null;
		const from = this.#services.clock.now();
		try {
			for (let more = true, furthest = 0; more; ) {
				const reconciling = store.get(this.#id)?.reconciling === true;
				const cursor = store.get(this.#id)?.cursor ?? null;
				const page = await slots.run(async () => {
					signal.throwIfAborted();
					return await this.#ahead(await service.poll({ sessionId: this.#id, cursor, signal }), signal);
				});
				const applied = this.#applyPages([page], true);
				if (!this.#watchGaps && applied.missing) this.#gapsAreNatural = true;
				more = page.hasMore || applied.gap;
				const last = Math.max(0, ...page.events.map(({ event }) => event.sequence));
				// After the cursor is lost, known events are re-read. In that case, a higher sequence number
				// counts as progress.
				const isNews = applied.fresh > 0 || applied.commits > 0 || (reconciling && last > furthest);
				if (page.hasMore && !applied.gap && !isNews)
					throw new ServiceError("unreadable", {
						detail: "more is said to follow, but nothing new comes",
						text: message("service.more-without-news"),
					});
				furthest = Math.max(furthest, last);
			}
			this.#watchGaps = !this.#gapsAreNatural;
			store.markRead(this.#id, listedAt, from);
			this.#failures = 0;
		} catch (error) {
			this.#mustRead = true;
			throw error;
		}
	}

	async #stream(signal: AbortSignal): Promise<void> {
		const { store, service, clock, settings } = this.#services;
		this.#phase = "streaming";
		const from = clock.now();
		const cursor = store.get(this.#id)?.cursor ?? null;
		let heard = false;
		try {
			await service.follow({
				sessionId: this.#id,
				cursor,
				signal,
				readDeadlineMs: settings.readDeadlineMs,
				onOpen: () => this.#notify(calm(this.#health.isIncomplete() ? "watching" : "live")),
				onFrames: (frames) => {
					heard = true;
					return this.#onFrames(frames);
				},
			});
		} catch (error) {
			if (signal.aborted) return;
			if (!this.#health.recordFailure(error, heard, clock.now())) throw error;
			this.#services.logLine(`session ${this.#id}: stream blocked (${lineOf(error)}), polling instead`);
			return;
		} finally {
			this.#cancelMore();
			this.#endCheck();
			if (this.#phase === "streaming") this.#phase = "waiting";
		}
		// A stream that ended cleanly is reopened immediately, unless it keeps ending without data.
		const short = clock.now() - from < SHORT_STREAM_MS;
		const shortStreams = this.#health.recordEnd(short);
		if (shortStreams > 1) await this.#waker.sleep(backoffMs(shortStreams - 1, this.#services.fraction));
	}

	async #onFrames(frames: readonly StreamFrame[]): Promise<void> {
		const { store } = this.#services;
		const { batches, end, faults } = sortFrames(frames);
		for (const fault of faults) this.#services.logLine(`session ${this.#id}: ${fault}`);
		for (const { pages, lives } of batches) {
			if (pages.length > 0) await this.#applyStreamed(pages);
			for (const live of lives) store.acceptLive(this.#id, live);
			if (this.#mustRead) return;
		}
		if (end === "resync") {
			this.#loseCursor();
			this.#leaveStream();
		} else if (end !== null) throw end;
	}

	async #applyStreamed(pages: readonly ReadPage[]): Promise<void> {
		if (pages.some(({ commits }) => commits.length > COMMITS_AT_ONCE)) {
			this.#mustRead = true;
			this.#leaveStream();
			return;
		}
		this.#refuseStrangers(pages);
		const ran = this.running;
		const { batches } = this.#services;
		const applied = this.#afterApply(
			ran,
			await batches.apply({ id: this.#id, pages, how: { watchGaps: this.#watchGaps, adoptCursor: true } }),
		);
		this.#failures = 0;
		this.#cancelMore();
		this.#endCheck();
		if (applied.fresh > 0) {
			this.#losses = 0;
			if (this.#health.recordDelivery()) this.#notify(calm("live"));
		}
		if (applied.gap) this.#mustRead = true;
		else if (pages.at(-1)?.hasMore === true) {
			this.#cancelMore = this.#services.clock.after(MORE_MS, () => {
				this.#mustRead = true;
				this.#leaveStream();
			});
		}
		if (applied.gap || !this.running) this.#leaveStream();
	}

	#endCheck(): void {
		this.#cancelCheck?.();
		this.#cancelCheck = null;
	}

	/**
	 * A stream may stay open without delivering anything. If the page doesn't arrive in time, a GET reads it.
	 */
	#checkSoon(): void {
		const { clock, settings, logLine } = this.#services;
		const { signal } = this.#current;
		this.#cancelCheck ??= clock.after(settings.quietStreamMs, () => {
			this.#checkStream(signal)
				.catch((error: unknown) => {
					if (!signal.aborted) logLine(`session ${this.#id}: check of the stream: ${lineOf(error)}`);
				})
				.finally(() => {
					if (!signal.aborted) this.#cancelCheck = null;
				});
		});
	}

	/**
	 * Checks the stream with a GET. If two consecutive GETs find events that the stream hasn't delivered, the
	 * stream counts as blocked.
	 */
	async #checkStream(signal: AbortSignal): Promise<void> {
		const { store, service, slots, clock, logLine } = this.#services;
		const { cursor = null, listedAt = null } = store.get(this.#id) ?? {};
		const from = clock.now();
		const page = await slots.run(async () => {
			signal.throwIfAborted();
			return await this.#ahead(await service.poll({ sessionId: this.#id, cursor, signal }), signal);
		});
		signal.throwIfAborted();
		const ranOn = store.get(this.#id)?.cursor !== cursor;
		const applied = this.#applyPages([page], !ranOn);
		if (!applied.gap && !page.hasMore) store.markRead(this.#id, listedAt, from);
		if (ranOn || (applied.fresh === 0 && !applied.gap)) return;
		logLine(`session ${this.#id}: the stream lacked what a GET brought`);
		this.#notify(calm("watching"));
		if (applied.gap || page.hasMore) this.#mustRead = true;
		const isBlocked = this.#health.recordMissing(clock.now());
		if (isBlocked || this.#mustRead || !this.running) this.#leaveStream();
	}

	#leaveStream(): void {
		this.#phase = "waiting";
		this.#current.abort(new Error("left"));
	}

	async #poll(signal: AbortSignal): Promise<void> {
		this.#phase = "polling";
		this.#notify(calm("polling"));
		await this.#longPoll(
			signal,
			this.#services.settings.pollWaitMs,
			Math.min(500, this.#services.settings.pollGapMs),
		);
	}

	/** The last message may arrive after the turn ends, and the service may start a turn on its own. */
	async #linger(signal: AbortSignal): Promise<void> {
		const { clock, settings } = this.#services;
		this.#phase = "lingering";
		this.#notify(calm("watching"));
		const left = Math.max(this.#answerUntil, this.#serviceTurnUntil) - clock.now();
		const gap = this.#serviceTurnUntil > clock.now() ? settings.pollGapMs / 2 : settings.pollGapMs;
		const page = await this.#longPoll(signal, Math.max(1, Math.min(settings.pollWaitMs, left)), gap);
		if (page.events.some((read) => read.kind === "known" && isAnswer(read.event))) this.#answerUntil = 0;
		if (!this.running && clock.now() >= this.#answerUntil) this.#services.store.dropLive(this.#id);
	}

	async #longPoll(signal: AbortSignal, waitMs: number, gapMs: number): Promise<PagesApplied> {
		const { store, service, clock } = this.#services;
		const from = clock.now();
		const cursor = store.get(this.#id)?.cursor ?? null;
		const page = await this.#ahead(
			await service.poll({ sessionId: this.#id, cursor, waitMs, signal }),
			signal,
		);
		const applied = this.#applyPages([page], true);
		this.#failures = 0;
		this.#losses = 0;
		if (page.hasMore || applied.gap) this.#mustRead = true;
		else if (applied.fresh === 0) await this.#waker.sleep(Math.max(0, gapMs - (clock.now() - from)));
		return applied;
	}

	async #rest(): Promise<void> {
		this.#phase = "resting";
		this.#services.store.dropLive(this.#id);
		this.#notify(calm("watching"));
		await this.#waker.sleep(null);
	}

	async #ahead(page: ReadPage, signal: AbortSignal): Promise<ReadPage> {
		this.#refuseStrangers([page]);
		return await this.#services.store.commitsAhead(this.#id, page, () => yieldToEventLoop(signal));
	}

	#refuseStrangers(pages: readonly ReadPage[]): void {
		const { store } = this.#services;
		if (pages.every((page) => page.sessionId === this.#id)) return;
		store.setFault(this.#id, faultText(["a page of another session"]));
		throw new ServiceError("unreadable", { detail: "page of another session" });
	}

	#applyPages(pages: readonly ReadPage[], adoptCursor: boolean): PagesApplied {
		const { store } = this.#services;
		this.#refuseStrangers(pages);
		const ran = this.running;
		return this.#afterApply(
			ran,
			store.applyPages(this.#id, pages, { watchGaps: this.#watchGaps, adoptCursor }),
		);
	}

	#afterApply(ran: boolean, applied: PagesApplied): PagesApplied {
		const { store, clock, settings } = this.#services;
		this.#unread = false;
		// Events that are still missing after a second read don't exist.
		if (applied.gap) this.#watchGaps = false;
		const session = store.get(this.#id);
		if (ran !== this.running) {
			const answered = session?.answeredTurn === session?.turnId;
			if (ran) this.#answerUntil = clock.now() + (answered ? settings.settleMs : settings.lateAnswerMs);
			else this.#serviceTurnUntil = 0;
		}
		if (applied.fresh > 0) this.#on.events(applied.events);
		return applied;
	}

	#loseCursor(): void {
		this.#losses += 1;
		this.#services.store.dropCursor(this.#id);
		this.#mustRead = true;
	}

	async #failed(error: unknown): Promise<void> {
		const { access, clock, fraction, logLine } = this.#services;
		this.#phase = "waiting";
		logLine(`session ${this.#id}: ${lineOf(error)}`);
		if (cursorLost(error) && (this.#services.store.get(this.#id)?.cursor ?? null) !== null) {
			this.#loseCursor();
			return;
		}
		if (error instanceof ServiceError) {
			if (error.kind === "unauthorized") return access.deny(error);
			if (error.kind === "rateLimited" && error.retryAfterMs !== null)
				access.limit(this.#id, error.retryAfterMs);
			if (error.kind === "forbidden" || error.kind === "notFound") return await this.#shutOut(error);
		}
		this.#unread = error instanceof ServiceError && error.kind === "unreadable";
		this.#failures += 1;
		const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
		const cap = this.running ? CAP_MS : RESTING_CAP_MS;
		const wait = Math.max(backoffMs(this.#failures, fraction, cap), asked);
		this.#notify(offline(error, clock.now() + wait));
		await this.#waker.sleep(wait);
	}

	/** Retries a missing or forbidden session only slowly, or once access changes. */
	async #shutOut(error: ServiceError): Promise<void> {
		const { access, settings, clock } = this.#services;
		this.#notify(error.kind === "forbidden" ? denied(error) : offline(error, clock.now() + settings.readMs));
		this.#mustRead = true;
		const forget = access.onCleared(() => this.#waker.wake());
		await this.#waker.sleep(settings.readMs);
		forget();
	}
}
