import type { PluggedDevice } from "../../../../ledger-process/protocol.ts";
import type { Clock } from "../../../ports.ts";
import { addressKey } from "../address.ts";

/** One question at a time: whoever prepares has the turn until it signed, gave it back, or did neither for a minute. */

const UNUSED_MS = 60_000;

interface Turn {
	/** Which device answered for the account; null where none was asked yet. */
	readonly device: PluggedDevice | null;
	end(): void;
}

export interface DeviceTurns {
	/** Somebody has the turn. */
	taken(): boolean;
	/** Has the turn from now on; it must be free. */
	take(account: string, device: PluggedDevice): Turn;
	/** The turn that was prepared for this account; else waits for the one that has it. It then lasts until its end. */
	enter(account: string): Promise<Turn>;
}

interface HeldTurn {
	readonly account: string;
	readonly device: PluggedDevice | null;
	readonly over: PromiseWithResolvers<void>;
	entered: boolean;
	forget: () => void;
}

/**
 * @param onFree called once whoever asked a device is done with it. Not where the turn was given back unused: its
 * owner would be woken by that, and would take it again at once for as long as what kept it from signing lasts.
 */
export function createDeviceTurns(clock: Clock, onFree: () => void): DeviceTurns {
	let held: HeldTurn | null = null;

	function end(one: HeldTurn): void {
		if (held !== one) return;
		held = null;
		one.forget();
		one.over.resolve();
		if (one.entered) onFree();
	}

	function hold(account: string, device: PluggedDevice | null, entered: boolean): HeldTurn {
		const own: HeldTurn = {
			account: addressKey(account),
			device,
			over: Promise.withResolvers<void>(),
			entered,
			forget: () => {},
		};
		held = own;
		return own;
	}

	return {
		taken: () => held !== null,
		take(account, device) {
			const own = hold(account, device, false);
			own.forget = clock.after(UNUSED_MS, () => end(own));
			return {
				device,
				// Once it is being signed, only the end of that ends it.
				end: () => {
					if (!own.entered) end(own);
				},
			};
		},
		async enter(account) {
			while (held !== null && (held.entered || held.account !== addressKey(account))) await held.over.promise;
			const own = held ?? hold(account, null, true);
			own.entered = true;
			own.forget();
			return { device: own.device, end: () => end(own) };
		},
	};
}
