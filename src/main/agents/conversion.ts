import type { AgentFault } from "../../agents-process/protocol.ts";
import { type Hex, hasWrongChecksum, readAddress } from "../../core/format/numeral.ts";
import type { SvmLookup } from "../../core/match/frozen.ts";

/** A request with the facts needed to admit it. */
export interface Conversion {
	readonly ok: true;
	/** EIP-55 or base58. */
	readonly from: string;
	/** Decimal chain ID or cluster. `null` for a message that doesn't name one. */
	readonly chain: string | null;
	/** Typed data may control funds, so an agent restricted to certain networks must name the chain. */
	readonly needsChain: boolean;
	/** SHA-256 of the whole proposal in a normalized form. */
	readonly fold: string;
}

export interface ConversionFault {
	readonly ok: false;
	readonly code: AgentFault;
	readonly detail: string | null;
}

export interface Converted {
	readonly ok: true;
	/** JSON text of the ActionRequest. */
	readonly request: string;
	/** JSON text of an x402 payment's requirements. `null` for all other proposals. */
	readonly payment: string | null;
	/**
	 * Unix seconds after which the request is pointless. `null` if only the expiry set by the agent applies.
	 */
	readonly end: number | null;
}

export const fault = (detail: string, code: AgentFault = "malformed"): ConversionFault => ({
	ok: false,
	code,
	detail,
});

/** Returns the address in lower case. `null` if its format or checksum is wrong. */
export const evmAddress = (text: string): Hex | null => (hasWrongChecksum(text) ? null : readAddress(text));

/** Returns the contents of lookup tables, read from the user's own RPC. @throws ChainError */
export type ReadLookups = (cluster: string, transactionBase64: string) => Promise<readonly SvmLookup[]>;

export interface ConversionParts {
	readonly id: string;
	/** Unix ms. */
	readonly now: number;
	readonly random: (length: number) => Uint8Array;
	readonly readLookups: ReadLookups;
}

/** `id` distinguishes identical messages in two proposals. */
export const signRequestOf = (
	id: string,
	{ from, chain }: Pick<Conversion, "from" | "chain">,
	family: "evm" | "svm",
	payload: object,
): object => ({
	type: "sign",
	requestId: id,
	chainFamily: family,
	executionKind: "message",
	signer: from,
	description: "",
	payloads: [payload],
	...(chain === null ? {} : { chainId: Number(chain) }),
});
