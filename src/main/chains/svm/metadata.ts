import { base58 } from "@scure/base";
import { PublicKey } from "@solana/web3.js";
import type { SvmAccountFacts } from "../../../core/chain/svm.ts";
import type { RawAccount } from "./raw-accounts.ts";

/**
 * The mint's creator chooses these names. Sources: mpl-token-metadata's published interface, state `Metadata`
 * and its `MAX_*_LENGTH`.
 */

const METADATA_PROGRAM = new PublicKey("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
const SEED = new TextEncoder().encode("metadata");

/** Layout: key (one byte), update authority, mint, then name and symbol, each with its length. */
const METADATA_V1 = 4;
const MINT_AT = 33;
const NAME_AT = 65;
const MAX_NAME = 32;
const MAX_SYMBOL = 10;

export function metadataAddressOf(mint: string): string {
	const seeds = [SEED, METADATA_PROGRAM.toBytes(), new PublicKey(mint).toBytes()];
	return PublicKey.findProgramAddressSync(seeds, METADATA_PROGRAM)[0].toBase58();
}

function textAt(data: Uint8Array, at: number, most: number): { text: string | null; end: number } | null {
	if (at + 4 > data.length) return null;
	const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(at, true);
	const end = at + 4 + length;
	if (length > most || end > data.length) return null;
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(data.subarray(at + 4, end));
		const trimmed = text.replace(/\0+$/, "").trim();
		return { text: trimmed === "" ? null : trimmed, end };
	} catch {
		return null;
	}
}

function readMetadata(mint: string, { owner, size, data }: RawAccount) {
	if (owner !== METADATA_PROGRAM.toBase58() || data.length !== size || data[0] !== METADATA_V1) return null;
	if (data.length < NAME_AT || base58.encode(data.subarray(MINT_AT, NAME_AT)) !== mint) return null;
	const name = textAt(data, NAME_AT, MAX_NAME);
	const symbol = name === null ? null : textAt(data, name.end, MAX_SYMBOL);
	return name === null || symbol === null ? null : { name: name.text, symbol: symbol.text };
}

export function withMetadata(
	mint: string,
	facts: SvmAccountFacts,
	metadata: RawAccount | null,
): SvmAccountFacts {
	const { data } = facts;
	if (data.kind !== "mint" || data.name !== null || data.symbol !== null || metadata === null) return facts;
	const read = readMetadata(mint, metadata);
	return read === null ? facts : { ...facts, data: { ...data, ...read } };
}
