import { feedFor } from "../worth/feeds.ts";
import type { Price } from "../worth/price.ts";

/** Prices that rules may rely on. A single RPC can return any price for a feed. */

export type RulePrice =
	/** The asset has no known feed. */
	| { readonly kind: "none" }
	/** The feed has no fresh answer. */
	| { readonly kind: "unknown" }
	/** Two RPCs disagree. */
	| { readonly kind: "differs" }
	/** `sure`: a second RPC returns the same. */
	| { readonly kind: "price"; readonly price: Price; readonly sure: boolean };

/**
 * @param chainRef decimal chain id, or Solana's cluster
 * @param asset `native`, or a token address
 */
export type RulePrices = (chainRef: string, asset: string) => RulePrice;

/** Allowed difference in percent: two RPCs may be at different blocks and see different answers. */
const APART = 3n;

/** Returns the higher of two prices, which counts spending as more. */
function higher(first: Price, second: Price): RulePrice {
	// Pyth states decimals with each answer; only equal decimals are comparable.
	if (first.decimals !== second.decimals) return { kind: "differs" };
	const [least, most] = first.answer < second.answer ? [first, second] : [second, first];
	const isApart = (most.answer - least.answer) * 100n > least.answer * APART;
	return isApart ? { kind: "differs" } : { kind: "price", price: most, sure: true };
}

/**
 * Returns the price that a rule may rely on.
 * @param first from the chain's RPC; `null` without a fresh answer
 * @param second from the second RPC; `null` without a fresh answer, `undefined` if none is set
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
