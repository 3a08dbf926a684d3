import type { SvmRule } from "./finding.ts";
import { svmTokenClaims } from "./token-claims.ts";

/** What is claimed of tokens, held against the chain and against well-known ones. */
export const SVM_TOKEN_RULES: readonly SvmRule[] = [svmTokenClaims];
