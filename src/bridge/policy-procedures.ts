import { z } from "zod";
import { type Outcome, password, returns } from "./procedure.ts";

/** Main reads each rule by the closed schema of its own; here is only how many and how large. */
const rules = z.array(z.record(z.string().max(40), z.unknown())).max(100);

/** Whether an edit would let through what is refused now. */
export type WeighedOutcome = Outcome & { readonly loosens?: boolean };

/** The unit of a token, as the person's own RPC says it. */
export type TokenUnitOutcome = Outcome & { readonly symbol?: string; readonly decimals?: number };

/** The person's rules, for the trusted window alone. */
export const policyProcedures = {
	/** Would these rules loosen those in force? Changes nothing. */
	weighRules: returns<WeighedOutcome>()(z.strictObject({ rules })),
	/** All rules in their order, in place of version `version`. Loosening takes the password. */
	saveRules: returns<Outcome>()(
		z.strictObject({ version: z.number().int().min(0), rules, password: password.nullable() }),
	),
	tokenUnit: returns<TokenUnitOutcome>()(
		z.strictObject({ chainRef: z.string().min(1).max(40), address: z.string().min(32).max(64) }),
	),
};
