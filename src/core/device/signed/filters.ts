import { sha224 } from "@noble/hashes/sha2.js";
import { bytesToHex, getAddress } from "viem/utils";
import type { SignedToken, SignedTokens } from "../../decoded-transaction/signed-token.ts";
import { deviceTokenAmount, SCREEN } from "../screens.ts";
import type { StructuredData } from "../structured.ts";
import data from "./data.json" with { type: "json" };
import type { Filter, FilterField } from "./data-types.ts";

/**
 * Typed data with a filter that Ledger signed. Every token in the filter needs a description on that chain.
 * Without one, the app shows "???" and no warning.
 */

interface ShownMember {
	readonly path: string;
	readonly label: string;
	readonly text: string;
	readonly amount: { readonly token: SignedToken; readonly raw: bigint } | null;
}

export interface DescribedData {
	readonly key: string;
	readonly filter: Filter;
	/**
	 * `true` for a permit, which grants its amount to the spender. `false` for an order that contains a
	 * permit.
	 */
	readonly isApproval: boolean;
	readonly chainId: number;
	readonly tokens: readonly SignedToken[];
	readonly contractToken: SignedToken | null;
	/** Members in the device's order. An amount appears once both its token and its number have been sent. */
	readonly shown: readonly ShownMember[];
	readonly hidden: readonly string[];
}

export const APPROVAL_SCHEMAS: ReadonlySet<string> = new Set([
	"d4dd8410bdcf861c48d353f8e3a9b738282a0fd9ba7239f59baa9099",
	"4d593149e876e739220f3b5ede1b38a0213d76c4705b1547c4323df3",
]);

const VERIFYING_CONTRACT = 255;
/** End of the year 9999. It is unknown how the app formats later dates. */
const LAST_SECOND = 253_402_300_799n;

interface Leaf {
	readonly path: string;
	readonly type: string;
	readonly value: unknown;
}

class NotShown extends Error {}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function* leavesOf(
	types: StructuredData["types"],
	type: string,
	value: unknown,
	path: string,
): Generator<Leaf> {
	if (type.endsWith("]")) {
		// It is unknown how the app shows an empty list.
		if (!isList(value) || value.length === 0) throw new NotShown();
		const inner = type.slice(0, type.lastIndexOf("["));
		for (const each of value) yield* leavesOf(types, inner, each, `${path}.[]`);
		return;
	}
	const fields = types[type];
	if (fields === undefined) {
		yield { path, type, value };
		return;
	}
	for (const field of fields)
		yield* leavesOf(types, field.type, memberOf(value, field.name), `${path}.${field.name}`);
}

function wholeOf({ type, value }: Leaf): bigint {
	if (!/^uint[0-9]+$/.test(type) || typeof value !== "string" || !/^[0-9]+$/.test(value))
		throw new NotShown();
	return BigInt(value);
}

function addressOf({ type, value }: Leaf): string {
	if (type !== "address" || typeof value !== "string") throw new NotShown();
	return getAddress(value);
}

const CLOCK = new Intl.DateTimeFormat("en-US", {
	timeZone: "UTC",
	hour: "2-digit",
	minute: "2-digit",
	second: "2-digit",
	hour12: true,
});

/** The app shows the type's maximum value as "Unlimited". */
function momentOf(leaf: Leaf): string {
	const seconds = wholeOf(leaf);
	if (seconds === 2n ** BigInt(leaf.type.slice("uint".length)) - 1n) return SCREEN.unlimited;
	if (seconds > LAST_SECOND) throw new NotShown();
	const date = new Date(Number(seconds) * 1000);
	return [date.toISOString().slice(0, 10), CLOCK.format(date), SCREEN.utc].join(" ");
}

const plainText = (leaf: Leaf): string =>
	leaf.type === "address" ? addressOf(leaf) : wholeOf(leaf).toString();

class Showing {
	readonly shown: ShownMember[] = [];
	readonly tokens = new Map<number, SignedToken>();
	private readonly waiting = new Map<number, { readonly field: FilterField; readonly raw: bigint }>();
	private readonly chainId: number;
	private readonly described: SignedTokens;

	constructor(chainId: number, described: SignedTokens) {
		this.chainId = chainId;
		this.described = described;
	}

