import { known } from "../../../chain/chain-error.ts";
import { evmScaling, unitOf } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { scaledAmount } from "../../scaled-amount.ts";
import { evmTokens, type SeenToken } from "../../seen.ts";
import { knownNameElsewhere } from "./known-name-elsewhere.ts";
import { knownSymbolElsewhere } from "./known-symbol-elsewhere.ts";
import { knownTokenDiffers } from "./known-token-differs.ts";
import { lookAlikeSymbol } from "./look-alike-symbol.ts";
import { tokenClaims } from "./token-claims.ts";
import { tokenName } from "./token-name.ts";
import { tokenStandard } from "./token-standard.ts";
import { wrapsAs } from "./wraps-as.ts";

const ofTokens =
	(rule: (tokens: readonly SeenToken[]) => Finding | null): FindingRule =>
	({ subject, opinion }) =>
		rule(evmTokens(subject, opinion));

/** What is claimed of tokens, held against the chain and against well-known ones. */
export const TOKEN_RULES: readonly FindingRule[] = [
	tokenClaims,
	ofTokens(tokenStandard),
	ofTokens(tokenName),
	ofTokens(lookAlikeSymbol),
	(evidence) => knownSymbolElsewhere(evmTokens(evidence.subject, evidence.opinion), wrapsAs(evidence)),
	ofTokens(knownNameElsewhere),
	ofTokens(knownTokenDiffers),
	({ subject, now }) =>
		scaledAmount(
			[...(subject.facts?.tokens.values() ?? [])].flatMap((token) => {
				const scaling = known(token.decimals) === null ? null : evmScaling(subject.facts, token.address);
				const { symbol } = unitOf(subject.facts, token.address);
				return scaling === null ? [] : [{ address: token.address, symbol, scaling }];
			}),
			now,
		),
];
