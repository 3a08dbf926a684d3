import { grantedBy, type SpenderGrant } from "../../effects/evm/call-parties.ts";
import { callsOf } from "../../effects/evm/calls.ts";
import { approvalsOf } from "../../explain/evm/approvals.ts";
import { inner, type Message, message } from "../../message.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import { nameParam, type Subject, type User } from "../../subject/subject.ts";
import type { Evidence } from "../finding.ts";

/** What a payload calls, whom it pays and whom it allows something: the ground of several rules. */

export { grantedBy, payeesOf } from "../../effects/evm/call-parties.ts";
export { isUsedBefore, placeOf } from "../../effects/evm/familiar.ts";

/** What our own simulation shows of the user's accounts. */
function simulated({ subject, opinion }: Evidence): SpenderGrant[] {
	if (opinion.own.state !== "done") return [];
	const { accounts } = subject.user;
	return opinion.own.simulation.approvals
		.filter(({ account, approved, amount, unlimited }) => {
			const mine = [...accounts, subject.signer].some((each) => sameAddress(each, account));
			return mine && approved !== false && (unlimited === true || amount !== "0");
		})
		.map(({ spender, asset }) => ({ spender: spender.toLowerCase(), token: asset.toLowerCase() }));
}

const ZERO = `0x${"0".repeat(40)}`;

/**
 * Everybody who would be allowed something: by our own decoding, by the service's simulation, by ours. Without the
 * user's own accounts, and each pair once.
 */
export function grantsOf(evidence: Evidence): readonly SpenderGrant[] {
	const { subject } = evidence;
	const granted = approvalsOf(subject)
		.filter(({ grants }) => grants)
		.map(({ spender, token }) => ({ spender: spender.toLowerCase(), token: token.toLowerCase() }));
	const [top, ...inner] = callsOf(subject);
	// An item of a collection has a number where a token has an amount: only approvalsOf tells them apart.
	const permits = top?.decoded.meaning.kind === "permits" ? grantedBy(top) : [];
	const all = [...granted, ...permits, ...inner.flatMap(grantedBy), ...simulated(evidence)];
	const others = all.filter(({ spender }) => spender !== ZERO && !isOwn(subject.user, spender));
	return others.filter(
		(grant, at) =>
			others.findIndex(({ spender, token }) => spender === grant.spender && token === grant.token) === at,
	);
}

/** A sentence on what a call does, on its condition where only the call's form says so. */
export const supposing = (user: User, { meaning, target }: Subject["decoded"], text: Message): Message =>
	meaning.kind === "unknown" && meaning.like !== undefined
		? message("finding.supposing", {
				contract: nameParam(user, target),
				app: meaning.like.app,
				words: inner(text),
			})
		: text;

export const isOwn = (user: User, address: string): boolean =>
	user.accounts.some((account) => sameAddress(account, address));

/** The user has named it, has it, or has paid it or allowed it something before. */
export function isFamiliar(user: User, address: string): boolean {
	const counterparty = user.counterparties.get(address) ?? user.counterparties.get(address.toLowerCase());
	const dealt = counterparty !== undefined && counterparty.paid + counterparty.allowed > 0;
	return dealt || isOwn(user, address) || labelOf(user.labels, address) !== null;
}
