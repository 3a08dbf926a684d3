import type { Effects } from "../../effects/effects.ts";
import { holdersIn, observedReceivers, receiversIn } from "../../effects/gainers.ts";

/** Who gains by a request: money or a right, by the bytes or by our simulation. */

export interface Gainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

/** Gainers who are neither accounts nor contacts of the user's, nor known contracts; each once. */
export function strangersWhoGain(effects: Effects | null): readonly Gainer[] {
	if (effects === null) return [];
	const steps = effects.shownBy.map((_, step) => step);
	const all = steps.flatMap((step): readonly Gainer[] => [
		...[...receiversIn(effects, step), ...observedReceivers(effects, step)].map(
			(address) => ({ address, of: "recipient" }) as const,
		),
		...holdersIn(effects, step, "any").map((address) => ({ address, of: "spender" }) as const),
	]);
	const strangers = all.filter(({ address }) => effects.parties.get(address)?.relation === "stranger");
	return strangers.filter(
		({ address }, at) => strangers.findIndex((other) => other.address === address) === at,
	);
}
