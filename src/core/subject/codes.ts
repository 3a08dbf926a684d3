import { type Fact, known } from "../chain/chain-error.ts";
import type { CodeFacts, CodeSeen, LegOpinion } from "./opinion.ts";

/** Code of addresses, by the chain and by our own simulation. */

/** Returns the code that an address has before the request; `null` if nobody asked or the chain did not say. */
export function codeOf(opinion: Pick<LegOpinion, "addressFacts">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.addressFacts?.codes;
	return known(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** Returns the code after this step and those before it; `null` if our own simulation did not look. */
export function codeAfter({ own }: Pick<LegOpinion, "own">, address: string): CodeSeen | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	return own.codes.get(address.toLowerCase()) ?? null;
}

/** Returns whether somebody holds the key of the address: an account, whether or not it lends its code. */
export const isAccount = (code: CodeSeen): boolean => code.size === 0 || code.delegatedTo !== null;
