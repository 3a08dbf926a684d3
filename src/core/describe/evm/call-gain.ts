import type { CallContext } from "../../decoded-transaction/decoded-transaction.ts";
import { isStranger } from "../../decoded-transaction/known-contracts.ts";
import { callEffects } from "../../effects/evm/call-effects.ts";
import { type Gain, largestGain } from "../gain.ts";

/** A gain without an amount: control, or everything held in an application. */
const EVERYTHING = { kind: "unknown", address: null, item: null } as const;

/** Returns the most that a stranger can gain from a call and its inner calls. `as` is the caller. */
export function callGain(context: CallContext, as: string): Gain | null {
	const made = { ...context, signer: as };
	const { movements, rights } = callEffects(made, { step: 0, basis: "decoded", until: null });
	const isTheirs = (address: string) => isStranger(context, address);
	return largestGain([
		...rights
			.filter(({ holder, extent }) => extent !== 0n && isTheirs(holder))
			.map(({ scope, extent }) => ({
				asset: scope.kind === "asset" ? scope.asset : EVERYTHING,
				most: extent,
			})),
		...movements.filter(({ to }) => to !== null && isTheirs(to)).map(({ asset, most }) => ({ asset, most })),
	]);
}
