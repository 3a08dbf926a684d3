import { plain } from "../plain.ts";
import { standingOf, wellKnownAt } from "../tokens/known.ts";
import type { SeenToken } from "../tokens/seen.ts";
import type { Finding } from "./finding.ts";

const LIES = "Your RPC or Countersign's own list is wrong: do not approve before you know which.";

/** Bridged tokens go by both names: “USDC” and “USDC.e”, “USDT” and “USDT0”. */
const isVariant = (left: string, right: string): boolean => left.startsWith(right) || right.startsWith(left);

/**
 * What the RPC says of a well-known token is not what is known of it. Decimals never change. A symbol may be changed
 * by its issuer, but not into that of another well-known token.
 */
export function knownTokenDiffers(tokens: readonly SeenToken[]): Finding | null {
	for (const { chainRef, address, shown, chain } of tokens) {
		const listed = wellKnownAt(chainRef, address);
		if (listed === null) continue;
		const danger = (words: string): Finding => ({
			id: "known-token-differs",
			severity: "danger",
			words: `${words} ${LIES}`,
			needsWord: true,
		});
		const { decimals, symbol } = chain;
		if (decimals !== null && decimals !== listed.decimals)
			return danger(
				`Your RPC says that ${shown} has ${decimals} decimals; the well-known ${listed.symbol} at this address has ${listed.decimals}.`,
			);
		if (symbol === null || symbol === listed.symbol) continue;
		const standing = standingOf(chainRef, symbol);
		if (standing.kind === "same" && standing.token !== null && !isVariant(symbol, listed.symbol))
			return danger(
				`Your RPC calls ${shown} “${plain(symbol)}”; at this address is the well-known ${listed.symbol}.`,
			);
	}
	return null;
}
