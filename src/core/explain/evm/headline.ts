import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { Amount } from "../../format/amount.ts";
import type { Text } from "../../message.ts";
import type { CallContext } from "../../subject/subject.ts";
import type { Gain } from "../gain.ts";
import { callGain } from "./call-gain.ts";
import { describeCall } from "./describe-calls.ts";

/** One plain sentence of what a payload does, from our own decoding and the chain's own token data. */

export interface Headline {
	readonly text: Text;
	/** False where we could not tell what the call, or one inside of it, does. */
	readonly known: boolean;
	/** What is at stake, for a list; null where there is no one amount. */
	readonly amount: Amount | null;
	/** The most that a stranger gains by it; left out where none does, or nobody can tell. */
	readonly gain?: Gain;
}

/** What the payload does. Unchecked token amounts are told in base units. */
export function headlineOf(subject: CallContext): Headline {
	const { text, amount } = describeCall({ ...subject, as: subject.signer.toLowerCase() });
	const gain = callGain(subject, subject.signer);
	return { text, known: isUnderstood(subject.decoded), amount, ...(gain === null ? {} : { gain }) };
}
