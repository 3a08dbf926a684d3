import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { type Scaling, scaleOf } from "../../core/format/scale.ts";
import type { Text } from "../../core/localized-text.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";

const digits = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,77})$/)
	.transform(BigInt);

/** Interest factors can have more than 78 digits. */
const part = z
	.string()
	.regex(/^[0-9]{1,160}$/)
	.transform(BigInt);

const scale = z
	.strictObject({ numerator: part, denominator: part })
	.transform(({ numerator, denominator }) => scaleOf(numerator, denominator))
	.nullable();

const holding = z.strictObject({
	account: z.string(),
	/** `native`, an EVM address in lower case, or a mint. */
	asset: z.string(),
	/** Base units. */
	raw: digits,
	symbol: z.string().nullable(),
	decimals: z.int().min(0).max(255).nullable(),
	scaling: z
		.strictObject({
			/** `null` if the factor can't be read. In that case, amounts are displayed in base units. */
			now: scale,
			next: z.strictObject({ scale, atSeconds: digits }).nullable(),
		})
		.optional(),
});
export type HomeHolding = z.infer<typeof holding>;

/**
 * Answer from the second RPC. `none`: no second RPC is set. `silent`: it doesn't respond. `differs`: the
 * balances still differ after a second read.
 */
const witness = z.enum(["none", "agrees", "silent", "differs"]);
export type Witness = z.infer<typeof witness>;

const chain = z.strictObject({
	chainRef: z.string(),
	accounts: z.array(z.string()),
	holdings: z.array(holding),
	readAt: z.number(),
	witness,
	differs: z.array(z.string()),
	/** Keys (`keyOf`) of coins and listed tokens that couldn't be read. They are missing from the totals. */
	unread: z.array(z.string()),
	/** `false` if something couldn't be read or there are too many unlisted tokens. */
	whole: z.boolean(),
});

export interface ChainHoldings extends z.infer<typeof chain> {
	readonly fault: Text | null;
}

const price = z.strictObject({
	chainRef: z.string(),
	asset: z.string(),
	answer: digits,
	decimals: z.int().min(0).max(36),
	feed: z.string(),
	at: z.number(),
});

const storedHome = z.strictObject({ chains: z.array(chain), prices: z.array(price) });
export type StoredHome = z.infer<typeof storedHome>;

export const keyOf = (account: string, asset: string) => `${account} ${asset}`;

export const assetKey = (address: string): string =>
	address.startsWith("0x") ? address.toLowerCase() : address;

export type Scales = ReadonlyMap<string, Scaling>;

export interface ClaimedUnit {
	readonly symbol: string | null;
	readonly decimals: number | null;
}

export interface RpcBalances {
	/** Amounts in base units, keyed by `keyOf`. Zero balances are omitted. */
	readonly amounts: ReadonlyMap<string, bigint>;
	/** Keys (`keyOf`) of coins and listed tokens that couldn't be read. */
	readonly unread: readonly string[];
	readonly whole: boolean;
}

const asText = (_key: string, value: unknown): unknown =>
	typeof value === "bigint" ? value.toString() : value;

/** Last known holdings by scope. They are stored in log.db, because they can be re-read from the chains. */
export class HomeStore {
	readonly #select;
	readonly #upsert;

	constructor(db: DatabaseSync) {
		this.#select = db.prepare("SELECT state FROM home WHERE scope = ?");
		this.#upsert = db.prepare(
			"INSERT INTO home (scope, state) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET state = excluded.state",
		);
	}

	read(scope: string): StoredHome | null {
		const row = this.#select.get(scope);
		if (row === undefined) return null;
		return orIfThrown(null, () => storedHome.parse(JSON.parse(String(row["state"]))));
	}

	write(scope: string, kept: StoredHome): void {
		this.#upsert.run(scope, JSON.stringify(kept, asText));
	}
}
