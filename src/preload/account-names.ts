import type { accountProcedures, accountTrustedProcedures } from "../bridge/account-procedures.ts";

/** Written out, so that no schema ends up in a preload's bundle. */
export const ACCOUNT_NAMES = [
	"readAccount",
	"moreCredits",
	"readSecrets",
	"askTopUp",
	"askRemoveApp",
] as const satisfies readonly (keyof typeof accountProcedures)[];

export const ACCOUNT_TRUSTED_NAMES = [
	"topUp",
	"retryTopUp",
	"removeApp",
] as const satisfies readonly (keyof typeof accountTrustedProcedures)[];
