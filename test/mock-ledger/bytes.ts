/** Bounded reads of a client's bytes; missing bytes end in a status word. */

/** Status words of the device's apps and of its system. */
export const SW = {
	ok: 0x9000,
	locked: 0x5515,
	/** Its person said no to opening an app. */
	openRefused: 0x5501,
	/** The dashboard does not know commands of apps. */
	noAppOpen: 0x6511,
	wrongLength: 0x6700,
	typeNotSupported: 0x6501,
	/** Dashboard: no app of that name. Solana: invalid counter. */
	noSuchApp: 0x6807,
	/** Solana: blind signing is off, or the form is not supported. */
	notSupported: 0x6808,
	refused: 0x6985,
	notAllowed: 0x6986,
	/** Ledger's signature is missing or covers something else. */
	refusedData: 0x6a00,
	badData: 0x6a80,
	/** Solana: the signer is not in the message. */
	badHeader: 0x6a81,
	badFormat: 0x6a82,
	/** Solana: the length is wrong; also its answer to an address question of the Ethereum app. */
	badSize: 0x6a83,
	badParameters: 0x6b00,
	unknownInstruction: 0x6d00,
	unknownClass: 0x6e00,
	/** Something in the emulated device itself went wrong. */
	internal: 0x6f00,
} as const;

/** Ends a command with a status word and no data. */
export class Status extends Error {
	readonly word: number;
	constructor(word: number, why: string) {
		super(`0x${word.toString(16).padStart(4, "0")}: ${why}`);
		this.name = "Status";
		this.word = word;
	}
}

/** A place in bytes that moves on with every read. Reading past the end throws `Status` with `short`. */
export class Cursor {
	readonly bytes: Uint8Array;
	readonly short: number;
	at = 0;
	constructor(bytes: Uint8Array, short: number = SW.badData) {
		this.bytes = bytes;
		this.short = short;
	}
	get left(): number {
		return this.bytes.length - this.at;
	}
	take(length: number): Uint8Array {
		if (length > this.left) throw new Status(this.short, `${length} bytes expected, ${this.left} left`);
		this.at += length;
		return this.bytes.subarray(this.at - length, this.at);
	}
	byte(): number {
		return this.take(1)[0] ?? 0;
	}
	rest(): Uint8Array {
		return this.take(this.left);
	}
	uint32(): number {
		return Number(toUint(this.take(4)));
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

/** Big-endian, unsigned; no bytes are zero. */
export function toUint(bytes: Uint8Array): bigint {
	let value = 0n;
	for (const byte of bytes) value = (value << 8n) | BigInt(byte);
	return value;
}

/** Little-endian, unsigned. */
export function toUintLe(bytes: Uint8Array): bigint {
	return toUint(Uint8Array.from(bytes).reverse());
}

/** A number with a point, without zeros at its end: 12300000000000000, 18 → "0.0123". */
export function decimals(value: bigint, places: number): string {
	const text = value.toString().padStart(places + 1, "0");
	const fraction = text.slice(text.length - places).replace(/0+$/, "");
	return text.slice(0, text.length - places) + (fraction === "" ? "" : `.${fraction}`);
}

/** A BIP-32 path as apps write it: how many indexes, then each in 4 bytes. */
export function readPath(cursor: Cursor): number[] {
	const count = cursor.byte();
	if (count < 1 || count > 10) throw new Status(cursor.short, `a path of ${count} indexes`);
	return Array.from({ length: count }, () => cursor.uint32());
}
