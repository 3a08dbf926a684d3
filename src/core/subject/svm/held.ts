import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import { roleOf } from "../../people/counterparties.ts";
import { accountOf, authorityOf, holderOf, type SvmContext } from "./svm-subject.ts";

/** Which accounts are the user's, by what the chain and the transaction say. */

/** The signer, or another account of the user's own. */
export const isOwn = ({ signer, user }: SvmContext, key: string | null): boolean =>
	key !== null && (key === signer || user.accounts.includes(key));

/** Everybody who has a say over an account, as the chain holds it now. */
function sayOver(context: SvmContext, account: string): readonly (string | null)[] {
	const data = accountOf(context.facts, account)?.data;
	switch (data?.kind) {
		case "token":
			return [data.owner, data.closeAuthority, data.delegate];
		case "mint":
			return [data.mintAuthority, data.freezeAuthority];
		case "stake":
			return [data.withdrawer, data.staker, data.lockup?.custodian ?? null];
		case "vote":
			return [data.withdrawer, data.identity];
		case "nonce":
			return [data.authority ?? null];
		default:
			return [];
	}
}

/**
 * Whether the user has a say over an account: a wallet, or a token, stake, vote or nonce account, before the
 * transaction or by one of its steps. null where the chain was not asked, or did not answer: that is no "no".
 */
export function isUsers(context: SvmContext, account: string): boolean | null {
	const all = [
		account,
		...sayOver(context, account),
		holderOf(context, account),
		authorityOf(context, account),
	];
	if (all.some((key) => isOwn(context, key))) return true;
	return accountOf(context.facts, account) === undefined ? null : false;
}

/**
 * Theirs, named by them letter by letter, or used before in this very role on this cluster, by what is on the chain and
 * was not first met in the session at hand.
 */
export function isUsedBefore(
	context: SvmContext,
	address: string,
	kind: Parameters<typeof roleOf>[0],
): boolean {
	const { user, chainRef } = context;
	if (isOwn(context, address) || Object.hasOwn(user.labels, address)) return true;
	return user.uses.get(address)?.roles.has(roleOf(kind, chainRef)) === true;
}

export interface GivenAccess {
	readonly of: "signature" | "account" | "unread";
	readonly account: string;
}

/** What of the user's an instruction is handed; where the chain does not say whose an account is, it may be theirs. */
export function givenTo(context: SvmContext, { accounts }: Pick<SvmStep, "accounts">): GivenAccess | null {
	const signer = accounts.find(({ pubkey, signer: signs }) => signs && isOwn(context, pubkey));
	if (signer !== undefined) return { of: "signature", account: signer.pubkey };
	const writable = accounts.filter((account) => account.writable);
	const theirs = writable.find(({ pubkey }) => isUsers(context, pubkey) === true);
	if (theirs !== undefined) return { of: "account", account: theirs.pubkey };
	const unread = writable.find(({ pubkey }) => isUsers(context, pubkey) === null);
	return unread === undefined ? null : { of: "unread", account: unread.pubkey };
}
