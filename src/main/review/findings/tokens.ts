import { evmTokens, type SeenToken } from "../tokens/seen.ts";
import type { Finding, Rule } from "./finding.ts";
import { knownSymbolElsewhere } from "./known-symbol-elsewhere.ts";
import { knownTokenDiffers } from "./known-token-differs.ts";
import { lookAlikeSymbol } from "./look-alike-symbol.ts";
import { tokenClaims } from "./token-claims.ts";
import { tokenName } from "./token-name.ts";
import { tokenStandard } from "./token-standard.ts";

const ofTokens =
	(rule: (tokens: readonly SeenToken[]) => Finding | null): Rule =>
	({ subject, opinion }) =>
		rule(evmTokens(subject, opinion));

/** What is claimed of tokens, held against the chain and against well-known ones. */
export const TOKEN_RULES: readonly Rule[] = [
	tokenClaims,
	ofTokens(tokenStandard),
	ofTokens(tokenName),
	ofTokens(lookAlikeSymbol),
	ofTokens(knownSymbolElsewhere),
	ofTokens(knownTokenDiffers),
];
