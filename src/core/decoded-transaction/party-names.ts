import { factValue } from "../chain/chain-error.ts";
import type { EvmFacts } from "../chain/evm.ts";
import { plain } from "../format/plain.ts";
import { labelOf } from "../identities/labels.ts";
import { type Message, message, type Text } from "../localized-text.ts";
import { isUserAccount, shortAddress, tokenOf, type User } from "./decoded-transaction.ts";
import { isKnownCollection, knownAppAt, knownNameAt } from "./known-contracts.ts";

/**
 * Names a party in one consistent way: the user's own name for it, a known contract's name, or its address.
 */

export function nameOf(user: User, address: string): string {
	const label = labelOf(user.labels, address);
	if (label !== null) return plain(label);
	const short = shortAddress(address);
	return isUserAccount(user, address) ? `your account ${short}` : short;
}

function knownName({ chainRef }: User, address: string): Text | null {
	return chainRef == null ? null : knownNameAt(chainRef, address.toLowerCase());
}

export function nameParam(user: User, address: string): string | Message {
	if (labelOf(user.labels, address) !== null) return nameOf(user, address);
	return isUserAccount(user, address)
		? message("account.yours", { address: shortAddress(address) })
		: (knownName(user, address) ?? nameOf(user, address));
}

export function nameWithAddress(user: User, address: string, whole: string): string | Message {
	const label = labelOf(user.labels, address);
	if (label !== null) return `${plain(label)} (${whole})`;
	const name = knownName(user, address);
	return name === null ? whole : message("party.named", { name, address: whole });
}

/** Quotes the collection's own name unless the collection is well known. */
export function collectionParam(
	{ facts, user }: { readonly facts: EvmFacts | null; readonly user: User },
	address: string,
): string | Message {
	const label = labelOf(user.labels, address);
	if (label !== null) return plain(label);
	const chainRef = facts === null ? (user.chainRef ?? null) : String(facts.chainId);
	const lower = address.toLowerCase();
	const token = tokenOf(facts, address);
	const name = factValue(token?.name) ?? factValue(token?.symbol);
	if (chainRef !== null && isKnownCollection(chainRef, lower))
		return plain(knownAppAt(chainRef, lower) ?? name ?? "");
	return name === null || name === ""
		? message("collection.unnamed", { address: shortAddress(address) })
		: message("collection.claimed", { name: plain(name) });
}
