import type { Ports } from "../ports.ts";

/** The access token: in memory, and sealed by the system's keychain where there is one to be trusted. */
export interface Credentials {
	/** Opens what was kept; a token that can't be opened is forgotten, and told. */
	load(): Promise<string | null>;
	token(): string | null;
	/** Keeps or forgets. @returns why it could not be kept, or null */
	set(token: string | null): Promise<string | null>;
	/** How it is kept, for a person. */
	keeping(): string;
	baseUrl(): string;
}

export function createCredentials(ports: Ports): Credentials {
	const { settings, keychain, overrides, log } = ports;
	let token: string | null = overrides.token;
	let keeping = "No token is held.";

	return {
		async load() {
			const sealed = settings.get().tokenSealed;
			if (overrides.token !== null) {
				keeping = "Given by the environment, for development.";
				return token;
			}
			if (sealed === null) return null;
			try {
				token = await keychain.open(sealed);
				keeping = "Kept by this system's keychain.";
			} catch (cause) {
				log(`keychain: a kept token can't be opened: ${cause instanceof Error ? cause.name : "unknown"}`);
				keeping = "The kept token can't be opened with this system's keychain any more: paste it again.";
			}
			return token;
		},
		token: () => token,
		async set(next) {
			token = next;
			if (next === null) {
				keeping = "No token is held.";
				settings.set({ tokenSealed: null });
				return null;
			}
			const keychainState = await keychain.available();
			if (!keychainState.ok) {
				keeping = `Kept in memory until Countersign quits: ${keychainState.words}`;
				settings.set({ tokenSealed: null });
				return null;
			}
			settings.set({ tokenSealed: await keychain.seal(next) });
			keeping = "Kept by this system's keychain.";
			return null;
		},
		keeping: () => keeping,
		baseUrl: () => overrides.baseUrl ?? settings.get().baseUrl,
	};
}
