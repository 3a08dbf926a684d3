import { standingOf, wellKnownAt } from "../../../chain/tokens/known.ts";
import { plain } from "../../../format/plain.ts";
import { type Message, message, sentences } from "../../../message.ts";
import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";

const LIES = message("finding.known-token-differs");

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
		const danger = (text: Message): Finding => ({
			id: "known-token-differs",
			severity: "danger",
			text: sentences(text, LIES),
			needsWord: true,
		});
		const { decimals, symbol } = chain;
		if (decimals !== null && decimals !== listed.decimals)
			return danger(
				message("finding.known-token-differs.decimals", {
					token: shown,
					decimals,
					symbol: listed.symbol,
					known: listed.decimals,
				}),
			);
		if (symbol === null || symbol === listed.symbol) continue;
		const standing = standingOf(chainRef, symbol);
		if (standing.kind === "same" && standing.token !== null && !isVariant(symbol, listed.symbol))
			return danger(
				message("finding.known-token-differs.symbol", {
					token: shown,
					symbol: plain(symbol),
					known: listed.symbol,
				}),
			);
	}
	return null;
}