	token(coin: number | undefined, address: string): void {
		const token = this.described.find(this.chainId, address);
		if (token === null || coin === undefined || (coin !== VERIFYING_CONTRACT && coin !== this.tokens.size))
			throw new NotShown();
		this.tokens.set(coin, token);
		const amount = this.waiting.get(coin);
		if (amount !== undefined) this.amount(amount.field, amount.raw);
	}

	amount(field: FilterField, raw: bigint): void {
		const coin = field.coin_ref;
		if (coin === undefined) throw new NotShown();
		const token = this.tokens.get(coin);
		if (token === undefined) {
			this.waiting.set(coin, { field, raw });
			return;
		}
		this.waiting.delete(coin);
		const text = deviceTokenAmount(raw, token);
		this.shown.push({ path: field.path, label: field.label, text, amount: { token, raw } });
	}

	addField(field: FilterField, leaf: Leaf): void {
		if (field.format === "token") this.token(field.coin_ref, addressOf(leaf));
		else if (field.format === "amount") this.amount(field, wholeOf(leaf));
		else {
			const text = field.format === "datetime" ? momentOf(leaf) : plainText(leaf);
			this.shown.push({ path: field.path, label: field.label, text, amount: null });
		}
	}

	get isWhole(): boolean {
		return this.waiting.size === 0;
	}
}

/**
 * Computes the SHA-224 hash of the types as JSON. The types are sorted by name, and their fields keep their
 * order.
 */
function schemaOf(types: StructuredData["types"]): string {
	const sorted = Object.fromEntries(
		Object.keys(types)
			.toSorted()
			.map((name) => [name, (types[name] ?? []).map((member) => ({ name: member.name, type: member.type }))]),
	);
	return bytesToHex(sha224(new TextEncoder().encode(JSON.stringify(sorted)))).slice(2);
}

interface ContractOfChain {
	readonly chainId: number;
	readonly contract: string;
}

function contractOf({ domain }: StructuredData): ContractOfChain | null {
	const { chainId, verifyingContract: contract } = domain;
	if (typeof chainId !== "string" || !/^[1-9][0-9]{0,8}$/.test(chainId)) return null;
	return typeof contract === "string" ? { chainId: Number(chainId), contract: contract.toLowerCase() } : null;
}

function show(
	structured: StructuredData,
	filter: Filter,
	{ chainId, contract }: ContractOfChain,
	tokens: SignedTokens,
) {
	const showing = new Showing(chainId, tokens);
	const ofOwn = filter.fields.some(({ coin_ref: coin }) => coin === VERIFYING_CONTRACT);
	if (ofOwn) showing.token(VERIFYING_CONTRACT, contract);
	const hidden = new Set<string>();
	const used = new Set<FilterField>();
	for (const { name, type } of structured.types[structured.primaryType] ?? [])
		for (const leaf of leavesOf(structured.types, type, structured.message[name], name)) {
			const field = filter.fields.find(({ path }) => path === leaf.path);
			if (field === undefined) hidden.add(leaf.path);
			else {
				used.add(field);
				showing.addField(field, leaf);
			}
		}
	if (used.size !== filter.fields.length || !showing.isWhole) throw new NotShown();
	return { showing, hidden: [...hidden], own: showing.tokens.get(VERIFYING_CONTRACT) ?? null };
}

export function describedData(tokens: SignedTokens, structured: StructuredData): DescribedData | null {
	const place = contractOf(structured);
	if (place === null) return null;
	const schema = schemaOf(structured.types);
	const key = `${place.chainId}:${place.contract}:${schema}`;
	const filter = Object.hasOwn(data.filters, key) ? data.filters[key] : undefined;
	if (filter === undefined) return null;
	try {
		const { showing, hidden, own: contractToken } = show(structured, filter, place, tokens);
		const named = new Map([...showing.tokens.values()].map((token) => [token.address, token]));
		return {
			key,
			filter,
			isApproval: APPROVAL_SCHEMAS.has(schema),
			chainId: place.chainId,
			tokens: [...named.values()],
			contractToken,
			shown: showing.shown,
			hidden,
		};
	} catch (error) {
		if (error instanceof NotShown) return null;
		throw error;
	}
}
