import { plain } from "../../format/plain.ts";
import { readKey } from "../../format/svm-wire.ts";
import type { Labels } from "../../people/labels.ts";

/** Characters at each end that people compare by eye, whatever their case. */
const ENDS = 4;

export interface Imitated {
	readonly address: string;
	/** Null for one of the user's own accounts. */
	readonly label: string | null;
}

/** The known Solana address that this one imitates: both ends alike, the whole not. Null where none is imitated. */
export function lookAlikeKey(address: string, accounts: readonly string[], labels: Labels): Imitated | null {
	if (readKey(address) === null) return null;
	const known: Imitated[] = [
		...accounts.map((each) => ({ address: each, label: null })),
		...Object.entries(labels).map(([each, label]) => ({ address: each, label: plain(label) })),
	];
	if (known.some((each) => each.address === address)) return null;
	const low = address.toLowerCase();
	const alike = ({ address: other }: Imitated) => {
		const text = other.toLowerCase();
		return (
			!text.startsWith("0x") &&
			text.slice(0, ENDS) === low.slice(0, ENDS) &&
			text.slice(-ENDS) === low.slice(-ENDS)
		);
	};
	return known.find(alike) ?? null;
}
