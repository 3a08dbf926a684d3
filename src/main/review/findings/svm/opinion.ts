import type { SvmRule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const SVM_OPINION_RULES: readonly SvmRule[] = [];
