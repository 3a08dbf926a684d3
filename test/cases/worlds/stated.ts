import { z } from "zod";

/** What the JSON of a request states of the moment for which it was built. */

const stated = z.union([
	z
		.object({
			action: z.object({
				payload: z.object({ nonce: z.number().optional(), transaction_base64: z.string().optional() }),
			}),
		})
		.transform(({ action }) => action.payload),
	z
		.object({
			request: z.object({ payloads: z.array(z.object({ transaction_base64: z.string().optional() })) }),
		})
		.transform(({ request }) => request.payloads.at(0) ?? {}),
]);

interface Stated {
	/** Of a transaction of EVM. */
	readonly nonce?: number | undefined;
	/** The bytes of a transaction of Solana. */
	readonly transaction_base64?: string | undefined;
}

/** Empty for a request that leaves it to the wallet, or is none. */
export function statedBy(text: string): Stated {
	const read = stated.safeParse(JSON.parse(text));
	return read.success ? read.data : {};
}
