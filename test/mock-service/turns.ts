import type { Hub } from "./hub.ts";
import type { EventBody, SessionLog } from "./log.ts";
import type { After, Settings } from "./options.ts";
import { Problem } from "./problem.ts";
import { frame } from "./stream.ts";

/** Runs turns, one at a time in each session. Each can be interrupted. */

/** Steps available to a turn's script. Each throws if the turn was interrupted or the service stops. */
export interface Stage {
	readonly sessionId: string;
	readonly turnId: string;
	emit(...bodies: readonly EventBody[]): void;
	/** Waits one pace interval, or the given milliseconds. */
	pause(ms?: number): Promise<void>;
	/** Sends live text in growing snapshots, then the durable message. */
	say(text: string): Promise<void>;
	/** Emits several events and commits together, so that readers see all of them or none. */
	together(work: () => void): void;
}

export type Script = (stage: Stage) => Promise<void>;

interface Running {
	readonly turnId: string;
	readonly abort: AbortController;
	readonly done: Promise<void>;
}

const LIVE_STEPS = 6;

function snapshots(text: string): string[] {
	const words = text.split(/(?<=\s)/);
	const size = Math.max(1, Math.ceil(words.length / LIVE_STEPS));
	const steps: string[] = [];
	for (let end = size; end < words.length; end += size) steps.push(words.slice(0, end).join(""));
	return steps;
}

export interface TurnParts {
	readonly log: SessionLog;
	readonly hub: Hub;
	readonly settings: Settings;
	readonly after: After;
}

/** Rejects with the signal's reason if it aborts first. */
function sleep(after: After, ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
			return;
		}
		const leave = () => {
			cancel();
			reject(signal.reason);
		};
		const cancel = after(ms, () => {
			signal.removeEventListener("abort", leave);
			resolve();
		});
		signal.addEventListener("abort", leave, { once: true });
	});
}

export class Turns {
	readonly #parts: TurnParts;
	readonly #running = new Map<string, Running>();
	/** Openers of turns that wait for their session to become idle. */
	readonly #waiting = new Map<string, (() => void)[]>();
	#stopped = false;

	constructor(parts: TurnParts) {
		this.#parts = parts;
	}

	/** @throws Problem 409 `busy` */
	requireIdle(sessionId: string): void {
		const running = this.#running.get(sessionId);
		if (running === undefined || running.abort.signal.aborted) return;
		throw new Problem(409, "busy", "A turn is still running.", { headers: { "retry-after": "1" } });
	}

	/** Opens the turn synchronously; the script runs in the background. */
	start(
		sessionId: string,
		turnId: string,
		opening: readonly EventBody[],
		script: Script,
		/**
		 * Key of the turn's last message. A turn that continues needs a new key, so that it doesn't replace its
		 * earlier message.
		 */
		responseKey = `${turnId}:response`,
	): void {
		const processing = { type: "turn_state_changed", state: "processing" };
		this.#parts.log.append(sessionId, turnId, [...opening, processing]);
		const abort = new AbortController();
		const stage = this.#stage(sessionId, turnId, abort.signal, responseKey);
		const done = this.#run(stage, abort.signal, script).finally(() => {
			// An interrupted turn may end after the next one has begun.
			if (this.#running.get(sessionId)?.abort !== abort) return;
			this.#running.delete(sessionId);
			if (!this.#stopped) this.#waiting.get(sessionId)?.shift()?.();
		});
		this.#running.set(sessionId, { turnId, abort, done });
	}

	/** Opens the turn as soon as the session is idle. */
	startWhenIdle(sessionId: string, open: () => void): void {
		if (!this.#running.has(sessionId)) {
			open();
			return;
		}
		const queue = this.#waiting.get(sessionId) ?? [];
		this.#waiting.set(sessionId, queue);
		queue.push(open);
	}

	/**
	 * Ends a running turn; an ended one stays unchanged.
	 * @throws Problem 404
	 */
	interrupt(sessionId: string, turnId: string): void {
		const state = this.#parts.log.turn(sessionId, turnId);
		if (state === null) throw new Problem(404, "turn_not_found", "There is no such turn.");
		const running = this.#running.get(sessionId);
		if (running?.turnId !== turnId || running.abort.signal.aborted || state !== "processing") return;
		this.#parts.log.append(sessionId, turnId, [{ type: "turn_state_changed", state: "interrupted" }]);
		running.abort.abort();
	}

	/** Aborts all turns without a log entry, as a crash would. */
	async stop(): Promise<void> {
		this.#stopped = true;
		const running = [...this.#running.values()];
		for (const { abort } of running) abort.abort();
		await Promise.all(running.map(({ done }) => done));
	}

	async #run(stage: Stage, signal: AbortSignal, script: Script): Promise<void> {
		const { sessionId, turnId } = stage;
		try {
			await script(stage);
		} catch (error) {
			if (signal.aborted || this.#parts.log.session(sessionId) === null) return;
			const message = error instanceof Error ? error.message : String(error);
			this.#parts.log.append(sessionId, turnId, [
				{ type: "error", message },
				{ type: "turn_state_changed", state: "failed" },
			]);
		}
	}

	#stage(sessionId: string, turnId: string, signal: AbortSignal, message_key: string): Stage {
		const { log, hub, settings, after } = this.#parts;
		const pause = async (ms = settings.paceMs) => {
			await sleep(after, ms, signal);
			signal.throwIfAborted();
		};
		const emit = (...bodies: readonly EventBody[]) => {
			signal.throwIfAborted();
			log.append(sessionId, turnId, bodies);
		};
		const say = async (text: string) => {
			const live = { message_key, sender: "agent", is_streaming: true };
			for (const [index, content] of snapshots(text).entries()) {
				const data = { type: "message", turn_id: turnId, revision: index + 1, message: { ...live, content } };
				hub.publish(sessionId, { kind: "frame", text: frame("message", JSON.stringify(data)) });
				await pause(settings.paceMs / 2);
			}
			emit({ type: "message", sender: "agent", content: text, message_key, is_streaming: false });
		};
		return {
			sessionId,
			turnId,
			emit,
			pause,
			say,
			together: (work) => {
				signal.throwIfAborted();
				log.together(sessionId, work);
			},
		};
	}
}
