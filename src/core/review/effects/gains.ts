import { labelOf, sameAddress } from "../../people/labels.ts";
import { knownNameAt } from "../../subject/known-contracts.ts";
import type { User } from "../../subject/subject.ts";
import type { Insight } from "../insight.ts";
import { contentParties, isAddress } from "./parties.ts";

/** Who gains by a request: money or a right, by the bytes or by a simulation. */

export interface Gainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

export interface Signing {
	readonly user: User;
	readonly signer: string;
	readonly chainRef: string;
}

export const isOwn = ({ user, signer }: Pick<Signing, "user" | "signer">, address: string): boolean =>
	[signer, ...user.accounts].some((own) => sameAddress(own, address));

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
	const { user, chainRef } = signing;
	const all = insights
		.flatMap(gainersOf)
		.filter(
			({ address }) =>
				isAddress(address) &&
				!isOwn(signing, address) &&
				labelOf(user.labels, address) === null &&
				knownNameAt(chainRef, address.toLowerCase()) === null,
		);
	return all.filter(
		({ address }, at) => all.findIndex((other) => sameAddress(other.address, address)) === at,
	);
}
