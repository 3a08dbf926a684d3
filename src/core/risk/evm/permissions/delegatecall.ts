import { isMultiSend } from "../../../decode/evm/accounts.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { type Message, message } from "../../../message.ts";
import { codeOf } from "../../../subject/codes.ts";
import type { InnerCall } from "../../../subject/opinion.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { Evidence, Finding, FindingRule } from "../../finding.ts";
import { isOwn } from "../calls.ts";

/** A proxy does nothing but hand calls on; code that is longer may choose by what it is given. */
const MAX_PROXY_BYTES = 1_024;

const danger = (text: Message): Finding => ({
	id: "delegatecall",
	severity: "danger",
	text,
	needsWord: true,
});

/** Code of others that an account lends itself to; null for calls, and for bundlers whose bytes say all that they do. */
export function delegatecallFinding(user: User, calls: readonly MadeCall[]): Finding | null {
	const found = calls.find(
		({ how, decoded }) => how === "delegatecall" && decoded.meaning.kind === "unknown",
	);
	if (found === undefined) return null;
	const [code, account] = [nameParam(user, found.decoded.target), nameParam(user, found.as)];
	return danger(message("finding.delegatecall", { code, account }));
}

/** What the call was given that ran the delegatecall at `at`, in lower case; null where the trace does not tell. */
function givenTo(inner: readonly InnerCall[], at: number, top: string): string | null {
	const { depth, from, under } = inner[at] ?? { depth: 0, from: "", under: 0 };
	if (depth === 1) return top.toLowerCase();
	const parent = inner.slice(0, at).findLast((each) => each.under === under && each.depth < depth);
	return parent?.depth === depth - 1 && parent.to === from ? parent.data.toLowerCase() : null;
}

/**
 * The account's own code at work: what it has lent itself by EIP-7702, what its storage names, or whatever it hands
 * each call on to, letter by letter, as a proxy does. None of these is the payload's choice.
 */
function isOwnCode({ subject, opinion }: Evidence, inner: readonly InnerCall[], at: number): boolean {
	const ran = inner[at];
	if (ran === undefined) return false;
	const to = ran.to.toLowerCase();
	const code = codeOf(opinion, ran.from);
	if (code === null) return false;
	if (code.delegatedTo === to || code.implementation === to) return true;
	const forwards = givenTo(inner, at, subject.payload.transaction.data) === ran.data.toLowerCase();
	return forwards && code.delegatedTo === null && code.size <= MAX_PROXY_BYTES;
}

/** By our own simulation: foreign code ran as an account of the user. A bundler's bytes say all that it does. */
function ranAsMine(evidence: Evidence): Finding | null {
	const { subject, opinion } = evidence;
	if (opinion.own.state !== "done") return null;
	const found = opinion.own.inner.find(
		({ kind, from, to }, at, inner) =>
			kind === "delegatecall" &&
			isOwn(subject.user, from) &&
			!isMultiSend(to) &&
			!isOwnCode(evidence, inner, at),
	);
	return found === undefined
		? null
		: danger(
				message("finding.delegatecall.inside", {
					code: nameParam(subject.user, found.to),
					account: nameParam(subject.user, found.from),
				}),
			);
}

/** Code of others that runs as an account of the user, or as a Safe that they speak for. */
export const delegatecall: FindingRule = (evidence) =>
	delegatecallFinding(evidence.subject.user, callsOf(evidence.subject)) ?? ranAsMine(evidence);
