import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import type { Clock } from "../ports.ts";
import type { RpcFamily } from "./rpc-post.ts";

/**
 * How fast one RPC is asked. Nothing is held back until it says that it is asked too much: then every request to it
 * waits as long as it says, and those after it go out one by one.
 */

/** Between two requests to an RPC that was busy a moment ago; doubled each time that it still is. */
const FIRST_SPACING_MS = 50;
const MAX_SPACING_MS = 1_000;
/** A pause where the RPC names none; doubled each time that it is still busy. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;
/** After so long without such an answer it is asked freely again. */
const CALM_MS = 60_000;
/** A shorter wait for a turn is not shown. */
const SHOWN_MS = FIRST_PAUSE_MS;
/** Time without a wait after which it is no longer shown. */
const SHOWN_AFTER_MS = 1_000;
/** One request waits no longer than this in all. */
const MAX_WAIT_MS = 15_000;

export interface RpcBusyOptions extends ErrorOptions {
	readonly rpcCode?: number;
	/** Something before the RPC refused, and the RPC itself said nothing. */
	readonly isSilence?: boolean;
}

/** The RPC takes no more requests just now. */
export class RpcBusy extends ChainError {
	/** Requested pause; `null` if none. */
	readonly pauseMs: number | null;
	readonly isSilence: boolean;

	constructor(family: RpcFamily, pauseMs: number | null, options: RpcBusyOptions = {}) {
		super("busy", message("chain.busy", { family }), options);
		this.name = "RpcBusy";
		this.pauseMs = pauseMs;
		this.isSilence = options.isSilence === true;
	}
}

export class RpcPace {
	readonly #clock: Clock;
	readonly #family: RpcFamily;
	/** Unix ms. */
	#busyAt = Number.NEGATIVE_INFINITY;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	#freeAt = Number.NEGATIVE_INFINITY;
	#spacing = 0;
	#pause = FIRST_PAUSE_MS;
	/** The RPC answered since it was busy last: then it was the pace that was too fast, and not the pause too short. */
	#hasAnswered = true;
	/** Requests that wait long enough to be shown. */
	#waiting = 0;
	#isShown = false;
	readonly #onBusy: (isBusy: boolean) => void;

	constructor(clock: Clock, family: RpcFamily, onBusy: (isBusy: boolean) => void = () => {}) {
		this.#clock = clock;
		this.#family = family;
		this.#onBusy = onBusy;
	}

	/** When a request that is made now has waited enough, Unix ms. */
	deadline(): number {
		return this.#clock.now() + MAX_WAIT_MS;
	}

	/**
	 * Waits for the turn of `count` requests together. Throws RpcBusy if that comes after the deadline: nothing was sent.
	 */
	async turn(count: number, deadline: number): Promise<void> {
		for (;;) {
			const now = this.#clock.now();
			// A clock that was set back says nothing of how long ago it was.
			if (Math.abs(now - this.#busyAt) > CALM_MS) this.#relax();
			const at = Math.max(now, this.#pausedUntil, this.#freeAt);
			if (at > deadline) throw new RpcBusy(this.#family, null);
			this.#freeAt = at + this.#spacing * count;
			if (at <= now) return;
			await this.#wait(at - now);
			if (this.#pausedUntil <= this.#clock.now()) return;
		}
	}

	/** Holds every request back: the RPC was asked too much. */
	hold({ pauseMs }: RpcBusy): void {
		const now = this.#clock.now();
		this.#busyAt = now;
		const until = now + Math.min(pauseMs ?? this.#pause, CALM_MS);
		// Answers to requests that were sent together say the same once.
		if (this.#pausedUntil > now) {
			this.#pausedUntil = Math.max(this.#pausedUntil, until);
			return;
		}
		this.#pausedUntil = until;
		this.#freeAt = until;
		this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS);
		if (!this.#hasAnswered) return;
		this.#hasAnswered = false;
		this.#spacing = this.#spacing === 0 ? FIRST_SPACING_MS : Math.min(this.#spacing * 2, MAX_SPACING_MS);
	}

	/** An answer that is none of too much. */
	answered(): void {
		this.#pause = FIRST_PAUSE_MS;
		this.#hasAnswered = true;
	}

	async #wait(ms: number): Promise<void> {
		const isShown = ms >= SHOWN_MS;
		if (isShown) {
			this.#waiting += 1;
			this.#show(true);
		}
		await new Promise<void>((resolve) => void this.#clock.after(ms, resolve));
		if (!isShown) return;
		this.#waiting -= 1;
		// Requests follow each other: it would come and go with each.
		if (this.#waiting === 0)
			this.#clock.after(SHOWN_AFTER_MS, () => {
				if (this.#waiting === 0) this.#show(false);
			});
	}

	#show(isBusy: boolean): void {
		if (this.#isShown === isBusy) return;
		this.#isShown = isBusy;
		this.#onBusy(isBusy);
	}

	#relax(): void {
		this.#pausedUntil = Number.NEGATIVE_INFINITY;
		this.#freeAt = Number.NEGATIVE_INFINITY;
		this.#spacing = 0;
		this.#pause = FIRST_PAUSE_MS;
	}
}
