import type { Hex } from "../../format/numeral.ts";
import type { SignedToken, SignedTokens } from "../../subject/signed-token.ts";

/** Which calls the Ethereum app shows in words, once it has Ledger's description of the token that is called. */

export interface SignedCall {
	readonly kind: "send" | "approve";
	readonly token: SignedToken;
	/** Who gets the tokens, or may spend them; in lower case. */
	readonly party: Hex;
	readonly amount: bigint;
	/** Bytes after the arguments, as the app writes them; `null` if there are none. */
	readonly extra: string | null;
}

const KINDS: ReadonlyMap<string, SignedCall["kind"]> = new Map([
	["0xa9059cbb", "send"],
	["0x095ea7b3", "approve"],
]);

/** The selector, an address in its word, an amount; then bytes that the token ignores. */
const CALL = /^(0x[0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})((?:[0-9a-f]{2})*)$/;

/** Bytes after the arguments for which the app has room. Source: app-ethereum 1.22.0, `MAX_EXTRA_DATA_CHUNKS`. */
const MAX_EXTRA = 64;
/** Bytes that the app writes in hex without cutting the end off. Source: app-ethereum 1.22.0, `VALUE_MAX_LEN`. */
const MAX_EXTRA_IN_HEX = 48;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Bytes after the arguments as the app writes them; `null` if it refuses them or cuts them off. */
function extraText(digits: string): string | null {
	const bytes = Buffer.from(digits, "hex");
	const text = bytes.toString("latin1");
	if (PRINTABLE.test(text)) return bytes.byteLength > MAX_EXTRA ? null : text;
	return bytes.byteLength > MAX_EXTRA_IN_HEX ? null : `0x${digits}`;
}

export interface CalledToken {
	readonly chainId: number;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	/** 0x and hex digits. */
	readonly data: string;
}

/**
 * EIP-20's `transfer` and `approve` of a described token; `null` for all else, which stays blind.
 */
export function describedCall(
	tokens: SignedTokens,
	{ chainId, to, value, data }: CalledToken,
): SignedCall | null {
	const [, selector = "", party, amount, tail = ""] = CALL.exec(data.toLowerCase()) ?? [];
	const kind = KINDS.get(selector);
	// The app refuses coins that are sent along.
	if (kind === undefined || value !== 0n || party === undefined || amount === undefined) return null;
	const token = tokens.find(chainId, to);
	const extra = tail === "" ? null : extraText(tail);
	if (token === null || (tail !== "" && extra === null)) return null;
	return { kind, token, party: `0x${party}`, amount: BigInt(`0x${amount}`), extra };
}
