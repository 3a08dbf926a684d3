import { known } from "../../chain/chain-error.ts";
import { accountOf, type SvmSubject } from "./svm-subject.ts";

/** Rent of the token accounts that a Solana transaction opens by its own instructions. */

/** Token accounts that the signer pays for and that are not there yet, each once. */
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

/** Lamports for the accounts that are opened; null where the RPC does not say. */
export function rentOf(subject: SvmSubject): bigint | null {
	const count = BigInt(openedAnew(subject).length);
	const each = known(subject.facts?.rent.token);
	if (count === 0n) return 0n;
	return each === null ? null : each * count;
}
