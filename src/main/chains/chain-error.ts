/** What went wrong between Countersign and a chain's RPC, in words for a person. */
export type ChainErrorKind = "no_rpc" | "unreachable" | "wrong_chain" | "refused" | "unreadable";

export class ChainError extends Error {
	readonly kind: ChainErrorKind;
	/** The JSON-RPC error code, where the RPC gave one. */
	readonly code: number | null;

	constructor(kind: ChainErrorKind, message: string, options: ErrorOptions & { code?: number } = {}) {
		super(message, options);
		this.name = "ChainError";
		this.kind = kind;
		this.code = options.code ?? null;
	}
}

/** One value read from a chain, or why it could not be. */
export type Fact<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: string };

/** Turns a read into a fact; only ChainErrors are reasons, anything else is a fault of ours and thrown. */
export async function fact<T>(read: Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await read };
	} catch (error) {
		if (error instanceof ChainError) return { ok: false, reason: error.message };
		throw error;
	}
}

export const notAsked = (reason: string): Fact<never> => ({ ok: false, reason });

/** The value of a fact, or null. */
export function known<T>(of: Fact<T> | undefined): T | null {
	return of?.ok === true ? of.value : null;
}
