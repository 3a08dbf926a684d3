import type { Ports, SealedTokens } from "../ports.ts";
import { createAuthClient } from "./auth-client.ts";
import { authOriginOf, findEnvironment } from "./environments.ts";
import { HeldGrants } from "./held-grants.ts";
import type { SealVault } from "./secret-sealing.ts";

/** The tokens of each environment, as they are held in memory and kept sealed in the settings. */

export interface EnvironmentTokens {
	/** Of this environment; made where there is none yet. */
	of(environmentId: string): HeldGrants;
	/** Those that were asked for so far. */
	all(): readonly HeldGrants[];
	client(environmentId: string): ReturnType<typeof createAuthClient>;
	isKept(environmentId: string): boolean;
	/** Removes what is kept and held, without telling anybody. */
	remove(environmentId: string): void;
}

export function createEnvironmentTokens(
	ports: Ports,
	vault: SealVault,
	parts: { readonly baseUrl: () => string; readonly onChange: () => void },
): EnvironmentTokens {
	const { settings } = ports;
	const held = new Map<string, HeldGrants>();
	const clients = new Map<string, ReturnType<typeof createAuthClient>>();

	function put(id: string, sealed: SealedTokens | null): void {
		const others = Object.entries(settings.get().sealedTokens).filter(([each]) => each !== id);
		const own = sealed === null ? [] : [[id, sealed] as const];
		settings.set({ sealedTokens: Object.fromEntries([...others, ...own]) });
	}

	/** Another sign-in address is another client: what was read of the one is not used with the other. */
	function client(id: string): ReturnType<typeof createAuthClient> {
		const environment = findEnvironment(settings.get().environments, parts.baseUrl(), id);
		const origin = environment === null ? id : authOriginOf(environment);
		const known = clients.get(origin);
		if (known !== undefined) return known;
		const made = createAuthClient({ fetch: ports.fetch, clock: ports.clock }, origin);
		clients.set(origin, made);
		return made;
	}

	function make(id: string): HeldGrants {
		return new HeldGrants(id, {
			ports,
			vault,
			client: () => client(id),
			kept: () => settings.get().sealedTokens[id],
			put: (sealed) => put(id, sealed),
			onChange: parts.onChange,
		});
	}

	return {
		of(id) {
			const known = held.get(id) ?? make(id);
			held.set(id, known);
			return known;
		},
		all: () => [...held.values()],
		client,
		isKept: (id) => id in settings.get().sealedTokens,
		remove(id) {
			put(id, null);
			held.delete(id);
		},
	};
}
