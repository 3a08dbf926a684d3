import { z } from "zod";
import { open } from "./open.ts";

/** Account answers and bodies (learnt.md part 12). All amounts are whole micro-USD. */

const micro = z.number().int();

const entryShape = {
	id: z.union([z.string(), z.number()]),
	payment_method: z.string().nullish(),
	payment_provider: z.string().nullish(),
	external_payment_reference: z.string().nullish(),
	application_id: z.number().int().nullish(),
	metadata: z.unknown().optional(),
	created_at: z.unknown().optional(),
};

export const creditPositionNested = open({
	period_utc_month: z.string(),
	included: open({ limit_microusd: micro, used_microusd: micro, remaining_microusd: micro }),
	bank: open({ balance_microusd: micro, outstanding_debt_microusd: micro }),
	entries: z.array(open({ ...entryShape, amount_microusd: micro, entry_kind: z.string() })),
	next_before_id: z.number().int().nullish(),
});

export const creditPositionFlat = open({
	period_utc_month: z.string(),
	included_limit: micro,
	included_used: micro,
	included_remaining: micro,
	balance: micro,
	outstanding_debt: micro,
	records: z.array(open({ ...entryShape, amount: micro, kind: z.string() })),
	next_before_id: z.number().int().nullish(),
});

export const creditPosition = z.union([creditPositionNested, creditPositionFlat]);

/** Body of POST /v1/account/credits/top-up. */
export const topUp = z.strictObject({ amount_microusd: z.number().int().min(10_000).max(1_000_000_000) });

export const applicationId = z.number().int().min(1);

export const appSecrets = open({
	application_id: applicationId,
	app: z.string(),
	ready: z.boolean(),
	missing_required: z.array(z.string()),
	slots: z.array(
		open({
			name: z.string(),
			description: z.string().nullish(),
			required: z.boolean(),
			user_own: z.boolean().nullish(),
			configured: z.boolean(),
			app_provided: z.boolean().nullish(),
		}),
	),
});

export const appRemoved = open({
	application_id: applicationId,
	app: z.string(),
	installed: z.literal(false),
	apps: z.array(z.string()),
});
