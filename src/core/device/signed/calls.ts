import type { SignedToken, SignedTokens } from "../../decoded-transaction/signed-token.ts";
import type { Hex } from "../../format/numeral.ts";

export interface SignedCall {
	readonly kind: "send" | "approve";
	readonly token: SignedToken;
	readonly party: Hex;
	readonly amount: bigint;
	readonly extra: string | null;
}

const KINDS: ReadonlyMap<string, SignedCall["kind"]> = new Map([
	["0xa9059cbb", "send"],
	["0x095ea7b3", "approve"],
]);

/** A selector, padded address and amount, followed by bytes that the token ignores. */
const CALL = /^(0x[0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})((?:[0-9a-f]{2})*)$/;

/** Source: app-ethereum 1.22.0, `MAX_EXTRA_DATA_CHUNKS`. */
const MAX_EXTRA = 64;
/** The app truncates longer hex data. Source: app-ethereum 1.22.0, `VALUE_MAX_LEN`. */
const MAX_EXTRA_IN_HEX = 48;
const PRINTABLE = /^[\x20-\x7e]+$/;

function extraText(digits: string): string | null {
	const bytes = Buffer.from(digits, "hex");
	const text = bytes.toString("latin1");
	if (PRINTABLE.test(text)) return bytes.byteLength > MAX_EXTRA ? null : text;
	return bytes.byteLength > MAX_EXTRA_IN_HEX ? null : `0x${digits}`;
}

export interface CalledToken {
	readonly chainId: number;
	readonly to: string;
	readonly value: bigint;
	readonly data: string;
}

export function describedCall(
	tokens: SignedTokens,
	{ chainId, to, value, data }: CalledToken,
): SignedCall | null {
	const [, selector = "", party, amount, tail = ""] = CALL.exec(data.toLowerCase()) ?? [];
	const kind = KINDS.get(selector);
	if (kind === undefined || value !== 0n || party === undefined || amount === undefined) return null;
	const token = tokens.find(chainId, to);
	const extra = tail === "" ? null : extraText(tail);
	if (token === null || (tail !== "" && extra === null)) return null;
	return { kind, token, party: `0x${party}`, amount: BigInt(`0x${amount}`), extra };
}
