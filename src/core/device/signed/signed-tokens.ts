import type { SignedToken, SignedTokens } from "../../subject/signed-token.ts";

/** Bytes of an address. */
const ADDRESS = 20;
/** Decimals and chain id. */
const NUMBERS = 8;

/**
 * Parses the payload of APDU E0 0A: ticker length, ticker, address, four bytes each of decimals and chain,
 * signature. The device verifies the signature. Returns `null` if the data ends early.
 */
export function parseDescription(description: Uint8Array): SignedToken | null {
	const at = 1 + (description[0] ?? 0);
	if (description.byteLength <= at + ADDRESS + NUMBERS) return null;
	const numbers = new DataView(description.buffer, description.byteOffset + at + ADDRESS, NUMBERS);
	return {
		ticker: String.fromCharCode(...description.subarray(1, at)),
		address: `0x${Buffer.from(description.subarray(at, at + ADDRESS)).toString("hex")}`,
		decimals: numbers.getUint32(0),
		chainId: numbers.getUint32(4),
		description,
	};
}

/** Creates a lookup from descriptions. */
export function signedTokens(descriptions: Iterable<Uint8Array>): SignedTokens {
	const key = (chainId: number, address: string) => `${chainId} ${address.toLowerCase()}`;
	const tokens = new Map<string, SignedToken>();
	for (const description of descriptions) {
		const token = parseDescription(description);
		if (token !== null) tokens.set(key(token.chainId, token.address), token);
	}
	return { find: (chainId, address) => tokens.get(key(chainId, address)) ?? null };
}

/** Number of files with descriptions, so that a lookup reads about 45 KB. */
export const SHARD_COUNT = 64;

/** Returns the file with the descriptions of a token address on every chain: "0a.bin". */
export function shardOf(address: string): string {
	const shard = Number.parseInt(address.slice(-2), 16) % SHARD_COUNT;
	return `${shard.toString(16).padStart(2, "0")}.bin`;
}

/** Joins descriptions into a file, each with a length byte. */
export const writeShard = (descriptions: readonly Uint8Array[]): Uint8Array =>
	Buffer.concat(descriptions.flatMap((each) => [Buffer.of(each.byteLength), each]));

/** Splits a file into descriptions without copying. */
export function* readShard(shard: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < shard.byteLength; ) {
		const end = at + 1 + (shard[at] ?? 0);
		yield shard.subarray(at + 1, end);
		at = end;
	}
}

const WRITTEN_ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * Looks up tokens in the bundled files, one small file per lookup. Not cached: few reviews need one, and the
 * cache would stay in main's memory.
 * @param read returns a file by name; `null` if it can't be read
 */
export const tokensInShards = (read: (name: string) => Uint8Array | null): SignedTokens => ({
	find(chainId, address) {
		const shard = WRITTEN_ADDRESS.test(address) ? read(shardOf(address)) : null;
		return shard === null ? null : signedTokens(readShard(shard)).find(chainId, address);
	},
});
