import { AppError } from "../app-error.ts";
import type { Message } from "../message.ts";

/**
 * Fault between Countersign and a chain's RPC. `refused`: the RPC declined. `busy`: it was still rate-limited
 * after waiting. `too_large`: its answer exceeded the limit. Simulations only: `no_method`: the RPC never
 * simulates; `exceeds`: it simulates, but not this payload.
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

/** Kinds without an answer, or without a usable one. */
const SILENT: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy", "unreadable", "too_large"]);

const PASSING: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy"]);

export class ChainError extends AppError {
	readonly kind: ChainErrorKind;
	/** JSON-RPC error code, if the RPC returned one. */
	readonly rpcCode: number | null;
	/** The RPC's own error text: foreign, only read to distinguish refusals. */
	readonly nodeText: string;
	/** `text` already says that nothing was signed. */
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

	/** Returns whether the RPC gave no answer, or no usable one. */
	get isUnanswered(): boolean {
		return SILENT.has(this.kind);
	}

	/** Returns whether the fault is temporary and the RPC's own, so that a retry may succeed. */
	get isPassing(): boolean {
		return PASSING.has(this.kind);
	}
}

/** A value read from a chain, or the reason why it could not be read. */
export type Fact<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: Message };

/** Turns a read into a fact. Only ChainErrors become reasons; other errors are bugs and rethrown. */
export async function fact<T>(read: Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await read };
	} catch (error) {
		if (error instanceof ChainError) return { ok: false, reason: error.text };
		throw error;
	}
}

export const notAsked = (reason: Message): Fact<never> => ({ ok: false, reason });

/** Returns the value of a fact, or `null`. */
export function known<T>(of: Fact<T> | undefined): T | null {
	return of?.ok === true ? of.value : null;
}
