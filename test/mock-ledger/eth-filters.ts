import { sha224 } from "@noble/hashes/sha2.js";
import { ascii, Cursor, concat, Status, SW, toHex, toUint } from "./bytes.ts";
import { type DescribedToken, type Descriptions, signedByLedger, tokenAmount } from "./eth-described.ts";
import { checksummed } from "./keys.ts";
import { chainName } from "./networks.ts";
import type { ShownField } from "./question.ts";
import { type FieldType, type StructField, typeText } from "./typed-data.ts";

/**
 * Applies Ledger's signed filters for typed data (E0 1E), which select the displayed members and name them.
 */

export const FILTER = {
	activate: 0x00,
	title: 0x0f,
	datetime: 0xfc,
	token: 0xfd,
	amount: 0xfe,
	raw: 0xff,
} as const;

/** First byte of the signed content, by kind of filter. */
const KINDS: ReadonlyMap<number, number> = new Map([
	[FILTER.title, 183],
	[FILTER.token, 11],
	[FILTER.amount, 22],
	[FILTER.datetime, 33],
	[FILTER.raw, 72],
]);
/** Slot number that means the verifying contract itself. */
const CONTRACT = 255;

/** Scope of the filters: the domain, and the hash of all types. */
export interface FilterScope {
	readonly chainId: bigint;
	readonly contract: Uint8Array;
	readonly schema: Uint8Array;
}

/** Returns the SHA-224 of the types' JSON, in the order in which they arrived. */
export function schemaHash(structs: ReadonlyMap<string, readonly StructField[]>): Uint8Array {
	const types = Object.fromEntries(
		[...structs].map(([name, fields]) => [
			name,
			fields.map((field) => ({ name: field.name, type: typeText(field.type) })),
		]),
	);
	return sha224(ascii(JSON.stringify(types)));
}

interface Expected {
	readonly kind: number;
	readonly label: string;
	/** Slot of the token's description. */
	readonly coin: number;
}

interface Joined {
	readonly token?: DescribedToken | null;
	readonly amount?: { readonly label: string; readonly value: Uint8Array };
}

const time = new Intl.DateTimeFormat("en-US", {
	timeZone: "UTC",
	hour: "2-digit",
	minute: "2-digit",
	second: "2-digit",
	hour12: true,
});

function moment(value: Uint8Array, { size }: FieldType): string {
	if (value.length === size && value.every((byte) => byte === 0xff)) return "Unlimited";
	const date = new Date(Number(toUint(value)) * 1000);
	return `${date.toISOString().slice(0, 10)}\n${time.format(date)} UTC`;
}

function plain(value: Uint8Array, { kind }: FieldType): string {
	if (kind === "address") return checksummed(value);
	if (kind === "uint") return toUint(value).toString();
	if (kind === "string") return Buffer.from(value).toString("utf8");
	return `0x${toHex(value).toUpperCase()}`;
}

export class Filters {
	private title = "";
	private expected: Expected | null = null;
	private readonly joined = new Map<number, Joined>();
	private readonly fields: ShownField[] = [];
	private readonly descriptions: Descriptions;

	constructor(descriptions: Descriptions) {
		this.descriptions = descriptions;
	}

	/**
	 * Handles E0 1E.
	 * @param path path of the next value
	 * @throws Status if it is not signed for this path
	 */
	add(p2: number, data: Uint8Array, scope: FilterScope, path: string): void {
		const kind = KINDS.get(p2);
		if (kind === undefined) throw new Status(SW.unknownInstruction, `a filter of kind ${p2}`);
		const cursor = new Cursor(data);
		const label = p2 === FILTER.token ? new Uint8Array() : cursor.readBytes(cursor.byte());
		// Number of fields that follow, or slot of a description.
		const number = p2 === FILTER.datetime || p2 === FILTER.raw ? new Uint8Array() : cursor.readBytes(1);
		const signature = cursor.readBytes(cursor.byte());
		const head = [Uint8Array.of(kind), chainBytes(scope.chainId), scope.contract, scope.schema];
		const content = p2 === FILTER.title ? [number, label] : [ascii(path), label, number];
		if (!signedByLedger(concat(...head, ...content), signature))
			throw new Status(SW.refusedData, "not signed");
		const text = Buffer.from(label).toString("latin1");
		if (p2 === FILTER.title) this.title = text;
		else this.expect(p2, text, number[0] ?? 0, scope);
	}

	private expect(kind: number, label: string, coin: number, { contract }: FilterScope): void {
		if (kind === FILTER.amount && coin === CONTRACT) {
			const token = this.descriptions.find(contract);
			if (token === null) throw new Status(SW.refusedData, "the contract is no described token");
			this.join(CONTRACT, { token });
		}
		this.expected = { kind, label, coin };
	}

	/** Applies the pending filter to a value. @throws Status if the value is a different token */
	value({ type }: StructField, value: Uint8Array): void {
		const { expected } = this;
		this.expected = null;
		if (expected === null) return;
		const { kind, label, coin } = expected;
		if (kind === FILTER.raw) this.show(label, plain(value, type));
		else if (kind === FILTER.datetime) this.show(label, moment(value, type), true);
		else if (kind === FILTER.amount) this.join(coin, { amount: { label, value } });
		else {
			const token = this.descriptions.at(coin);
			if (token !== null && toHex(token.address) !== toHex(value))
				throw new Status(SW.refusedData, "another token than the described");
			this.join(coin, { token });
		}
	}

	/** Joins an amount with its token, and shows the amount once both have arrived. */
	private join(coin: number, part: Joined): void {
		const joined = { ...this.joined.get(coin), ...part };
		this.joined.set(coin, joined);
		const { token, amount } = joined;
		if (token === undefined || amount === undefined) return;
		this.show(amount.label, tokenAmount(amount.value, token), true);
		this.joined.delete(coin);
	}

	private show(label: string, text: string, words = false): void {
		this.fields.push({ label, value: text, words });
	}

	shown(chainId: bigint): ShownField[] {
		return [
			{ label: "Contract", value: this.title, words: true },
			...(chainId === 1n ? [] : [{ label: "Network", value: chainName(chainId) }]),
			...this.fields,
		];
	}
}

function chainBytes(chainId: bigint): Uint8Array {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(chainId);
	return new Uint8Array(bytes);
}
