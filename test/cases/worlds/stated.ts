import { z } from "zod";

/** Parses the nonce, transaction and simulation from the JSON of a request. */

const text = z.string();
const instruction = z.object({
	program_id: text,
	accounts: z.array(z.object({ pubkey: text, is_signer: z.boolean(), is_writable: z.boolean() })),
	data_base64: text,
});
export type StatedInstruction = z.infer<typeof instruction>;

const commit = z.object({
	action: z.object({
		payload: z.object({ nonce: z.number().optional(), transaction_base64: text.optional() }),
	}),
	review: z.object({
		request: z.object({
			transactions: z.array(
				z.object({
					instructions: z.array(instruction).default([]),
					last_valid_block_height: z.number().optional(),
				}),
			),
			simulation: z.object({
				balanceChanges: z.array(
					z.object({
						account: text,
						asset: text,
						amount: text,
						direction: text,
						counterparty: text.nullish(),
					}),
				),
			}),
		}),
	}),
});
export type StatedChange = z.infer<
	typeof commit
>["review"]["request"]["simulation"]["balanceChanges"][number];

const signing = z.object({
	request: z.object({ payloads: z.array(z.object({ transaction_base64: text.optional() })) }),
});

export interface Stated {
	/** EVM only. */
	readonly nonce: number | undefined;
	/** Solana only; base64. */
	readonly transaction: string | undefined;
	readonly lastValidBlockHeight: number;
	readonly instructions: readonly StatedInstruction[];
	readonly changes: readonly StatedChange[];
}

const NOTHING: Stated = {
	nonce: undefined,
	transaction: undefined,
	lastValidBlockHeight: 0,
	instructions: [],
	changes: [],
};

/** Returns `null` for invalid JSON, which the app has to refuse without any chain. */
function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return null;
	}
}

/** Returns what the service states; members that the request leaves to the wallet are empty. */
export function statedBy(json: string): Stated {
	const raw = parsed(json);
	const read = commit.safeParse(raw);
	if (read.success) {
		const { action, review } = read.data;
		const { transactions, simulation } = review.request;
		return {
			nonce: action.payload.nonce,
			transaction: action.payload.transaction_base64,
			lastValidBlockHeight: transactions.at(0)?.last_valid_block_height ?? 0,
			instructions: transactions.flatMap(({ instructions }) => instructions),
			changes: simulation.balanceChanges,
		};
	}
	const bytes = signing.safeParse(raw);
	return {
		...NOTHING,
		transaction: bytes.success ? bytes.data.request.payloads.at(0)?.transaction_base64 : undefined,
	};
}
