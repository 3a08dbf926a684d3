import { type SeenToken, svmTokens } from "../../tokens/seen.ts";
import type { Finding } from "../finding.ts";
import { knownSymbolElsewhere } from "../known-symbol-elsewhere.ts";
import { knownTokenDiffers } from "../known-token-differs.ts";
import { lookAlikeSymbol } from "../look-alike-symbol.ts";
import { tokenName } from "../token-name.ts";
import type { SvmRule } from "./finding.ts";
import { svmTokenClaims } from "./token-claims.ts";

const ofTokens =
	(rule: (tokens: readonly SeenToken[]) => Finding | null): SvmRule =>
	({ subject, opinion }) =>
		rule(svmTokens(subject, opinion));

/** What is claimed of tokens, held against the chain and against well-known ones. */
export const SVM_TOKEN_RULES: readonly SvmRule[] = [
	svmTokenClaims,
	ofTokens(tokenName),
	ofTokens(lookAlikeSymbol),
	ofTokens(knownSymbolElsewhere),
	ofTokens(knownTokenDiffers),
];
