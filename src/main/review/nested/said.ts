import { type Amount, amountWords, grouped } from "../amount.ts";
import { nameOf, nativeAmount, type Telling, tokenAmount, unitOf } from "../subject.ts";
import type { Asset, Party } from "./meaning.ts";

/** What sentences about calls share. */

export interface Said {
	readonly text: string;
	/** What is at stake, for a list; null where there is no one amount. */
	readonly amount: Amount | null;
}

/** A call to be told, and who makes it: an address in lower case. */
export interface Teller extends Telling {
	readonly as: string;
}

export const none = (text: string): Said => ({ text, amount: null });

/** The first letter made small, as within a sentence. */
export const within = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

export function assetAmount(telling: Telling, asset: Asset, raw: bigint): Amount {
	if (asset === "native") return nativeAmount(telling.chainRef, raw);
	if (asset !== "wrapped") return tokenAmount(telling.facts, asset, raw);
	const coin = nativeAmount(telling.chainRef, raw);
	return { ...coin, symbol: `wrapped ${coin.symbol}` };
}

/** The symbol of an asset, for "all USDC". */
export function assetName(telling: Telling, asset: Asset): string {
	return asset === "native" || asset === "wrapped"
		? assetAmount(telling, asset, 0n).symbol
		: unitOf(telling.facts, asset).symbol;
}

/** "1.5 USDC", or "all USDC that it holds". */
export function assetWords(telling: Telling, asset: Asset, raw: bigint | null): string {
	return raw === null
		? `all ${assetName(telling, asset)} that it holds`
		: amountWords(assetAmount(telling, asset, raw));
}

/** Base units of what a contract keeps for others; which token that is only the contract knows. */
export const unitsOf = (raw: bigint, of: string): string => `${grouped(raw)} base units of ${of}`;

/** Whoever stands for a party, by name. */
export function partyName(telling: Teller, party: Party): string {
	switch (party) {
		case "caller":
			return nameOf(telling.person, telling.as);
		case "here":
			return "the router";
		case "pool":
			return "the pool";
		default:
			return nameOf(telling.person, party);
	}
}
