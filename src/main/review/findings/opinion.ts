import type { Rule } from "./finding.ts";

/** What our own simulation says against the service's, or by itself. */
export const OPINION_RULES: readonly Rule[] = [];
