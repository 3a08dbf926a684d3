import type { MadeCall } from "../effects/evm/calls.ts";
import type { Message } from "../message.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { danger } from "./explanation.ts";

/** Calls that typed data causes: by a Safe, by a smart account, or in the signer's own name. */

/** Returns whether only the start of a call is decoded. */
export const isOpaque = ({ decoded: { meaning }, how }: MadeCall): boolean =>
	how === "call" && (meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0));

/** @param unread text for a call that can't be decoded */
export const actingFindings = (calls: readonly MadeCall[], unread: Message): readonly Finding[] =>
	calls.some(isOpaque) ? [doubt(danger("unknown-call", unread))] : [];
