import { wellKnownAt } from "../../chain/tokens/known.ts";
import { readAddress } from "../../format/numeral.ts";
import { sameAddress } from "../../people/labels.ts";
import { codeOf, isAccount } from "../../subject/codes.ts";
import type { LegOpinion } from "../../subject/opinion.ts";
import type { Subject } from "../../subject/subject.ts";
import { callsOf, isUnread } from "./calls.ts";

/** Accounts that take something by calls that can't be read, by our own simulation. */

const NOBODY = /^0x0+$/;

/** A contract, or an account that calls or is called, has a part in the work, as a pool does. */
function takesPart({ own, addressFacts }: LegOpinion, address: string): boolean {
	if (own.state !== "done") return false;
	const code = own.codes.get(address) ?? codeOf({ addressFacts }, address);
	if (code !== null) return !isAccount(code);
	return own.inner.some(
		({ kind, from, to, data }) =>
			sameAddress(from, address) || (kind !== "create" && sameAddress(to, address) && data !== "0x"),
	);
}

/** Returns other sides of what leaves the user's accounts. */
function receiversOf({ user, signer }: Subject, { own }: LegOpinion): readonly string[] {
	if (own.state !== "done") return [];
	const isMine = (account: string) => user.accounts.some((each) => sameAddress(each, account));
	return own.simulation.balanceChanges
		.filter(
			({ account, direction, amount }) =>
				isMine(account ?? signer) && (direction === "out" || amount.startsWith("-")),
		)
		.flatMap(({ counterparty }) => readAddress(counterparty ?? "") ?? []);
}

/** Accounts that only get something of the user's, by a transaction with a call that can't be read. */
export function takersIn(subject: Subject, opinion: LegOpinion): readonly string[] {
	const unread = callsOf(subject).filter(({ decoded }) => isUnread(decoded));
	if (unread.length === 0) return [];
	const called = new Set<string>(unread.map(({ decoded }) => decoded.target));
	return [...new Set(receiversOf(subject, opinion))].filter(
		(address) =>
			!called.has(address) &&
			!NOBODY.test(address) &&
			wellKnownAt(subject.chainRef, address) === null &&
			!takesPart(opinion, address),
	);
}
