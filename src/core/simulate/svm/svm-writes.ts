import { base58 } from "@scure/base";
import type { SvmAccountFacts } from "../../chain/svm.ts";
import type { AccountWrite, KeyOffset } from "../../decoded-transaction/opinion.ts";
import { readKey, sameBytes } from "../../format/svm-wire.ts";

/** Compares a Solana transaction's accounts byte by byte and finds the user's keys in them. */

export interface AccountState {
	readonly facts: SvmAccountFacts;
	readonly data: Uint8Array;
}

type States = ReadonlyMap<string, AccountState | null>;

const KEY_SIZE = 32;
const NO_DATA = new Uint8Array();
/** Limited because a program can fill an account with copies of a key. Changed offsets come first. */
const MAX_OFFSETS = 16;

const dataOf = (state: AccountState | null): Uint8Array => state?.data ?? NO_DATA;

const stands = (data: Uint8Array, at: number, key: Uint8Array): boolean =>
	sameBytes(data.subarray(at, at + KEY_SIZE), key);

function offsetsIn(data: Uint8Array, key: Uint8Array): number[] {
	const places: number[] = [];
	const first = key[0] ?? 0;
	for (let at = data.indexOf(first); at !== -1; at = data.indexOf(first, at + 1))
		if (stands(data, at, key)) places.push(at);
	return places;
}

function addressAt(data: Uint8Array, at: number): string | null {
	const bytes = data.subarray(at, at + KEY_SIZE);
	return bytes.length < KEY_SIZE || bytes.every((byte) => byte === 0) ? null : base58.encode(bytes);
}

function keyOffsets(key: string, before: Uint8Array, after: Uint8Array): KeyOffset[] {
	const bytes = readKey(key);
	if (bytes === null) return [];
	const places = new Set([...offsetsIn(before, bytes), ...offsetsIn(after, bytes)]);
	return [...places].map((at): KeyOffset => {
		const [then, now] = [stands(before, at, bytes), stands(after, at, bytes)];
		if (then && now) return { key, at, stands: "both", other: null };
		return then
			? { key, at, stands: "before", other: addressAt(after, at) }
			: { key, at, stands: "after", other: addressAt(before, at) };
	});
}

function keysIn(mine: ReadonlySet<string>, before: Uint8Array, after: Uint8Array): readonly KeyOffset[] {
	const all = [...mine].flatMap((key) => keyOffsets(key, before, after));
	const changed = all.filter(({ stands: when }) => when !== "both");
	return [...changed, ...all.filter(({ stands: when }) => when === "both")].slice(0, MAX_OFFSETS);
}

function hasOtherData(before: AccountState | null, after: AccountState | null): boolean {
	return !sameBytes(dataOf(before), dataOf(after)) || before?.facts.owner !== after?.facts.owner;
}

interface Watched {
	readonly mine: ReadonlySet<string>;
	readonly moved: readonly string[];
}

/** Returns the accounts whose lamports, owner or data changed, without their data. */
export function writesOf(before: States, after: States, { mine, moved }: Watched): readonly AccountWrite[] {
	return [...before].flatMap(([address, then]): AccountWrite[] => {
		const now = after.get(address) ?? null;
		const isDataChanged = hasOtherData(then, now);
		if (!isDataChanged && then?.facts.lamports === now?.facts.lamports) return [];
		const keys = isDataChanged ? keysIn(mine, dataOf(then), dataOf(now)) : [];
		const facts = { before: then?.facts ?? null, after: now?.facts ?? null };
		return [{ address, ...facts, isDataChanged, isMoved: moved.includes(address), keys }];
	});
}
