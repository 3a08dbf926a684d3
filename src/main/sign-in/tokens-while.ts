import type { Tokens } from "../service/tokens.ts";

/** The same tokens, given only while `holds`: looked at again after each wait, in which somebody may have signed out. */
export function tokensWhile(tokens: Tokens, holds: () => boolean): Tokens {
	return {
		async bearer(resource) {
			if (!holds()) return null;
			const token = await tokens.bearer(resource);
			return holds() ? token : null;
		},
		async renewed(resource, used) {
			if (!holds()) return null;
			const token = await tokens.renewed(resource, used);
			return holds() ? token : null;
		},
		generation: () => tokens.generation(),
	};
}
