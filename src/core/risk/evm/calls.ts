import type { Decoded } from "../../decode/evm/decode-evm.ts";
import { claimedMeaning } from "../../decode/evm/leaves.ts";
import { callsOf, type MadeCall } from "../../effects/evm/calls.ts";
import { approvalsOf } from "../../explain/evm/approvals.ts";
import type { Hex } from "../../format/numeral.ts";
import { inner, type Message, message } from "../../message.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import { nameParam, type User } from "../../subject/subject.ts";
import type { Evidence } from "../finding.ts";

/** What a payload calls, whom it pays and whom it allows something: the ground of several rules. */

/** Whom a call pays by its own bytes, other than its maker: who gets what is sent, bought, wrapped, put in or taken out. */
export function payeesOf({ as, decoded }: Pick<MadeCall, "as" | "decoded">): readonly Hex[] {
	const { target, value } = decoded;
	const meaning = claimedMeaning(decoded);
	const paid = (): readonly (Hex | string)[] => {
		switch (meaning.kind) {
			case "native":
				return value === 0n ? [] : [target];
			case "transfer":
			case "transferFrom":
			case "items":
				return [meaning.to];
			case "moves":
				return meaning.rows.map(({ to }) => to);
			case "payment":
			case "wrap":
				return [meaning.to];
			case "swap":
				return meaning.to === null ? [] : [meaning.to];
			case "vault":
				return [meaning.receiver];
			case "act":
				return meaning.gets.flatMap(({ party }) => (party === meaning.owner ? [] : [party]));
			default:
				return [];
		}
	};
	return paid().filter((to): to is Hex => to.startsWith("0x") && !sameAddress(to, as));
}

export { isUsedBefore, placeOf } from "../../effects/evm/familiar.ts";

export interface SpenderGrant {
	/** In lower case. */
	readonly spender: string;
	readonly token: string;
}

/** Whom a call allows something by its own bytes. */
export function grantedBy({ decoded }: Pick<MadeCall, "decoded">): SpenderGrant[] {
	const { target: token } = decoded;
	const meaning = claimedMeaning(decoded);
	if (meaning.kind === "permits") return meaning.rows.filter(({ amount }) => amount > 0n);
	if (meaning.kind === "operator") return meaning.approved ? [{ spender: meaning.operator, token }] : [];
	if (meaning.kind === "act")
		return meaning.rights
			.filter(({ given, over }) => given && over !== "stake")
			.map(({ holder: spender }) => ({ spender, token }));
	if (meaning.kind === "allowance")
		return meaning.up && meaning.by > 0n ? [{ spender: meaning.spender, token }] : [];
	if (meaning.kind === "approve-item")
		return meaning.amount > 0n ? [{ spender: meaning.spender, token }] : [];
	return meaning.kind === "approve" && meaning.amountOrId > 0n ? [{ spender: meaning.spender, token }] : [];
}

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
export const supposing = (user: User, { meaning, target }: Decoded, text: Message): Message =>
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
