import { type Fact, known } from "../chain/chain-error.ts";
import type { CodeFacts, CodeSeen, LegOpinion } from "./opinion.ts";

/** Code of addresses, from the chain and from our own simulation. */

/**
 * Returns the code of an address before the request; `null` if it was not queried or the chain did not
 * answer.
 */
export function codeOf(opinion: Pick<LegOpinion, "addressFacts">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.addressFacts?.codes;
	return known(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** Returns the code after this step and those before it; `null` if our simulation did not check. */
export function codeAfter({ own }: Pick<LegOpinion, "own">, address: string): CodeSeen | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	return own.codes.get(address.toLowerCase()) ?? null;
}

/** Returns whether a key controls the address: an account, delegated (EIP-7702) or not. */
export const isAccount = (code: CodeSeen): boolean => code.size === 0 || code.delegatedTo !== null;
