import type { MadeCall } from "../effects/evm/calls.ts";
import type { Message, Param } from "../message.ts";
import { roleOf } from "../people/counterparties.ts";
import { grantedBy, isUsedBefore, payeesOf } from "../risk/evm/calls.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { nameParam } from "../subject/subject.ts";
import { payeeFindings, spenderFindings } from "./counterparty-findings.ts";
import { danger, type MessageContext } from "./explanation.ts";

/** What calls give away that typed data has made: by a Safe, a smart account, or in the signer's own name. */

/** How it is told of whoever makes the calls. */
export interface ActingTexts {
	readonly unread: Message;
	readonly stranger: (who: Param) => Message;
}

/** What one call gives away, or that Countersign can't tell. */
function callFinding({ decoded, how }: MadeCall, texts: ActingTexts): Finding | null {
	const { meaning } = decoded;
	const unread = meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0);
	return unread && how === "call" ? doubt(danger("unknown-call", texts.unread)) : null;
}

/** All that the calls give away: rights, control, the account itself. */
export function actingFindings(
	context: MessageContext,
	calls: readonly MadeCall[],
	texts: ActingTexts,
): Finding[] {
	const { user } = context;
	const each = calls.flatMap((call) => callFinding(call, texts) ?? []);
	const spenders = calls.flatMap(grantedBy).map(({ spender }) => spender);
	const payees = calls.flatMap(payeesOf);
	const strange = (role: "paid" | "allowed", all: readonly string[]) =>
		all.filter((address) => !isUsedBefore(user, address, roleOf(role, context.chainRef ?? "")));
	const [stranger] = [...strange("paid", payees), ...strange("allowed", spenders)];
	return [
		...each,
		...(stranger === undefined
			? []
			: [
					{
						...danger("other-account", texts.stranger(nameParam(user, stranger))),
						stake: { kind: "address", address: stranger } as const,
					},
				]),
		...spenderFindings(context, spenders),
		...payeeFindings(context, payees),
	];
}
