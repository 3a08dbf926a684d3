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
export class FixedTokens implements Tokens {
	readonly #token: () => string | null;
	#seen: string | null = null;
	#generation = 0;

	constructor(token: () => string | null) {
		this.#token = token;
	}

	async bearer(): Promise<string | null> {
		return this.#token();
	}

	async renewed(): Promise<null> {
		return null;
	}

	generation(): number {
		const now = this.#token();
		if (now !== this.#seen) this.#generation += 1;
		this.#seen = now;
		return this.#generation;
	}
}
