import type { Hex } from "../../format/numeral.ts";
import type { SignedToken, SignedTokens } from "../../subject/signed-token.ts";

/** Which calls the Ethereum app shows in words, once it has Ledger's description of the token that is called. */

export interface SignedCall {
	readonly kind: "send" | "approve";
	readonly token: SignedToken;
	/** Who gets the tokens, or may spend them; in lower case. */
	readonly party: Hex;
	readonly amount: bigint;
}

const KINDS: ReadonlyMap<string, SignedCall["kind"]> = new Map([
	["0xa9059cbb", "send"],
	["0x095ea7b3", "approve"],
]);

/** The selector, an address in its word, an amount; nothing after them. */
const CALL = /^(0x[0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

export interface CalledToken {
	readonly chainId: number;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	/** 0x and hex digits. */
	readonly data: string;
}

/**
 * EIP-20's `transfer` and `approve` of a described token; null for all else, which stays blind.
 */
export function describedCall(
	tokens: SignedTokens,
	{ chainId, to, value, data }: CalledToken,
): SignedCall | null {
	const [, selector = "", party, amount] = CALL.exec(data.toLowerCase()) ?? [];
	const kind = KINDS.get(selector);
	// The app refuses coins that are sent along.
	if (kind === undefined || value !== 0n || party === undefined || amount === undefined) return null;
	const token = tokens.find(chainId, to);
	return token === null ? null : { kind, token, party: `0x${party}`, amount: BigInt(`0x${amount}`) };
}
