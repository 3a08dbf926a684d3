import { z } from "zod";
import { type Message, message } from "../../core/localized-text.ts";
import { foreignIn } from "../../core/typed-intent/foreign.ts";
import { addressesTyped } from "../../core/typed-intent/sentences.ts";
import { type ReadPage, type StartTurn, startTurn } from "../../service-api/event-page.ts";
import type { ReadEvent } from "../../service-api/events.ts";
import { quotedText, ServiceError } from "../service/errors.ts";
import { yieldToEventLoop } from "../service/yield-to-event-loop.ts";
import type { StoredIntent } from "../storage/intents.ts";
import { lineOf, messageOf } from "./connection.ts";
import type { FollowServices } from "./following/follow-services.ts";
import { backoffMs, Waker } from "./following/pacing.ts";
import { cursorLost } from "./following/stream-step.ts";
import { turnStateOf } from "./log/apply.ts";
import type { PendingMessage, StartedTurn, TurnBody, TurnOrigin, TurnOutcome } from "./session-types.ts";

/**
 * Starts and stops turns. Each intent is stored with an idempotency key. Retries use the same key and body,
 * even after a restart.
 */

export function uuidOf(random: (length: number) => Uint8Array): string {
	const bytes = random(16).slice();
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = Buffer.from(bytes).toString("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const SLOWEST_MS = 30_000;
const INTERRUPT_TRIES = 3;

const startIntent = startTurn.extend({ sessionId: z.string() });
type StartBody = z.infer<typeof startIntent>;

interface Starting {
	readonly waker: Waker;
	readonly message: PendingMessage;
	readonly accepted: boolean;
}

interface Typing {
	keep(this: void): void;
	readonly sort: (() => Promise<void>) | null;
}

export class Turns {
	readonly #services: FollowServices;
	readonly #applyAnswer: (sessionId: string, page: ReadPage) => void;
	readonly #starting = new Map<string, Starting>();
	readonly #interrupting = new Map<string, string>();
	readonly #abort = new AbortController();
	readonly #running = new Set<Promise<unknown>>();

	constructor(services: FollowServices, takeAnswer: (sessionId: string, page: ReadPage) => void) {
		this.#services = services;
		this.#applyAnswer = takeAnswer;
	}

	/** Retries turn starts that a crash or quit interrupted, and drops requests to stop a turn. */
	resume(): void {
		const { intents, scope, store } = this.#services;
		for (const intent of intents.pending(scope)) {
			const body = startIntent.safeParse(intent.body);
			if (intent.kind !== "start" || !body.success || this.pending(body.data.sessionId) !== null) {
				if (intent.kind === "start" || intent.kind === "interrupt") intents.settle(intent.id);
				continue;
			}
			store.ensure(body.data.sessionId);
			void this.#track(this.#begin(intent, body.data, true));
		}
	}

	async stop(): Promise<void> {
		this.#abort.abort(new Error("stopped"));
		this.retryNow();
		await Promise.all(this.#running);
	}

	retryNow(): void {
		for (const { waker } of this.#starting.values()) waker.wake();
	}

	pending(sessionId: string): "starting" | "interrupting" | null {
		const starting = this.#starting.get(sessionId);
		if (starting !== undefined && !starting.accepted && starting.message.state === "sending")
			return "starting";
		const session = this.#services.store.get(sessionId);
		const stopping = this.#interrupting.get(sessionId);
		const runs = session !== undefined && turnStateOf(session) === "processing";
		return runs && stopping !== undefined && stopping === session.turnId ? "interrupting" : null;
	}

	message(sessionId: string): PendingMessage | null {
		return this.#starting.get(sessionId)?.message ?? null;
	}

	applyEvents(sessionId: string, events: readonly ReadEvent[]): void {
		const starting = this.#starting.get(sessionId);
		if (starting === undefined || starting.message.state === "refused") return;
		const arrived = events.some(
			(read) =>
				read.kind === "known" &&
				((read.event.type === "message" && read.event.sender === "user") ||
					(read.event.type === "turn_state_changed" &&
						starting.accepted &&
						read.event.state !== "processing")),
		);
		if (!arrived) return;
		// Until the response arrives, the retry loop still treats the turn as starting.
		if (starting.accepted) this.#starting.delete(sessionId);
		else this.#starting.set(sessionId, { ...starting, accepted: true });
		this.#changed(sessionId);
	}

	/** @param origin if `composer`, the text is stored as the user's own before it is sent */
	start(sessionId: string | null, turn: TurnBody, origin: TurnOrigin = "app"): StartedTurn {
		const { store, intents, scope, random } = this.#services;
		const id = sessionId ?? uuidOf(random);
		if (this.pending(id) === "starting")
			throw new ServiceError("conflict", {
				text: message("session.turn.on-its-way"),
			});
		const cursor = store.get(id)?.cursor ?? null;
		const body = startIntent.safeParse({ ...turn, sessionId: id, ...(cursor === null ? {} : { cursor }) });
		if (!body.success)
			throw new ServiceError("unprocessable", {
				detail: "turn body",
				text: message("session.turn.length"),
				cause: body.error,
			});
		store.ensure(id);
		const typing = origin === "composer" ? this.#typing(id, turn.message) : null;
		const intent = intents.remember("start", scope, body.data, typing?.keep);
		store.setFault(id, null);
		return {
			sessionId: id,
			outcome: this.#track(this.#begin(intent, body.data, false, typing?.sort ?? null)),
		};
	}

	/**
	 * Treats the text's addresses as foreign until `sort` has searched everything that others wrote in the
	 * session. `sort` is `null` if the text has no new address.
	 */
	#typing(sessionId: string, text: string): Typing {
		const { store, typed, scope, clock, logLine } = this.#services;
		const own = typed.userAddresses(scope, sessionId);
		const open = addressesTyped(text).filter((address) => !own.has(address));
		let row = 0;
		const keep = () => {
			row = typed.keep(scope, sessionId, { text, at: clock.now(), foreign: open });
		};
		if (open.length === 0) return { keep, sort: null };
		const sort = async () => {
			try {
				const found = new Set<string>();
				for (const texts of store.textsOfOthers(sessionId)) {
					for (const address of foreignIn(text, texts, new Set([...own, ...found]))) found.add(address);
					if (found.size === open.length) return;
					await yieldToEventLoop(this.#abort.signal);
				}
				typed.revise(row, text, [...found]);
			} catch (error) {
				// If sorting fails, the addresses still count as foreign, which is the stricter assumption.
				logLine(`session ${sessionId}: typed: ${lineOf(error)}`);
			}
		};
		return { keep, sort };
	}

	async #begin(
		intent: StoredIntent,
		body: StartBody,
		unclear: boolean,
		sort: (() => Promise<void>) | null = null,
	): Promise<TurnOutcome> {
		this.#starting.set(body.sessionId, {
			waker: new Waker(this.#services.clock),
			message: { text: body.message, since: intent.createdAt, state: "sending" },
			accepted: false,
		});
		this.#changed(body.sessionId);
		// Classified before the text is sent, because the agent may repeat the addresses afterwards.
		if (sort !== null) await sort();
		return await this.#send(intent, body, unclear);
	}

	async #send(intent: StoredIntent, first: StartBody, wasUnclear: boolean): Promise<TurnOutcome> {
		const { service, access, clock, fraction, settings, logLine } = this.#services;
		const id = first.sessionId;
		const waker = this.#starting.get(id)?.waker ?? new Waker(clock);
		let body: StartTurn = first;
		let unclear = wasUnclear;
		for (let failures = 0; ; ) {
			if (this.#abort.signal.aborted) return { ok: false, text: message("session.turn.closed") };
			if (clock.now() - intent.createdAt > settings.startLifeMs) return this.#refuse(intent, id, TOO_OLD);
			if (access.denied !== null && !unclear) return this.#refuse(intent, id, access.denied.text);
			const delay = access.delay(id);
			if (delay !== 0) {
				const forget = access.onCleared(() => waker.wake());
				await waker.sleep(delay);
				forget();
				continue;
			}
			try {
				const page = await service.startTurn(body, intent.key, this.#abort.signal);
				this.#applyAnswer(id, page);
				this.#accept(intent, id);
				return { ok: true };
			} catch (error) {
				if (this.#abort.signal.aborted) continue;
				logLine(`session ${id}: start: ${lineOf(error)}`);
				if (cursorLost(error) && body.cursor !== undefined) {
					// The idempotency key doesn't cover the cursor (docs/service-api/errors.md#idempotency).
					const { cursor: _lost, ...rest } = body;
					body = rest;
					continue;
				}
				if (error instanceof ServiceError) {
					if (error.kind === "unauthorized") access.deny(error);
					if (error.kind === "rateLimited" && error.retryAfterMs !== null)
						access.limit(id, error.retryAfterMs);
					const waits = error.retryable || (unclear && error.kind === "unauthorized");
					if (!waits) return this.#refuse(intent, id, quotedText(error));
					unclear ||= error.kind !== "rateLimited" && error.kind !== "unauthorized";
				}
				failures += 1;
				this.#services.store.setFault(id, messageOf(error));
				await waker.sleep(backoffMs(failures, fraction, SLOWEST_MS));
			}
		}
	}

	#accept(intent: StoredIntent, id: string): void {
		const starting = this.#starting.get(id);
		if (starting?.accepted === true) this.#starting.delete(id);
		else if (starting !== undefined) this.#starting.set(id, { ...starting, accepted: true });
		this.#services.intents.settle(intent.id);
		this.#services.store.setFault(id, null);
		this.#changed(id);
	}

	#refuse(intent: StoredIntent, id: string, text: Message): TurnOutcome {
		const starting = this.#starting.get(id);
		if (starting !== undefined)
			this.#starting.set(id, { ...starting, message: { ...starting.message, state: "refused" } });
		this.#services.intents.settle(intent.id);
		this.#services.store.setFault(id, text);
		this.#changed(id);
		return { ok: false, text };
	}

	async interrupt(sessionId: string): Promise<void> {
		const { store, intents, scope } = this.#services;
		const session = store.get(sessionId);
		const turnId = session?.turnId ?? null;
		if (session === undefined || turnId === null || turnStateOf(session) !== "processing") return;
		if (this.#interrupting.get(sessionId) === turnId) return;
		this.#interrupting.set(sessionId, turnId);
		this.#changed(sessionId);
		try {
			const intent = intents.remember("interrupt", scope, { sessionId, turnId });
			await this.#track(this.#stopTurn(sessionId, turnId, intent));
		} catch (error) {
			if (this.#interrupting.get(sessionId) === turnId) this.#interrupting.delete(sessionId);
			store.setFault(sessionId, messageOf(error));
			this.#changed(sessionId);
			throw error;
		}
	}

	async #stopTurn(sessionId: string, turnId: string, intent: StoredIntent): Promise<void> {
		const { service, clock, fraction, access, intents, logLine } = this.#services;
		const waker = new Waker(clock);
		try {
			for (let tries = 1; ; tries += 1) {
				try {
					const page = await service.interrupt(sessionId, turnId, intent.key, this.#abort.signal);
					this.#applyAnswer(sessionId, page);
					return;
				} catch (error) {
					logLine(`session ${sessionId}: interrupt: ${lineOf(error)}`);
					if (error instanceof ServiceError && error.kind === "unauthorized") access.deny(error);
					const again = error instanceof ServiceError && error.retryable && tries < INTERRUPT_TRIES;
					if (!again || this.#abort.signal.aborted) throw error;
					await waker.sleep(Math.max(backoffMs(tries, fraction), error.retryAfterMs ?? 0));
				}
			}
		} finally {
			if (!this.#abort.signal.aborted) intents.settle(intent.id);
		}
	}

	#changed(sessionId: string): void {
		this.#services.store.emit({ kind: "session", sessionId });
	}

	#track<T>(work: Promise<T>): Promise<T> {
		const quiet = work.then(
			() => {},
			() => {},
		);
		this.#running.add(quiet);
		quiet.then(() => this.#running.delete(quiet)).catch(() => {});
		return work;
	}
}

const TOO_OLD = message("session.turn.too-old");
