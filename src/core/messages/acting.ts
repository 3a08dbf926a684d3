import type { MadeCall } from "../effects/evm/calls.ts";
import type { Message } from "../message.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { danger } from "./explanation.ts";

/** Calls that typed data has made: by a Safe, a smart account, or in the signer's own name. */

/** Returns whether no more than how the call begins is read. */
export const isOpaque = ({ decoded: { meaning }, how }: MadeCall): boolean =>
	how === "call" && (meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0));

/** @param unread words for a call that can't be read */
export const actingFindings = (calls: readonly MadeCall[], unread: Message): readonly Finding[] =>
	calls.some(isOpaque) ? [doubt(danger("unknown-call", unread))] : [];
