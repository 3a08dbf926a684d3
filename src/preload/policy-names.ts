import type { policyProcedures } from "../bridge/policy-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const POLICY_NAMES = [
	"weighRules",
	"saveRules",
	"tokenUnit",
] as const satisfies readonly (keyof typeof policyProcedures)[];
