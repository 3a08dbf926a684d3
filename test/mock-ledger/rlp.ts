import { Cursor, Status, SW, toUint } from "./bytes.ts";

/**
 * Parses RLP (Ethereum yellow paper, appendix B) as far as an app needs it: one list of strings and lists.
 */

export type Rlp = Uint8Array | readonly Rlp[];

interface Head {
	readonly list: boolean;
	/** Length of the head in bytes. */
	readonly head: number;
	/** Length of the body in bytes. */
	readonly body: number;
}

/** Reads the head of the item at the cursor without moving it; `null` if some bytes have not arrived. */
function headAt(bytes: Uint8Array, at: number): Head | null {
	const first = bytes[at];
	if (first === undefined) return null;
	if (first < 0x80) return { list: false, head: 0, body: 1 };
	const list = first >= 0xc0;
	const short = first - (list ? 0xc0 : 0x80);
	if (short < 56) return { list, head: 1, body: short };
	const lengthBytes = short - 55;
	if (lengthBytes > 4) throw new Status(SW.badData, "an RLP item of more than 4 GiB");
	if (bytes.length < at + 1 + lengthBytes) return null;
	return { list, head: 1 + lengthBytes, body: Number(toUint(bytes.subarray(at + 1, at + 1 + lengthBytes))) };
}

function readItem(cursor: Cursor): Rlp {
	const head = headAt(cursor.bytes, cursor.at);
	if (head === null) throw new Status(SW.badData, "an RLP item that ends early");
	cursor.readBytes(head.head);
	const body = cursor.readBytes(head.body);
	return head.list ? readItems(body) : body;
}

function readItems(body: Uint8Array): Rlp[] {
	const cursor = new Cursor(body);
	const items: Rlp[] = [];
	while (cursor.remaining > 0) items.push(readItem(cursor));
	return items;
}

/** Returns the items of a list that fills the bytes exactly. @throws Status */
export function readList(bytes: Uint8Array): Rlp[] {
	const head = headAt(bytes, 0);
	if (head === null || !head.list) throw new Status(SW.badData, "no RLP list");
	if (bytes.length !== head.head + head.body) throw new Status(SW.badData, "bytes besides the RLP list");
	return readItems(bytes.subarray(head.head));
}

/** Field of a list whose end may not have arrived. */
export interface Field {
	readonly list: boolean;
	readonly length: number;
	/** `null` if some of its bytes have not arrived. */
	readonly body: Uint8Array | null;
}

/** Returns the fields of a list that have arrived. The last one may be incomplete. */
export function fieldsSoFar(bytes: Uint8Array): Field[] {
	const outer = headAt(bytes, 0);
	if (outer === null) return [];
	if (!outer.list) throw new Status(SW.badData, "no RLP list");
	const end = outer.head + outer.body;
	const fields: Field[] = [];
	for (let at = outer.head; at < Math.min(end, bytes.length); ) {
		const head = headAt(bytes, at);
		if (head === null) break;
		const from = at + head.head;
		at = from + head.body;
		if (at > end) throw new Status(SW.badData, "an RLP item over the end of its list");
		fields.push({
			list: head.list,
			length: head.body,
			body: at <= bytes.length ? bytes.subarray(from, at) : null,
		});
	}
	return fields;
}

/** Returns the length of the whole list in bytes; `null` if its head has not arrived. */
export function lengthOf(bytes: Uint8Array): number | null {
	const head = headAt(bytes, 0);
	return head === null ? null : head.head + head.body;
}
