import { feedFor } from "../fiat/feeds.ts";
import type { Price } from "../fiat/price.ts";

export type RulePrice =
	| { readonly kind: "none" }
	| { readonly kind: "unknown" }
	| { readonly kind: "differs" }
	| { readonly kind: "price"; readonly price: Price; readonly sure: boolean };

/** `chainRef` is a decimal chain id or a cluster, and `asset` is `native` or a token address. */
export type RulePrices = (chainRef: string, asset: string) => RulePrice;

/** In percent. Two RPCs may be at different blocks and give different answers. */
const APART = 3n;

function higher(first: Price, second: Price): RulePrice {
	// Pyth states the decimals in each answer, so prices with different decimals aren't compared.
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
