import { labelOf, sameAddress } from "../people/labels.ts";
import { isKnownContract } from "./known-contracts.ts";
import type { User } from "./subject.ts";

export interface SignerContext {
	readonly user: User;
	readonly signer: string;
	readonly chainRef: string;
}

export const isOwn = ({ user, signer }: Pick<SignerContext, "user" | "signer">, address: string): boolean =>
	[signer, ...user.accounts].some((own) => sameAddress(own, address));

/**
 * Returns whether an address is neither the user's account, nor a contact, nor a known contract or program.
 */
export const isStranger = (signing: SignerContext, address: string): boolean =>
	!isOwn(signing, address) &&
	labelOf(signing.user.labels, address) === null &&
	!isKnownContract(signing.chainRef, address.toLowerCase());
