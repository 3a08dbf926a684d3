import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/localized-text.ts";
import type { Clock } from "../ports.ts";
import type { RpcFamily } from "./rpc-post.ts";

/**
 * After an RPC reports that it is busy, all requests wait for the requested pause and are then spaced out.
 */

const FIRST_SPACING_MS = 50;
const MAX_SPACING_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;
const CALM_MS = 60_000;
const SHOWN_MS = FIRST_PAUSE_MS;
const SHOWN_AFTER_MS = 1_000;
const MAX_WAIT_MS = 15_000;

export interface RpcBusyOptions extends ErrorOptions {
	readonly rpcCode?: number;
	readonly isSilence?: boolean;
}

export class RpcBusy extends ChainError {
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
	#busyAt = Number.NEGATIVE_INFINITY;
	#pausedUntil = Number.NEGATIVE_INFINITY;
	#freeAt = Number.NEGATIVE_INFINITY;
	#spacing = 0;
	#pause = FIRST_PAUSE_MS;
	/**
	 * If the RPC has responded since it was last busy, the rate was too high. Otherwise, the pause was too
	 * short.
	 */
	#hasAnswered = true;
	#waiting = 0;
	#isShown = false;
	readonly #onBusy: (isBusy: boolean) => void;

	constructor(clock: Clock, family: RpcFamily, onBusy: (isBusy: boolean) => void = () => {}) {
		this.#clock = clock;
		this.#family = family;
		this.#onBusy = onBusy;
	}

	deadline(): number {
		return this.#clock.now() + MAX_WAIT_MS;
	}

	async turn(count: number, deadline: number): Promise<void> {
		for (;;) {
			const now = this.#clock.now();
			// `Math.abs` handles a clock that was set back.
			if (Math.abs(now - this.#busyAt) > CALM_MS) this.#relax();
			const at = Math.max(now, this.#pausedUntil, this.#freeAt);
			if (at > deadline) throw new RpcBusy(this.#family, null);
			this.#freeAt = at + this.#spacing * count;
			if (at <= now) return;
			await this.#wait(at - now);
			if (this.#pausedUntil <= this.#clock.now()) return;
		}
	}

	hold({ pauseMs }: RpcBusy): void {
		const now = this.#clock.now();
		this.#busyAt = now;
		const until = now + Math.min(pauseMs ?? this.#pause, CALM_MS);
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
		// Without the delay, the display would flicker between consecutive requests.
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
