import type { Resource } from "../../service-api/resource.ts";

/** Where the HTTP client gets its bearer from. Tokens never leave main. */
export interface Tokens {
	/**
	 * The bearer for this resource, fresh for at least half a minute; null where none is held. Renews one at a time.
	 * Throws a ServiceError where it should be renewed and can't be now.
	 */
	bearer(resource: Resource): Promise<string | null>;
	/** After a 401 to `used`: another one; null where there is no other to be had. */
	renewed(resource: Resource, used: string): Promise<string | null>;
	/** Changes whenever another address or another sign-in holds; not by a mere renewal. */
	generation(): number;
}

/** One token for every resource, as it is pasted or given to a tool. */
export function fixedTokens(token: () => string | null): Tokens {
	let seen: string | null = null;
	let generation = 0;
	return {
		bearer: async () => token(),
		renewed: async () => null,
		generation() {
			const now = token();
			if (now !== seen) generation += 1;
			seen = now;
			return generation;
		},
	};
}
