import { sha224 } from "@noble/hashes/sha2.js";
import { ascii, Cursor, concat, Status, SW, toHex, toUint } from "./bytes.ts";
import { type DescribedToken, type Descriptions, signedByLedger, tokenAmount } from "./eth-described.ts";
import { checksummed } from "./keys.ts";
import { chainName } from "./networks.ts";
import type { ShownField } from "./question.ts";
import { type FieldType, type StructField, typeText } from "./typed-data.ts";

/** Ledger's signed words for typed data (E0 1E): which members are shown, under which name, and which not. */

export const FILTER = {
	activate: 0x00,
	title: 0x0f,
	datetime: 0xfc,
	token: 0xfd,
	amount: 0xfe,
	raw: 0xff,
} as const;

/** Signed content begins with a byte of its kind. */
const KINDS: ReadonlyMap<number, number> = new Map([
	[FILTER.title, 183],
	[FILTER.token, 11],
	[FILTER.amount, 22],
	[FILTER.datetime, 33],
	[FILTER.raw, 72],
]);
/** The token is the contract that reads the signature. */
const CONTRACT = 255;

/** Scope of the filters: the domain that was sent, and the hash of all types. */
export interface FilterPlace {
	readonly chainId: bigint;
	readonly contract: Uint8Array;
	readonly schema: Uint8Array;
}

/** SHA-224 of the types' JSON, as they came. */
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
	 * E0 1E. `path`: of the next value.
	 * @throws Status if it is not signed for this path
	 */
	tell(p2: number, data: Uint8Array, place: FilterPlace, path: string): void {
		const kind = KINDS.get(p2);
		if (kind === undefined) throw new Status(SW.unknownInstruction, `a filter of kind ${p2}`);
		const cursor = new Cursor(data);
		const label = p2 === FILTER.token ? new Uint8Array() : cursor.take(cursor.byte());
		// How many fields follow, or which description is meant.
		const number = p2 === FILTER.datetime || p2 === FILTER.raw ? new Uint8Array() : cursor.take(1);
		const signature = cursor.take(cursor.byte());
		const head = [Uint8Array.of(kind), chainBytes(place.chainId), place.contract, place.schema];
		const content = p2 === FILTER.title ? [number, label] : [ascii(path), label, number];
		if (!signedByLedger(concat(...head, ...content), signature))
			throw new Status(SW.refusedData, "not signed");
		const text = Buffer.from(label).toString("latin1");
		if (p2 === FILTER.title) this.title = text;
		else this.expect(p2, text, number[0] ?? 0, place);
	}

	private expect(kind: number, label: string, coin: number, { contract }: FilterPlace): void {
		if (kind === FILTER.amount && coin === CONTRACT) {
			const token = this.descriptions.find(contract);
			if (token === null) throw new Status(SW.refusedData, "the contract is no described token");
			this.join(CONTRACT, { token });
		}
		this.expected = { kind, label, coin };
	}

	/**
	 * Checks a value that may have a filter.
	 * @throws Status if it is another token
	 */
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

	/** An amount is shown once it and its token are both there. */
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
