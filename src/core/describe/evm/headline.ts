import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { CallContext } from "../../decoded-transaction/decoded-transaction.ts";
import type { Amount } from "../../format/amount.ts";
import type { Text } from "../../localized-text.ts";
import type { Gain } from "../gain.ts";
import { callGain } from "./call-gain.ts";
import { describeCall } from "./describe-calls.ts";

export interface Headline {
	readonly text: Text;
	readonly known: boolean;
	readonly amount: Amount | null;
	readonly gain?: Gain;
}

export function headlineOf(subject: CallContext): Headline {
	const { text, amount } = describeCall({ ...subject, as: subject.signer.toLowerCase() });
	const gain = callGain(subject, subject.signer);
	return { text, known: isUnderstood(subject.decoded), amount, ...(gain === null ? {} : { gain }) };
}
