import { sameAddress } from "../../people/labels.ts";
import { isStranger, type Signing } from "../../subject/strangers.ts";
import type { Insight } from "../insight.ts";
import { contentParties, isAddress } from "./parties.ts";

/** Who gains by a request: money or a right, by the bytes or by a simulation. */

export interface Gainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

function gainersOf(insight: Insight): readonly Gainer[] {
	const { paid, empowered } = contentParties(insight);
	const granted = insight.approvals.filter(({ grants }) => grants).map(({ spender }) => spender);
	const seen = (insight.changes?.rows ?? [])
		.filter(({ mine, direction }) => mine && direction === "out")
		.flatMap(({ counterparty }) => counterparty ?? []);
	return [
		...[...paid, ...seen].map((address) => ({ address, of: "recipient" }) as const),
		...[...granted, ...empowered].map((address) => ({ address, of: "spender" }) as const),
	];
}

/** Gainers who are neither accounts nor contacts of the user's, nor known contracts; each once. */
export function strangersWhoGain(insights: readonly Insight[], signing: Signing): readonly Gainer[] {
	const all = insights
		.flatMap(gainersOf)
		.filter(({ address }) => isAddress(address) && isStranger(signing, address));
	return all.filter(
		({ address }, at) => all.findIndex((other) => sameAddress(other.address, address)) === at,
	);
}
