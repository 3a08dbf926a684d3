import { base64 } from "@scure/base";
import data from "./data.json" with { type: "json" };

/**
 * Tokens as Ledger describes them: signed by its key, so that the Ethereum app shows amounts by them. The app does not
 * compare a description's chain with the transaction's: a token is looked up by chain and address, never by address.
 */

export interface SignedToken {
	readonly chainId: number;
	/** 0x and 40 digits in lower case. */
	readonly address: string;
	/** As the device writes it; not everywhere the symbol that the token gives itself. */
	readonly ticker: string;
	readonly decimals: number;
	/** What E0 0A takes. */
	readonly description: Uint8Array;
}

const ADDRESS = 20;

/** Length of the ticker, ticker, address, decimals and chain in four bytes each, signature. */
function read(text: string): SignedToken {
	const description = base64.decode(text);
	const at = 1 + (description[0] ?? 0);
	const numbers = new DataView(description.buffer, description.byteOffset + at + ADDRESS);
	return {
		ticker: String.fromCharCode(...description.subarray(1, at)),
		address: `0x${Buffer.from(description.subarray(at, at + ADDRESS)).toString("hex")}`,
		decimals: numbers.getUint32(0),
		chainId: numbers.getUint32(4),
		description,
	};
}

const chains = new Map<number, ReadonlyMap<string, SignedToken>>();

function tokensOf(chainId: number): ReadonlyMap<string, SignedToken> {
	const known = chains.get(chainId);
	if (known !== undefined) return known;
	const texts = Object.hasOwn(data.tokens, String(chainId)) ? data.tokens[String(chainId)] : undefined;
	const loaded = new Map((texts ?? []).map((text) => read(text)).map((token) => [token.address, token]));
	// Only what is described is remembered: chain ids come from outside.
	if (texts !== undefined) chains.set(chainId, loaded);
	return loaded;
}

/** The bundled description of the token at this address of this chain; null where there is none. */
export function signedTokenAt(chainId: number, address: string): SignedToken | null {
	return tokensOf(chainId).get(address.toLowerCase()) ?? null;
}
