import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { Cursor, decimals, fromHex, Status, SW, toHex } from "./bytes.ts";

/** Stores token descriptions signed by Ledger (E0 0A), and verifies Ledger's signatures. */

const KEY = fromHex(
	"045e6c1020c14dc46442fe89f97c0b68cdb15976dc24f24c316e7b30fe4e8cc76b" +
		"1489150c21514ebf440ff5dea5393d83de5358cd098fce8fd0f81daa94979183",
);

export function signedByLedger(content: Uint8Array, signature: Uint8Array): boolean {
	try {
		const compact = secp256k1.Signature.fromBytes(signature, "der").toBytes("compact");
		return secp256k1.verify(compact, sha256(content), KEY, { prehash: false, lowS: false });
	} catch {
		return false;
	}
}

export interface DescribedToken {
	readonly ticker: string;
	readonly address: Uint8Array;
	readonly decimals: number;
}

/** Returns true if the value has 32 bytes and all bits are set. */
const isAll = (value: Uint8Array) => value.length === 32 && value.every((byte) => byte === 0xff);

/** Formats an amount as the app does. A token without a description has no decimals or name. */
export function tokenAmount(value: Uint8Array, token: DescribedToken | null): string {
	const ticker = token?.ticker ?? "???";
	if (isAll(value)) return `Unlimited ${ticker}`;
	return `${decimals(BigInt(`0x0${toHex(value)}`), token?.decimals ?? 0)} ${ticker}`;
}

const MAX_DESCRIBED = 5;

/** Descriptions for the next request. Each gets the slot that its answer names. */
export class Descriptions {
	private readonly slots: (DescribedToken | undefined)[] = [];
	private next = 0;

	/** Adds a description and returns its slot. @throws Status if it is not signed by Ledger */
	add(data: Uint8Array): number {
		const cursor = new Cursor(data);
		const ticker = Buffer.from(cursor.readBytes(cursor.byte())).toString("latin1");
		const address = cursor.readBytes(20);
		const places = cursor.uint32();
		cursor.uint32();
		const end = cursor.at;
		if (!signedByLedger(data.subarray(1, end), cursor.rest())) throw new Status(SW.badData, "not signed");
		const slot = this.next;
		this.slots[slot] = { ticker, address, decimals: places };
		this.next = (slot + 1) % MAX_DESCRIBED;
		return slot;
	}

	/** Finds a token by address on any chain, because the app does not compare chains. */
	find(address: Uint8Array): DescribedToken | null {
		return this.slots.find((each) => each !== undefined && toHex(each.address) === toHex(address)) ?? null;
	}

	at(slot: number): DescribedToken | null {
		return this.slots[slot] ?? null;
	}

	reset(): void {
		this.slots.length = 0;
		this.next = 0;
	}
}
