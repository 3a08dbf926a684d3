import { nativeOf } from "../../chain/names.ts";
import { matchSymbol, wellKnownAt } from "../../chain/tokens/known.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import type { Leaf } from "../../decode/evm/leaves.ts";
import type { ActWhat, Asset } from "../../decode/evm/meaning.ts";
import { type Standard, standardOf, tokenOf } from "../../decoded-transaction/decoded-transaction.ts";
import { isKnownContract } from "../../decoded-transaction/known-contracts.ts";
import { type EffectAsset, fungible, NATIVE } from "../effects.ts";
import type { CallReading } from "./calls.ts";

const BOOKED: ReadonlySet<ActWhat> = new Set([
	"supply",
	"withdraw",
	"stake",
	"unstake",
	"request",
	"claim",
	"bridge",
]);

/** Anyone can create a market, even in a known contract, so a call that names a market isn't booked. */
function isBookedMeaning({ chainRef }: CallReading, { meaning, target }: Leaf["decoded"]): boolean {
	switch (meaning.kind) {
		case "act":
			return BOOKED.has(meaning.what) && meaning.venues.length === 0;
		case "wrap":
			return !meaning.least && contractsOf(chainRef).isWrapped(target);
		case "vault":
			return true;
		case "native":
		case "transfer":
		case "transferFrom":
		case "approve":
		case "allowance":
		case "items":
		case "operator":
		case "approve-item":
		case "calls":
		case "permits":
		case "moves":
		case "payment":
		case "swap":
		case "control":
		case "vote":
		case "burn":
		case "check":
		case "unknown":
			return false;
	}
}

/**
 * The caller's own account may be unverified. The code that it could run is assessed once for all of its
 * calls.
 */
export function isBooked(subject: CallReading, leaf: Leaf): boolean {
	const { sure, verified, optional, delegate, via, as, decoded } = leaf;
	return (
		sure &&
		!optional &&
		!delegate &&
		(verified || via.every(({ way, at }) => way === "account" && at === as)) &&
		isKnownContract(subject.chainRef, decoded.target) &&
		isBookedMeaning(subject, decoded)
	);
}

export const OPEN: EffectAsset = { kind: "unknown", address: null, item: null };

export const itemAt = (address: string, id: bigint | null): EffectAsset => ({
	kind: "item",
	address,
	item: id === null ? null : id.toString(),
});

export const positionAt = (address: string, id: bigint | null): EffectAsset => ({
	kind: "position",
	address,
	item: id === null ? null : id.toString(),
});

export const debtAt = (address: string): EffectAsset => ({ kind: "debt", address, item: null });

export function standardAt(
	{ facts, chainRef }: Pick<CallReading, "facts" | "chainRef">,
	token: string,
): Standard {
	const standard = standardOf(tokenOf(facts, token));
	return standard === "unknown" && wellKnownAt(chainRef, token) !== null ? "erc20" : standard;
}

export const counted = (subject: CallReading, token: string, amount: bigint): EffectAsset =>
	standardAt(subject, token) === "erc721" ? itemAt(token, amount) : fungible(token);

/** A token interprets the number as an amount, and a collection interprets it as an item ID. */
export function byNumber(subject: CallReading, token: string, number: bigint): EffectAsset {
	const standard = standardAt(subject, token);
	if (standard === "erc721") return itemAt(token, number);
	return standard === "erc20" ? fungible(token) : { kind: "unknown", address: token, item: null };
}

function wrappedCoin(chainRef: string): EffectAsset {
	const symbolMatch = matchSymbol(chainRef, `W${nativeOf(chainRef).symbol}`);
	const token = symbolMatch.kind === "same" ? symbolMatch.token : null;
	return token === null ? OPEN : fungible(token.address.toLowerCase());
}

export function assetNamed({ chainRef }: CallReading, asset: Asset): EffectAsset {
	if (asset === "native") return NATIVE;
	return asset === "wrapped" ? wrappedCoin(chainRef) : fungible(asset);
}
