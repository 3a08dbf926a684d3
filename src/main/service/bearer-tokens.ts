import type { Resource } from "../../service-api/resource.ts";

/** Source of the HTTP client's bearer tokens. Tokens never leave main. */
export interface Tokens {
	/**
	 * Returns a bearer valid for at least half a minute; `null` if none is stored. Renews one at a time.
	 * @throws ServiceError if renewal is necessary and impossible now
	 */
	bearer(resource: Resource): Promise<string | null>;
	/** Returns another token after a 401 to `used`; `null` if there is none. */
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
