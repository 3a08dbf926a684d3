import { AppError } from "../app-error.ts";
import type { Message } from "../localized-text.ts";

/**
 * Kinds of errors when Countersign contacts an RPC. `refused`: the RPC rejected the request. `busy`: the RPC
 * was still rate-limiting after a wait. Simulations can also fail with `no_method`, if the RPC can't simulate
 * at all, and `exceeds`, if it can't simulate this payload.
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

const SILENT: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy", "unreadable", "too_large"]);

const PASSING: ReadonlySet<ChainErrorKind> = new Set(["unreachable", "busy"]);

export class ChainError extends AppError {
	readonly kind: ChainErrorKind;
	readonly rpcCode: number | null;
	/** The RPC's error message. It is untrusted and only used to distinguish refusals. */
	readonly nodeText: string;
	/** Hex revert data. `null` if the RPC returned none. */
	readonly revertData: string | null;
	readonly saysUnsigned: boolean;

	constructor(
		kind: ChainErrorKind,
		text: Message,
		options: ErrorOptions & {
			readonly rpcCode?: number;
			readonly nodeText?: string;
			readonly revertData?: string | null;
			readonly saysUnsigned?: boolean;
		} = {},
	) {
		super(text, options);
		this.name = "ChainError";
		this.kind = kind;
		this.rpcCode = options.rpcCode ?? null;
		this.nodeText = options.nodeText ?? "";
		this.revertData = options.revertData ?? null;
		this.saysUnsigned = options.saysUnsigned ?? false;
	}

	get isUnanswered(): boolean {
		return SILENT.has(this.kind);
	}

	get isPassing(): boolean {
		return PASSING.has(this.kind);
	}
}

export type Fact<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: Message };

/** Captures only a `ChainError` as a failed fact. Any other error is a bug and is rethrown. */
export async function fact<T>(read: Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await read };
	} catch (error) {
		if (error instanceof ChainError) return { ok: false, reason: error.text };
		throw error;
	}
}

export const isLasting = (error: ChainError): boolean => !error.isPassing;
export const isRefused = (error: ChainError): boolean => error.kind === "refused";

/** Returns `otherwise` if the read fails with a `ChainError` that `expects` accepts. */
export async function orIfChainError<T, U>(
	otherwise: U,
	read: () => Promise<T>,
	expects: (error: ChainError) => boolean = () => true,
): Promise<T | U> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ChainError && expects(error)) return otherwise;
		throw error;
	}
}

export const notQueried = (reason: Message): Fact<never> => ({ ok: false, reason });

export function factValue<T>(of: Fact<T> | undefined): T | null {
	return of?.ok === true ? of.value : null;
}
