import { feedFor } from "../fiat/feeds.ts";
import type { Price } from "../fiat/price.ts";
import type { Spends } from "../journal/records.ts";

export interface RuleGrant {
	readonly spender: string;
	readonly token: string;
	readonly unlimited: boolean;
}

export interface ItemFacts {
	readonly spends: Spends;
	/**
	 * Whether all calls are decoded, or our simulation provides the amounts that decoding can't determine.
	 * Always `false` if a call can't be decoded.
	 */
	readonly known: boolean;
	readonly recipients: readonly string[] | null;
	readonly contracts: readonly string[] | null;
	readonly grants: readonly RuleGrant[];
	/**
	 * `agrees` also requires that every call is decoded. `nothing`: the item is a text without effects.
	 * `undeclared`: our simulation shows every effect of an agent's proposal that no one else simulated.
	 */
	readonly simulated: "agrees" | "differs" | "not" | "nothing" | "undeclared";
}

export function addressKey(address: string): string {
	return address.startsWith("0x") || address.startsWith("0X") ? address.toLowerCase() : address;
}

export const sameKey = (left: string, right: string): boolean => addressKey(left) === addressKey(right);

export type RulePrice =
	| { readonly kind: "none" }
	| { readonly kind: "unknown" }
	| { readonly kind: "differs" }
	| { readonly kind: "price"; readonly price: Price; readonly sure: boolean };

/** `chainRef` is a decimal chain ID or a cluster, and `asset` is `native` or a token address. */
export type RulePrices = (chainRef: string, asset: string) => RulePrice;

/** Allowed difference in percent. Two RPCs can be at different blocks and report different prices. */
const APART = 3n;

function higher(first: Price, second: Price): RulePrice {
	// Doesn't compare prices with different decimals, because Pyth states the decimals in each response.
	if (first.decimals !== second.decimals) return { kind: "differs" };
	const [least, most] = first.answer < second.answer ? [first, second] : [second, first];
	const isApart = (most.answer - least.answer) * 100n > least.answer * APART;
	return isApart ? { kind: "differs" } : { kind: "price", price: most, sure: true };
}

export function rulePrice(
	chainRef: string,
	asset: string,
	first: Price | null,
	second: Price | null | undefined,
): RulePrice {
	if (feedFor(chainRef, asset) === null) return { kind: "none" };
	if (first === null || second === null) return { kind: "unknown" };
	return second === undefined ? { kind: "price", price: first, sure: false } : higher(first, second);
}
