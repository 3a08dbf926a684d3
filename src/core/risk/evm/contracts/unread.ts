import { callsOf, isUnread, type MadeCall } from "../../../effects/evm/calls.ts";
import type { Subject } from "../../../subject/subject.ts";

/** Calls whose bytes do not tell all that they do: the ground of several rules. */

/** The payload's call, or calls inside of it, from the outside in. */
export const unreadCalls = (subject: Subject): readonly MadeCall[] =>
	callsOf(subject).filter(({ decoded }) => isUnread(decoded));
