import { contractsOf } from "../decode/evm/contracts.ts";
import { readAddress } from "../format/numeral.ts";
import { message } from "../message.ts";
import { sameAddress } from "../people/labels.ts";
import { isOwn } from "../risk/evm/calls.ts";
import type { Finding } from "../risk/finding.ts";
import { type AssetAmount, isDust, isListed, isNextToNothing } from "../subject/worth.ts";
import { danger, type MessageContext } from "./explanation.ts";

/** Is what an order brings an exchange for what it gives? */

export interface GivenAsset extends AssetAmount {
	/** Of a collection: its worth is not known. */
	readonly isItem: boolean;
}

interface Gain {
	readonly recipient: string | null;
	readonly part: GivenAsset;
}

/** Returns whether an address is the signer or another account of the user's. */
export const isUsers = ({ signer, user }: MessageContext, address: string): boolean =>
	sameAddress(address, signer) || isOwn(user, address);

/** Of a hundred of one asset: markets and makers of collections together take less. */
const MAX_FOR_OTHERS = 25n;

/** Somebody else gets more of what is paid than any market takes. */
function mostlyForOthers(context: MessageContext, gains: readonly Gain[]): boolean {
	const isGot = ({ recipient }: Gain) => recipient !== null && isUsers(context, recipient);
	return gains.some(({ part: { asset } }) => {
		const alike = gains.filter(({ part }) => !part.isItem && sameAddress(part.asset, asset));
		const sum = (of: readonly Gain[]) => of.reduce((total, { part }) => total + part.raw, 0n);
		const all = sum(alike);
		return alike.some(isGot) && sum(alike.filter((gain) => !isGot(gain))) * 100n > all * MAX_FOR_OTHERS;
	});
}

/** Of a well-known collection. What a position or a name of an application is worth, its address does not tell. */
function isKnownItem(chainRef: string, { asset }: GivenAsset): boolean {
	const address = readAddress(asset);
	return address !== null && contractsOf(chainRef).at(address)?.family.keepsItems === true;
}

/** @param gains all that the order brings, to whomever */
export function worthFindings(
	context: MessageContext,
	given: readonly GivenAsset[],
	gains: readonly Gain[],
): readonly Finding[] {
	const { chainRef } = context;
	const got = gains.flatMap(({ recipient, part }) =>
		recipient !== null && isUsers(context, recipient) ? [part] : [],
	);
	// An order without any gain for the user is a gift, and has a finding of its own.
	if (chainRef === null || got.length === 0) return [];
	const others = mostlyForOthers(context, gains)
		? [danger("order-mostly-elsewhere", message("finding.order-mostly-elsewhere"))]
		: [];
	if (got.some((part) => part.isItem && isKnownItem(chainRef, part))) return others;
	const tokens = got.filter(({ isItem }) => !isItem);
	if (!tokens.some(({ asset }) => isListed(chainRef, asset)))
		return [...others, danger("order-unlisted", message("finding.order-unlisted"))];
	const priced = tokens.filter(({ asset }) => isListed(chainRef, asset));
	const counted = given.filter(({ isItem }) => !isItem);
	const isOpen = given.some(({ isItem, asset }) => isItem || !isListed(chainRef, asset));
	const poor = isDust(chainRef, counted, priced) || (isOpen && isNextToNothing(chainRef, priced));
	return poor ? [...others, danger("order-for-dust", message("finding.order-for-dust"))] : others;
}
