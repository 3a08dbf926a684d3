import { mintOf, mintUnit } from "../../../subject/svm/svm-subject.ts";
import { knownSymbolElsewhere } from "../../evm/tokens/known-symbol-elsewhere.ts";
import { knownTokenDiffers } from "../../evm/tokens/known-token-differs.ts";
import { lookAlikeSymbol } from "../../evm/tokens/look-alike-symbol.ts";
import { tokenName } from "../../evm/tokens/token-name.ts";
import type { Finding } from "../../finding.ts";
import { scaledAmount } from "../../scaled-amount.ts";
import { type SeenToken, svmTokens } from "../../seen.ts";
import type { SvmRule } from "../finding.ts";
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
	({ subject, now }) =>
		scaledAmount(
			[...(subject.facts?.accounts.keys() ?? [])].flatMap((address) => {
				const scaling = mintOf(subject.facts, address)?.scaling ?? null;
				const { symbol } = mintUnit(subject.facts, address);
				return scaling === null ? [] : [{ address, symbol, scaling }];
			}),
			now,
		),
];
