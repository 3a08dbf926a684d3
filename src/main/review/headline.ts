import type { Amount } from "./amount.ts";
import { isUnderstood } from "./nested/leaves.ts";
import { tellCall } from "./nested/tell-calls.ts";
import { plain } from "./plain.ts";
import type { Telling } from "./subject.ts";

/** One plain sentence of what a payload does, from our own decoding and the chain's own token data. */

export interface Headline {
	readonly text: string;
	/** False where we could not tell what the call, or one inside of it, does. */
	readonly known: boolean;
	/** What is at stake, for a list; null where there is no one amount. */
	readonly amount: Amount | null;
}

const LONGEST = 600;

/** What the payload does. Unchecked token amounts are told in base units. */
export function headlineOf(subject: Telling): Headline {
	const { text, amount } = tellCall({ ...subject, as: subject.signer.toLowerCase() });
	return { text: plain(text, LONGEST), known: isUnderstood(subject.decoded), amount };
}
