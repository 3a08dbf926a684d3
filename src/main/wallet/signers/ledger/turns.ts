import type { PluggedDevice } from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { addressKey } from "../address.ts";

const UNUSED_MS = 60_000;

interface Turn {
	/** The device that answered for the account; `null` if none was asked yet. */
	readonly device: PluggedDevice | null;
	end(): void;
}

interface HeldTurn {
	readonly account: string;
	readonly device: PluggedDevice | null;
	readonly over: PromiseWithResolvers<void>;
	entered: boolean;
	forget: () => void;
}

/** One question at a time: who prepares has the turn until it signed, gave it back, or did neither for a minute. */
export class DeviceTurns {
	readonly #clock: Clock;
	readonly #onFree: () => void;
	#held: HeldTurn | null = null;

	/**
	 * @param onFree called once a device was asked and is free again. Not called if the turn was given back unused: its
	 * owner would be woken by that, and would take it again at once for as long as it is kept from signing.
	 */
	constructor(clock: Clock, onFree: () => void) {
		this.#clock = clock;
		this.#onFree = onFree;
	}

	isTaken(): boolean {
		return this.#held !== null;
	}

	/** Takes the turn, which must be free. */
	take(account: string, device: PluggedDevice): Turn {
		const own = this.#hold(account, device, false);
		own.forget = this.#clock.after(UNUSED_MS, () => this.#end(own));
		return {
			device,
			// Once it is being signed, only the end of that ends it.
			end: () => {
				if (!own.entered) this.#end(own);
			},
		};
	}

	/** Uses the turn that was prepared for this account, or waits for the present one to end. */
	async enter(account: string): Promise<Turn> {
		while (this.#held !== null && (this.#held.entered || this.#held.account !== addressKey(account)))
			await this.#held.over.promise;
		const own = this.#held ?? this.#hold(account, null, true);
		own.entered = true;
		own.forget();
		return { device: own.device, end: () => this.#end(own) };
	}

	#hold(account: string, device: PluggedDevice | null, entered: boolean): HeldTurn {
		const own: HeldTurn = {
			account: addressKey(account),
			device,
			over: Promise.withResolvers<void>(),
			entered,
			forget: () => {},
		};
		this.#held = own;
		return own;
	}

	#end(one: HeldTurn): void {
		if (this.#held !== one) return;
		this.#held = null;
		one.forget();
		one.over.resolve();
		if (one.entered) this.#onFree();
	}
}
