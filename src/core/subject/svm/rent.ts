import { known } from "../../chain/chain-error.ts";
import { accountOf, type SvmSubject } from "./svm-subject.ts";

/** Rent of the token accounts that a Solana transaction opens with its own instructions. */

/** Returns the new token accounts that the signer pays for, without duplicates. */
export function openedAnew(subject: SvmSubject): readonly string[] {
	const opened = subject.steps.flatMap(({ meaning }) =>
		meaning.kind === "token_open" &&
		meaning.payer === subject.signer &&
		accountOf(subject.facts, meaning.account) === null
			? [meaning.account]
			: [],
	);
	return [...new Set(opened)];
}

/** Returns the lamports for the opened accounts; `null` if the RPC does not answer. */
export function rentOf(subject: SvmSubject): bigint | null {
	const count = BigInt(openedAnew(subject).length);
	const each = known(subject.facts?.rent.token);
	if (count === 0n) return 0n;
	return each === null ? null : each * count;
}
