import { z } from "zod";
import { nothing, type Outcome, returns } from "./procedure.ts";

const applicationId = z.number().int().min(1);

/** Reading the account with the service. */
export const accountProcedures = {
	/** Reads credit position and apps. */
	readAccount: returns<Outcome>()(nothing),
	moreCredits: returns<Outcome>()(nothing),
	/** Declarations and presence, never values. Also for an app that the list does not name. */
	readSecrets: returns<Outcome>()(z.strictObject({ applicationId })),
	/** Opens the trusted window, where it can be done. */
	askTopUp: returns<Outcome>()(nothing),
	askRemoveApp: returns<Outcome>()(z.strictObject({ applicationId })),
};

/** What costs something or is lost: for the trusted window alone. */
export const accountTrustedProcedures = {
	/** Decimal digits of micro-USD: 10000 to 1000000000. */
	topUp: returns<Outcome>()(z.strictObject({ amountMicrousd: z.string().regex(/^[1-9][0-9]{0,12}$/) })),
	/** The same top-up again, with the same key. */
	retryTopUp: returns<Outcome>()(nothing),
	/** `name` is what the person typed; it must equal the app's name. */
	removeApp: returns<Outcome>()(z.strictObject({ applicationId, name: z.string().min(1).max(400) })),
};
