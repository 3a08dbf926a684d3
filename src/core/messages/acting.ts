import type { MadeCall } from "../effects/evm/calls.ts";
import type { Message } from "../message.ts";
import { grantedBy, payeesOf } from "../risk/evm/calls.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { payeeFindings, spenderFindings } from "./counterparty-findings.ts";
import { danger, type MessageContext } from "./explanation.ts";

/** Calls that typed data has made: by a Safe, a smart account, or in the signer's own name. */

/** Returns whether no more than how the call begins is read. */
export const isOpaque = ({ decoded: { meaning }, how }: MadeCall): boolean =>
	how === "call" && (meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0));

/** @param unread words for a call that can't be read */
export function actingFindings(
	context: MessageContext,
	calls: readonly MadeCall[],
	unread: Message,
): Finding[] {
	return [
		...(calls.some(isOpaque) ? [doubt(danger("unknown-call", unread))] : []),
		...spenderFindings(
			context,
			calls.flatMap(grantedBy).map(({ spender }) => spender),
		),
		...payeeFindings(context, calls.flatMap(payeesOf)),
	];
}
