import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { Amount } from "../../format/amount.ts";
import type { Text } from "../../message.ts";
import type { CallContext } from "../../subject/subject.ts";
import type { Gain } from "../gain.ts";
import { callGain } from "./call-gain.ts";
import { describeCall } from "./describe-calls.ts";

/** Headline of a payload, from our decoding and the chain's token data. */

export interface Headline {
	readonly text: Text;
	/** `false` if the call or an inner one could not be decoded. */
	readonly known: boolean;
	/** Amount at stake, for a list; `null` without a single amount. */
	readonly amount: Amount | null;
	/** Most that a stranger gains; absent if none does, or if unknown. */
	readonly gain?: Gain;
}

/** Describes the payload. Unchecked token amounts are in base units. */
export function headlineOf(subject: CallContext): Headline {
	const { text, amount } = describeCall({ ...subject, as: subject.signer.toLowerCase() });
	const gain = callGain(subject, subject.signer);
	return { text, known: isUnderstood(subject.decoded), amount, ...(gain === null ? {} : { gain }) };
}
