import { z } from "zod";
import { type Fact, factValue } from "../chain/chain-error.ts";
import type { AddressFacts, CodeFacts } from "../decoded-transaction/opinion.ts";
import type { Published } from "../published-descriptors/published-claims.ts";

/**
 * Facts that support published claims: the implementations of proxies, and revoked attestations. They are
 * part of a saved review, but the descriptions aren't, so another machine uses its own.
 */

const address = z.string().regex(/^0x[0-9a-f]{40}$/);

export const claimFacts = z.strictObject({
	implementations: z.record(address, address),
	/** Revocation time by attestation, as digits in Unix seconds. "0" means never. */
	revoked: z.record(z.string().regex(/^0x[0-9a-f]{64}$/), z.string().regex(/^[0-9]{1,20}$/)),
});
export type ClaimFacts = z.infer<typeof claimFacts>;

export function claimFactsOf(addressFacts: AddressFacts | null): ClaimFacts | null {
	const published = addressFacts?.published;
	if (addressFacts === null || published === undefined) return null;
	const implementations = [...addressFacts.codes].flatMap(([at, fact]) => {
		const found = factValue(fact)?.implementation ?? null;
		return found === null ? [] : [[at, found] as const];
	});
	const revoked = [...published.revoked].flatMap(([uid, fact]) => {
		const at = factValue(fact);
		return at === null ? [] : [[uid, at.toString()] as const];
	});
	return { implementations: Object.fromEntries(implementations), revoked: Object.fromEntries(revoked) };
}

/** Contains no other facts about the address, so it can't be used to verify code. */
const codeOf = (implementation: string): Fact<CodeFacts> => ({
	ok: true,
	value: { size: 0, delegatedTo: null, codeHash: null, implementation, fresh: null },
});

export function addressFactsOfClaims(
	asked: ClaimFacts | null,
	index: Published["index"] | null,
): AddressFacts | null {
	if (asked === null || index === null) return null;
	const codes = Object.entries(asked.implementations).map(([at, found]) => [at, codeOf(found)] as const);
	const revoked = Object.entries(asked.revoked).map(
		([uid, at]) => [uid, { ok: true, value: BigInt(at) }] as const,
	);
	return { codes: new Map(codes), published: { index, revoked: new Map(revoked) } };
}
