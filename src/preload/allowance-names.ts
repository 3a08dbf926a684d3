import type { allowanceProcedures } from "../bridge/allowance-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const ALLOWANCE_NAMES = [
	"watchAllowances",
	"refreshAllowances",
	"revoke",
] as const satisfies readonly (keyof typeof allowanceProcedures)[];
