import { fromHex, toHex } from "./bytes.ts";
import type { Reply } from "./device.ts";
import { keysOf } from "./keys.ts";

/** Faults that a test can request. */

/**
 * Moment of a command: `before` it is handled, `during` its question, or `after` the decision but before the
 * answer.
 */
export type UnplugMoment = "before" | "during" | "after";

/** Answer that may be altered before it is sent. */
export interface HostileAnswer {
	readonly request: Uint8Array;
	readonly response: Uint8Array;
	/** Returns the answer that a device with another phrase would give, including its signature. */
	as(seed: string): Uint8Array;
}

/** Alters an answer; `null` sends it unchanged. */
export type Hostile = (answer: HostileAnswer) => Uint8Array | null;

export function altered(hostile: Hostile | null, request: string, reply: Reply): string {
	const response = reply.bytes;
	const as = (seed: string) => reply.as(keysOf(seed));
	return toHex(hostile?.({ request: fromHex(request), response, as }) ?? response);
}

/** Alters only the answers that contain a signature. */
export function onSignatures(change: (answer: HostileAnswer) => Uint8Array): Hostile {
	return (answer) => {
		const instruction = answer.request[1] ?? 0;
		const signs = [0x04, 0x06, 0x07, 0x08, 0x0c].includes(instruction) && answer.response.length >= 66;
		return signs ? change(answer) : null;
	};
}

/** Removes the last byte of the data. */
export function truncated({ response }: HostileAnswer): Uint8Array {
	return Uint8Array.from([...response.slice(0, -3), ...response.slice(-2)]);
}

/** Adds bytes after the data. */
export function surplus({ response }: HostileAnswer): Uint8Array {
	return Uint8Array.from([...response.slice(0, -2), 0xde, 0xad, ...response.slice(-2)]);
}

/** Flips one bit of the signature. */
export function flipped({ response }: HostileAnswer): Uint8Array {
	return response.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
}
