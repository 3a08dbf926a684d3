import { sameAddress } from "../people/labels.ts";
import { firstTimeFinding } from "../risk/evm/contracts/first-time.ts";
import { freshFinding, isFresh } from "../risk/evm/contracts/fresh-contract.ts";
import type { Finding } from "../risk/finding.ts";
import { codeOf } from "../subject/codes.ts";
import type { MessageContext } from "./explanation.ts";

/** What is said of whoever a signature allows something, or pays. */

function ofSpender(context: MessageContext, spender: string): Finding[] {
	const { user } = context;
	const code = codeOf(context, spender);
	const fresh = code !== null && isFresh(code) ? freshFinding(user, spender, code, true) : null;
	const all = [fresh, firstTimeFinding(user, context.chainRef, spender, "allow")];
	return all.filter((found) => found !== null);
}

/** A contract of yesterday, somebody met for the first time. The user's own are none. */
export function spenderFindings(context: MessageContext, spenders: readonly string[]): Finding[] {
	const { accounts } = context.user;
	const others = [...new Set(spenders)].filter((each) => !accounts.some((own) => sameAddress(own, each)));
	return others.flatMap((spender) => ofSpender(context, spender));
}

export function payeeFindings(context: MessageContext, payees: readonly string[]): Finding[] {
	const all = payees.map((payee) => firstTimeFinding(context.user, context.chainRef, payee, "pay"));
	return all.filter((found) => found !== null);
}
