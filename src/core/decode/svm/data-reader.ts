import { base58 } from "@scure/base";

export class Unread extends Error {
	constructor(options?: ErrorOptions) {
		super("unread", options);
		this.name = "Unread";
	}
}

const KEY = 32;
const MAX_LENGTH = 1232n;

export class DataReader {
	readonly #bytes: Uint8Array;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	get left(): number {
		return this.#bytes.length - this.#at;
	}

	readBytes(count: number): Uint8Array {
		if (count > this.left) throw new Unread();
		this.#at += count;
		return this.#bytes.slice(this.#at - count, this.#at);
	}

	uint(size: number): bigint {
		return this.readBytes(size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
	}

	u8(): number {
		return Number(this.uint(1));
	}

	u16(): number {
		return Number(this.uint(2));
	}

	u32(): number {
		return Number(this.uint(4));
	}

	u64(): bigint {
		return this.uint(8);
	}

	i64(): bigint {
		return BigInt.asIntN(64, this.uint(8));
	}

	key(): string {
		return base58.encode(this.readBytes(KEY));
	}

	text(): string {
		const length = this.u64();
		if (length > MAX_LENGTH) throw new Unread();
		return utf8(this.readBytes(Number(length)));
	}

	optionalKey(): string | null {
		const given = this.u8();
		if (given === 1) return this.key();
		if (given !== 0) throw new Unread();
		if (this.left === KEY && this.readBytes(KEY).some((byte) => byte !== 0)) throw new Unread();
		return null;
	}

	option<T>(read: () => T): T | null {
		const given = this.u8();
		if (given > 1) throw new Unread();
		return given === 1 ? read() : null;
	}

	peek(): Uint8Array {
		return this.#bytes.slice(this.#at);
	}

	rest(): Uint8Array {
		return this.readBytes(this.left);
	}

	end(): void {
		if (this.left > 0) throw new Unread();
	}
}

export function utf8(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw new Unread({ cause });
	}
}
