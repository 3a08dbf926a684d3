import type { SignedToken, SignedTokens } from "../../decoded-transaction/signed-token.ts";

const ADDRESS = 20;
const NUMBERS = 8;

/**
 * Parses the payload for APDU E0 0A: ticker length, ticker, address, decimals and chain (four bytes each),
 * and signature. The device verifies the signature. Returns `null` if the data is too short.
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

export function signedTokens(descriptions: Iterable<Uint8Array>): SignedTokens {
	const key = (chainId: number, address: string) => `${chainId} ${address.toLowerCase()}`;
	const tokens = new Map<string, SignedToken>();
	for (const description of descriptions) {
		const token = parseDescription(description);
		if (token !== null) tokens.set(key(token.chainId, token.address), token);
	}
	return { find: (chainId, address) => tokens.get(key(chainId, address)) ?? null };
}

/** Chosen to keep each file at about 45 KB. */
export const SHARD_COUNT = 64;

export function shardOf(address: string): string {
	const shard = Number.parseInt(address.slice(-2), 16) % SHARD_COUNT;
	return `${shard.toString(16).padStart(2, "0")}.bin`;
}

export const writeShard = (descriptions: readonly Uint8Array[]): Uint8Array =>
	Buffer.concat(descriptions.flatMap((each) => [Buffer.of(each.byteLength), each]));

export function* readShard(shard: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < shard.byteLength; ) {
		const end = at + 1 + (shard[at] ?? 0);
		yield shard.subarray(at + 1, end);
		at = end;
	}
}

const WRITTEN_ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * Reads one file per lookup. There is no cache, because few reviews need a lookup and a cache would stay in
 * the main process's memory.
 */
export const tokensInShards = (read: (name: string) => Uint8Array | null): SignedTokens => ({
	find(chainId, address) {
		const shard = WRITTEN_ADDRESS.test(address) ? read(shardOf(address)) : null;
		return shard === null ? null : signedTokens(readShard(shard)).find(chainId, address);
	},
});
