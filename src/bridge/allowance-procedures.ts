import { z } from "zod";
import { id, nothing, type Outcome, returns } from "./procedure.ts";

/** The desk may look at what is allowed, and ask for the review of a revocation: it takes nothing back by itself. */
export const allowanceProcedures = {
	/** The place is on screen, or no longer: it is read when it opens, and after what of ours settles meanwhile. */
	watchAllowances: returns<Outcome>()(z.strictObject({ on: z.boolean() })),
	refreshAllowances: returns<Outcome>()(nothing),
	/** Opens the review of a revocation in the trusted window. */
	revoke: returns<Outcome>()(z.strictObject({ id })),
};
