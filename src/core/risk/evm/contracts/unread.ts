import type { Decoded } from "../../../decode/evm/decode-evm.ts";
import type { Subject } from "../../../subject/subject.ts";
import { callsOf, type MadeCall } from "../calls.ts";

/** Calls whose bytes do not tell all that they do: the ground of several rules. */

/** It can't be read, holds more calls than are read, or only speaks like a contract that makes the calls it is given. */
export function isUnread({ meaning }: Decoded): boolean {
	if (meaning.kind === "unknown") return true;
	return meaning.kind === "calls" && (!meaning.sure || !meaning.verified || meaning.left > 0);
}

/** The payload's call, or calls inside of it, from the outside in. */
export const unreadCalls = (subject: Subject): readonly MadeCall[] =>
	callsOf(subject).filter(({ decoded }) => isUnread(decoded));
