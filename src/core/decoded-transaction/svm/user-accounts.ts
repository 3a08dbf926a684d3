import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import { roleOf } from "../../identities/counterparties.ts";
import { accountOf, authorityOf, holderOf, type SvmContext } from "./svm-decoded-transaction.ts";

export const isUserKey = ({ signer, user }: SvmContext, key: string | null): boolean =>
	key !== null && (key === signer || user.accounts.includes(key));

function authoritiesOver(context: SvmContext, account: string): readonly (string | null)[] {
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
 * Returns whether a wallet, token, stake, vote, or nonce account belongs to the user, before the transaction
 * or after any step. Returns `null` if the chain wasn't queried or didn't respond. Don't treat `null` as
 * `false`.
 */
export function isUsers(context: SvmContext, account: string): boolean | null {
	const all = [
		account,
		...authoritiesOver(context, account),
		holderOf(context, account),
		authorityOf(context, account),
	];
	if (all.some((key) => isUserKey(context, key))) return true;
	return accountOf(context.facts, account) === undefined ? null : false;
}

/**
 * Returns whether the address belongs to the user, has a label in the same case, or was used in this role on
 * this cluster before the session.
 */
export function isUsedBefore(
	context: SvmContext,
	address: string,
	kind: Parameters<typeof roleOf>[0],
): boolean {
	const { user, chainRef } = context;
	if (isUserKey(context, address) || Object.hasOwn(user.labels, address)) return true;
	return user.uses.get(address)?.roles.has(roleOf(kind, chainRef)) === true;
}

export interface GivenAccess {
	readonly of: "signature" | "account" | "unread";
	readonly account: string;
}

export function givenTo(context: SvmContext, { accounts }: Pick<SvmStep, "accounts">): GivenAccess | null {
	const signer = accounts.find(({ pubkey, signer: signs }) => signs && isUserKey(context, pubkey));
	if (signer !== undefined) return { of: "signature", account: signer.pubkey };
	const writable = accounts.filter((account) => account.writable);
	const theirs = writable.find(({ pubkey }) => isUsers(context, pubkey) === true);
	if (theirs !== undefined) return { of: "account", account: theirs.pubkey };
	const unread = writable.find(({ pubkey }) => isUsers(context, pubkey) === null);
	return unread === undefined ? null : { of: "unread", account: unread.pubkey };
}
