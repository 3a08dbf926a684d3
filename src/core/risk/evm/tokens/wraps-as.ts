import { sameAddress } from "../../../people/labels.ts";
import { passedOf } from "../../../subject/opinion.ts";
import { isNative } from "../../../subject/subject.ts";
import type { Evidence } from "../../finding.ts";
import { simulatedIn, simulatedOut } from "../amounts/large-outflow.ts";

/** A call that wraps the chain's coin, or unwraps it, unit for unit. */
export interface Wraps {
	/** In lower case. */
	readonly token: string;
	readonly into: boolean;
}

/** By our own simulation, which shows as much of one as of the other; null for every other call. */
export function wrapsAs({ subject, opinion: { own } }: Evidence): Wraps | null {
	const { meaning, target } = subject.decoded;
	if (meaning.kind !== "wrap" || passedOf(own) === null) return null;
	const isSigner = (account: string) => sameAddress(account, subject.signer);
	const isToken = (asset: string) => sameAddress(asset, target);
	const [gone, come] = meaning.into
		? [simulatedOut(own, isSigner, isNative), simulatedIn(own, isSigner, isToken)]
		: [simulatedOut(own, isSigner, isToken), simulatedIn(own, isSigner, isNative)];
	return gone > 0n && gone === come ? { token: target, into: meaning.into } : null;
}
