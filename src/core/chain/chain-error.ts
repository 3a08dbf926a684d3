import { AppError } from "../app-error.ts";
import type { Message } from "../message.ts";

/**
 * A fault between Countersign and a chain's RPC. `refused`: the RPC itself said no. `busy`: it takes no more
 * requests just now, and was waited for. `too_large`: it answered with more than is read. Of a simulation alone:
 * `no_method`: this RPC does not offer it, whatever is asked; `exceeds`: the RPC offers it, and can't do it for this
 * payload.
 */
export type ChainErrorKind =
	| "no_rpc"
	| "unreachable"
	| "busy"
	| "wrong_chain"
	| "refused"
	| "unreadable"
	| "too_large"
	| "no_method"
	| "exceeds";

/** Kinds for which the RPC gave no answer, or none that could be used. */
const SILENT: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy", "unreadable", "too_large"]);

const PASSING: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy"]);

export class ChainError extends AppError {
	readonly kind: ChainErrorKind;
	/** The JSON-RPC error code, where the RPC gave one. */
	readonly rpcCode: number | null;
	/** The RPC's own words, where it gave some: foreign, and read to tell refusals apart. */
	readonly nodeText: string;
	/** `text` says already that nothing was signed. */
	readonly saysUnsigned: boolean;

	constructor(
		kind: ChainErrorKind,
		text: Message,
		options: ErrorOptions & {
			readonly rpcCode?: number;
			readonly nodeText?: string;
			readonly saysUnsigned?: boolean;
		} = {},
	) {
		super(text, options);
		this.name = "ChainError";
		this.kind = kind;
		this.rpcCode = options.rpcCode ?? null;
		this.nodeText = options.nodeText ?? "";
		this.saysUnsigned = options.saysUnsigned ?? false;
	}

	/** Whether the RPC gave no answer, or none that could be used. */
	get isUnanswered(): boolean {
		return SILENT.has(this.kind);
	}

	/** It is the RPC's own trouble: it says nothing of what was asked, and may be gone the next time. */
	get isPassing(): boolean {
		return PASSING.has(this.kind);
	}
}

/** One value read from a chain, or why it could not be. */
export type Fact<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: Message };

/** Turns a read into a fact; only ChainErrors are reasons, anything else is a fault of ours and thrown. */
export async function fact<T>(read: Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await read };
	} catch (error) {
		if (error instanceof ChainError) return { ok: false, reason: error.text };
		throw error;
	}
}

export const notAsked = (reason: Message): Fact<never> => ({ ok: false, reason });

/** The value of a fact, or null. */
export function known<T>(of: Fact<T> | undefined): T | null {
	return of?.ok === true ? of.value : null;
}
