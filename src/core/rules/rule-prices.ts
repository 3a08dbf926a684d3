import { feedFor } from "../worth/feeds.ts";
import type { Price } from "../worth/price.ts";

/** Prices as far as a rule may rely on them. One RPC alone can make a feed say anything. */

export type RulePrice =
	/** No feed is known for it. */
	| { readonly kind: "none" }
	/** There is a feed, and no answer of it that is fresh. */
	| { readonly kind: "unknown" }
	/** Two RPCs do not agree on it. */
	| { readonly kind: "differs" }
	/** `sure`: a second RPC says the same. */
	| { readonly kind: "price"; readonly price: Price; readonly sure: boolean };

/**
 * @param chainRef decimal chain id, or Solana's cluster
 * @param asset `native`, or the address of a token
 */
export type RulePrices = (chainRef: string, asset: string) => RulePrice;

/** Two RPCs may be at different blocks, so that one knows an answer of the feed before the other: in per cent. */
const APART = 3n;

/** The higher of two prices, which makes what is spent count as more. */
function higher(first: Price, second: Price): RulePrice {
	// Pyth states a feed's decimals with each answer: only what is counted alike can be compared.
	if (first.decimals !== second.decimals) return { kind: "differs" };
	const [least, most] = first.answer < second.answer ? [first, second] : [second, first];
	const isApart = (most.answer - least.answer) * 100n > least.answer * APART;
	return isApart ? { kind: "differs" } : { kind: "price", price: most, sure: true };
}

/**
 * What a rule may rely on.
 * @param first by the RPC of the chain; null where it has no fresh answer
 * @param second by the second RPC; null where it has no fresh answer, undefined where none is set
 */
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
