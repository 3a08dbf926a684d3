import { sameAddress } from "../../policy/labels.ts";
import { codeOf } from "../findings/calls.ts";
import type { Finding } from "../findings/finding.ts";
import { firstTimeFinding } from "../findings/first-time.ts";
import { freshFinding, isFresh } from "../findings/fresh-contract.ts";
import { accountWords } from "../findings/spender-account.ts";
import { danger, type MessageTelling } from "./telling.ts";

/** What is said of whoever a signature allows something, or pays. */

function ofSpender(telling: MessageTelling, spender: string): Finding[] {
	const { person } = telling;
	const code = codeOf(telling, spender);
	const account = code === null ? null : accountWords(person, spender, code);
	const fresh = code !== null && isFresh(code) ? freshFinding(person, spender, code, true) : null;
	const all = [
		account === null ? null : danger("spender-account", account),
		fresh,
		firstTimeFinding(person, spender, "allow"),
	];
	return all.filter((found) => found !== null);
}

/** An account without code, a contract of yesterday, somebody met for the first time. The person's own are none. */
export function spenderFindings(telling: MessageTelling, spenders: readonly string[]): Finding[] {
	const { accounts } = telling.person;
	const others = [...new Set(spenders)].filter((each) => !accounts.some((own) => sameAddress(own, each)));
	return others.flatMap((spender) => ofSpender(telling, spender));
}

export function payeeFindings(telling: MessageTelling, payees: readonly string[]): Finding[] {
	const all = payees.map((payee) => firstTimeFinding(telling.person, payee, "pay"));
	return all.filter((found) => found !== null);
}
