import { z } from "zod";
import { broadcaster } from "./action.ts";

const text = z.string().nullish();

export const userState = z.strictObject({
	connection: z
		.strictObject({
			is_connected: z.boolean().optional(),
			provider: text,
			provider_label: text,
			auth_method: text,
		})
		.optional(),
	evm: z
		.strictObject({
			address: text,
			chain_id: z.number().int().min(1).nullish(),
			ens_name: text,
			broadcaster: broadcaster.optional(),
		})
		.optional(),
	svm: z
		.strictObject({
			address: text,
			cluster: text,
			wallet_name: text,
			transport: text,
			capabilities: z.array(z.string()).optional(),
			broadcaster: broadcaster.optional(),
		})
		.optional(),
	preferences: z.record(z.string(), z.unknown()).optional(),
	ext: z.record(z.string(), z.unknown()).optional(),
});
export type UserState = z.infer<typeof userState>;
