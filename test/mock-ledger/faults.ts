import { fromHex, toHex } from "./bytes.ts";
import type { Reply } from "./device.ts";
import { keysOf } from "./keys.ts";

/** Faults that can be ordered. */

/** `before` it is handled, `during` its question, `after` it is decided but before its answer. */
export type UnplugMoment = "before" | "during" | "after";

/** An answer that may be altered before it is sent. */
export interface HostileAnswer {
	readonly request: Uint8Array;
	readonly response: Uint8Array;
	/** The answer that a device with another phrase would give, its signature included. */
	as(seed: string): Uint8Array;
}

/** `null` sends it unchanged. */
export type Hostile = (answer: HostileAnswer) => Uint8Array | null;

export function altered(hostile: Hostile | null, request: string, reply: Reply): string {
	const response = reply.bytes;
	const as = (seed: string) => reply.as(keysOf(seed));
	return toHex(hostile?.({ request: fromHex(request), response, as }) ?? response);
}

/** Changes the answers that carry a signature, and no other. */
export function onSignatures(change: (answer: HostileAnswer) => Uint8Array): Hostile {
	return (answer) => {
		const instruction = answer.request[1] ?? 0;
		const signs = [0x04, 0x06, 0x07, 0x08, 0x0c].includes(instruction) && answer.response.length >= 66;
		return signs ? change(answer) : null;
	};
}

/** Without the last byte of its data. */
export function truncated({ response }: HostileAnswer): Uint8Array {
	return Uint8Array.from([...response.slice(0, -3), ...response.slice(-2)]);
}

/** With bytes after its data. */
export function surplus({ response }: HostileAnswer): Uint8Array {
	return Uint8Array.from([...response.slice(0, -2), 0xde, 0xad, ...response.slice(-2)]);
}

/** One bit of the signature is another. */
export function flipped({ response }: HostileAnswer): Uint8Array {
	return response.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
}
