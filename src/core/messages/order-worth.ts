import { contractsOf } from "../decode/evm/contracts.ts";
import { readAddress } from "../format/numeral.ts";
import { message } from "../message.ts";
import { sameAddress } from "../people/labels.ts";
import { isOwn } from "../risk/evm/calls.ts";
import type { Finding } from "../risk/finding.ts";
import type { SignedPart } from "../signed/reading.ts";
import { type AssetAmount, isDust, isKin, isListed, isNextToNothing, shareOf } from "../subject/worth.ts";
import { danger, type MessageContext } from "./explanation.ts";

/** Is what an order brings an exchange for what it gives? */

interface GivenAsset extends AssetAmount {
	/** Of a collection: its worth is not known. */
	readonly isItem: boolean;
}

const worthAs = ({ asset, least, most }: SignedPart, side: "given" | "asked"): GivenAsset => ({
	asset: asset.kind === "native" ? "native" : (asset.address ?? ""),
	raw: side === "given" ? (most ?? least) : least,
	isItem: asset.kind === "item",
});

/** Percentage of the price: markets and makers of collections together take less. */
const MAX_FOR_OTHERS = 25n;

/** Returns whether an address is the signer or another account of the user's. */
export const isUsers = ({ signer, user }: MessageContext, address: string): boolean =>
	sameAddress(address, signer) || isOwn(user, address);

/**
 * Compares what others get with what the user gets. Fees of markets are in the price's own coin; a payment in another
 * coin counts in full unless it is small at any price.
 */
function othersFinding(chainRef: string, own: readonly GivenAsset[], others: readonly GivenAsset[]) {
	const shares = others.map(({ asset }) => {
		const alike = (part: GivenAsset) => isKin(chainRef, part.asset, asset);
		const same = own.filter(alike);
		return shareOf(chainRef, others.filter(alike), same.length > 0 ? same : own, MAX_FOR_OTHERS);
	});
	if (shares.includes("more"))
		return danger("order-mostly-elsewhere", message("finding.order-mostly-elsewhere"));
	return shares.includes("unknown")
		? danger("order-mostly-elsewhere", message("finding.order-mostly-elsewhere.other-coin"))
		: null;
}

/** Of a well-known collection. What a position or a name of an application is worth, its address does not tell. */
function isKnownItem(chainRef: string, { asset }: GivenAsset): boolean {
	const address = readAddress(asset);
	return address !== null && contractsOf(chainRef).at(address)?.family.keepsItems === true;
}

/** @param asked all that the order brings, to whomever */
export function worthFindings(
	context: MessageContext,
	given: readonly SignedPart[],
	asked: readonly SignedPart[],
): readonly Finding[] {
	const { chainRef } = context;
	const isGot = ({ to }: SignedPart) => to !== null && isUsers(context, to);
	const got = asked.filter(isGot).map((part) => worthAs(part, "asked"));
	// An order without any gain for the user is a gift, and has a finding of its own.
	if (chainRef === null || got.length === 0) return [];
	const tokens = got.filter(({ isItem }) => !isItem);
	const away = asked
		.filter((part) => !isGot(part))
		.map((part) => worthAs(part, "asked"))
		.filter(({ isItem }) => !isItem);
	const paidToOthers = tokens.length === 0 ? null : othersFinding(chainRef, tokens, away);
	const others = paidToOthers === null ? [] : [paidToOthers];
	if (got.some((part) => part.isItem && isKnownItem(chainRef, part))) return others;
	if (!tokens.some(({ asset }) => isListed(chainRef, asset)))
		return [...others, danger("order-unlisted", message("finding.order-unlisted"))];
	const priced = tokens.filter(({ asset }) => isListed(chainRef, asset));
	const parts = given.map((part) => worthAs(part, "given"));
	const counted = parts.filter(({ isItem }) => !isItem);
	const isOpen = parts.some(({ isItem, asset }) => isItem || !isListed(chainRef, asset));
	const poor = isDust(chainRef, counted, priced) || (isOpen && isNextToNothing(chainRef, priced));
	return poor ? [...others, danger("order-for-dust", message("finding.order-for-dust"))] : others;
}
