import { z } from "zod";

/** What one thing that is signed can take from the account that signs it. */

/** `native`, a token's address in lower case, or a mint as it is. */
export const spend = z.strictObject({
	asset: z.string().min(1),
	/** Base units; null where nothing limits it, or nobody can tell. */
	amount: z
		.string()
		.regex(/^(?:0|[1-9][0-9]*)$/)
		.nullable(),
});
export type Spend = z.infer<typeof spend>;

/** As the journal keeps it beside a row. What others may take by a permission counts as spent when it is given. */
export const spends = z.strictObject({
	/** False where something besides what is listed may be taken. */
	certain: z.boolean(),
	amounts: z.array(spend),
});
export type Spends = z.infer<typeof spends>;

/** Of several together: sums by asset, null as soon as one of them is. */
export interface SpendTotals {
	readonly certain: boolean;
	readonly amounts: ReadonlyMap<string, bigint | null>;
}

export const NO_SPENDS: SpendTotals = { certain: true, amounts: new Map() };

export function addSpends(all: readonly Spends[]): SpendTotals {
	const amounts = new Map<string, bigint | null>();
	for (const { asset, amount } of all.flatMap((each) => each.amounts)) {
		const before = amounts.get(asset) ?? (amounts.has(asset) ? null : 0n);
		amounts.set(asset, before === null || amount === null ? null : before + BigInt(amount));
	}
	return { certain: all.every(({ certain }) => certain), amounts };
}
