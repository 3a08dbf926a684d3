import type { Resource } from "../../service-api/resource.ts";

export interface Tokens {
	/**
	 * Returns a token that is valid for at least 30 s. `null` if none is stored. Throws a ServiceError if the
	 * token must be renewed and the renewal fails.
	 */
	bearer(resource: Resource): Promise<string | null>;
	/** Returns a new token after the service rejected `used` with a 401. `null` if there is none. */
	renewed(resource: Resource, used: string): Promise<string | null>;
	/**
	 * Returns a number that changes with the service address or the sign-in, but not when a token is renewed.
	 */
	generation(): number;
}

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
