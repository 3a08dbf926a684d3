import type { Rule } from "./finding.ts";
import { tokenClaims } from "./token-claims.ts";

/** What is claimed of tokens, held against the chain and against well-known ones. */
export const TOKEN_RULES: readonly Rule[] = [tokenClaims];
