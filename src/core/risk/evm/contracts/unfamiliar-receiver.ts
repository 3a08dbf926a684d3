import { getAddress } from "viem/utils";
import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { readAddress } from "../../../format/numeral.ts";
import { message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { codeOf, isAccount } from "../../../subject/codes.ts";
import type { Evidence, Finding, FindingRule } from "../../finding.ts";
import { isOwn, isUsedBefore } from "../calls.ts";
import { unreadCalls } from "./unread.ts";

/** Who stands on the other side of what leaves the user's accounts, by our own simulation. */
function receivers({ subject, opinion: { own } }: Evidence): readonly string[] {
	if (own.state !== "done") return [];
	const { user, signer } = subject;
	const gone = own.simulation.balanceChanges.filter(
		({ account, direction, amount }) =>
			isOwn(user, account ?? signer) && (direction === "out" || amount.startsWith("-")),
	);
	const sides = gone.flatMap(({ counterparty }) =>
		counterparty == null ? [] : (readAddress(counterparty) ?? []),
	);
	return [...new Set(sides)];
}

/** A contract, or called while this runs, or calling others: a part of the work, as a pool is. An account only gets. */
function takesPart({ opinion }: Evidence, address: string): boolean {
	if (opinion.own.state !== "done") return false;
	const code = opinion.own.codes.get(address) ?? codeOf(opinion, address);
	if (code !== null) return !isAccount(code);
	return opinion.own.inner.some(
		({ kind, from, to, data }) =>
			sameAddress(from, address) || (kind !== "create" && sameAddress(to, address) && data !== "0x"),
	);
}

/** What leaves by a call that can't be read goes to somebody unfamiliar who has no other part in it. */
export const unfamiliarReceiver: FindingRule = (evidence): Finding | null => {
	const { subject } = evidence;
	const { user, chainRef } = subject;
	const unread = unreadCalls(subject);
	if (unread.length === 0) return null;
	const called = new Set(unread.map(({ decoded }) => decoded.target));
	const [first] = receivers(evidence).filter(
		(address) =>
			![...called].some((target) => sameAddress(target, address)) &&
			!/^0x0+$/.test(address) &&
			wellKnownAt(chainRef, address) === null &&
			!isUsedBefore(user, address, roleOf("paid", chainRef)) &&
			!takesPart(evidence, address),
	);
	if (first === undefined) return null;
	return {
		id: "unfamiliar-receiver",
		severity: "danger",
		text: message("finding.unfamiliar-receiver", { address: getAddress(first) }),
		needsWord: true,
		stake: { kind: "address", address: first },
	};
};
