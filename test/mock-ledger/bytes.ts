/** Reads a client's bytes within their bounds; missing bytes end in a status word. */

/** Status words of the device's apps and its operating system. */
export const SW = {
	ok: 0x9000,
	locked: 0x5515,
	/** The user refused to open an app. */
	openRefused: 0x5501,
	/** The dashboard doesn't know the commands of apps. */
	noAppOpen: 0x6511,
	wrongLength: 0x6700,
	typeNotSupported: 0x6501,
	/** Dashboard: no app of that name. Solana: invalid counter. */
	noSuchApp: 0x6807,
	/** Solana: blind signing is off, or the form is not supported. */
	notSupported: 0x6808,
	refused: 0x6985,
	notAllowed: 0x6986,
	/** Ledger's signature is missing or covers other data. */
	refusedData: 0x6a00,
	badData: 0x6a80,
	/** Solana: the signer is not in the message. */
	badHeader: 0x6a81,
	badFormat: 0x6a82,
	/** Solana: wrong length. It is also the Solana app's answer to the Ethereum app's address command. */
	badSize: 0x6a83,
	badParameters: 0x6b00,
	unknownInstruction: 0x6d00,
	unknownClass: 0x6e00,
	/** Internal fault of the emulated device. */
	internal: 0x6f00,
} as const;

/** Thrown to answer a command with only a status word. */
export class Status extends Error {
	readonly word: number;
	constructor(word: number, why: string) {
		super(`0x${word.toString(16).padStart(4, "0")}: ${why}`);
		this.name = "Status";
		this.word = word;
	}
}

/** Position in bytes that advances with every read. Reading past the end throws `Status` with `short`. */
export class Cursor {
	readonly bytes: Uint8Array;
	readonly short: number;
	at = 0;
	constructor(bytes: Uint8Array, short: number = SW.badData) {
		this.bytes = bytes;
		this.short = short;
	}
	get remaining(): number {
		return this.bytes.length - this.at;
	}
	readBytes(length: number): Uint8Array {
		if (length > this.remaining)
			throw new Status(this.short, `${length} bytes expected, ${this.remaining} left`);
		this.at += length;
		return this.bytes.subarray(this.at - length, this.at);
	}
	byte(): number {
		return this.readBytes(1)[0] ?? 0;
	}
	rest(): Uint8Array {
		return this.readBytes(this.remaining);
	}
	uint32(): number {
		return Number(toUint(this.readBytes(4)));
	}
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
	const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}

export function toHex(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("hex");
}

export function fromHex(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, "hex"));
}

export function ascii(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, "utf8"));
}

/** Reads an unsigned big-endian integer; empty bytes are zero. */
export function toUint(bytes: Uint8Array): bigint {
	let value = 0n;
	for (const byte of bytes) value = (value << 8n) | BigInt(byte);
	return value;
}

/** Reads an unsigned little-endian integer. */
export function toUintLe(bytes: Uint8Array): bigint {
	return toUint(Uint8Array.from(bytes).reverse());
}

/** Formats a fixed-point number without trailing zeros: 12300000000000000, 18 → "0.0123". */
export function decimals(value: bigint, places: number): string {
	const text = value.toString().padStart(places + 1, "0");
	const fraction = text.slice(text.length - places).replace(/0+$/, "");
	return text.slice(0, text.length - places) + (fraction === "" ? "" : `.${fraction}`);
}

/** Reads a BIP-32 path in the form that apps use: the number of indexes, then 4 bytes for each. */
export function readPath(cursor: Cursor): number[] {
	const count = cursor.byte();
	if (count < 1 || count > 10) throw new Status(cursor.short, `a path of ${count} indexes`);
	return Array.from({ length: count }, () => cursor.uint32());
}
