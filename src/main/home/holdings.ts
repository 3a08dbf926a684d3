import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { type Scaling, scaleOf } from "../../core/format/scale.ts";
import type { Text } from "../../core/message.ts";

const digits = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,77})$/)
	.transform(BigInt);

/** Exact factors of interest have more than 78 digits. */
const part = z
	.string()
	.regex(/^[0-9]{1,160}$/)
	.transform(BigInt);

const scale = z
	.strictObject({ numerator: part, denominator: part })
	.transform(({ numerator, denominator }) => scaleOf(numerator, denominator))
	.nullable();

const holding = z.strictObject({
	/** Address in the wallet's own form. */
	account: z.string(),
	/** `native`, the address of an EVM token in lower case, or a mint. */
	asset: z.string(),
	/** Base units. */
	raw: digits,
	/** Symbol that an unlisted token claims; `null` if it claims none, and for listed ones. */
	symbol: z.string().nullable(),
	decimals: z.int().min(0).max(255).nullable(),
	/** Amount scaling of an unlisted token; absent if it has none. */
	scaling: z
		.strictObject({
			/** `null` if the factor can't be read: only base units are then certain. */
			now: scale,
			next: z.strictObject({ scale, atSeconds: digits }).nullable(),
		})
		.optional(),
});
export type HomeHolding = z.infer<typeof holding>;

/**
 * Second RPC's answer about the balances: `none` if none is set, `agrees`, `silent` if it doesn't answer, or
 * `differs` if some differ even when both are queried again.
 */
const witness = z.enum(["none", "agrees", "silent", "differs"]);
export type Witness = z.infer<typeof witness>;

const chain = z.strictObject({
	chainRef: z.string(),
	/** Accounts that were read. */
	accounts: z.array(z.string()),
	holdings: z.array(holding),
	/** Unix ms. */
	readAt: z.number(),
	witness,
	/** Balances that differ at the second RPC, by `keyOf`. */
	differs: z.array(z.string()),
	/** Coins and listed tokens whose balance no RPC could report, by `keyOf`: they are in no sum. */
	unread: z.array(z.string()),
	/** False if some of these were not read, or if there are more unlisted tokens than are read. */
	whole: z.boolean(),
});

export interface ChainHoldings extends z.infer<typeof chain> {
	/** Why the last reading failed and older holdings are displayed; `null` if it succeeded. */
	readonly fault: Text | null;
}

const price = z.strictObject({
	chainRef: z.string(),
	asset: z.string(),
	answer: digits,
	decimals: z.int().min(0).max(36),
	feed: z.string(),
	/** Unix ms. */
	at: z.number(),
});

/** Everything stored for one scope. */
const keptHome = z.strictObject({ chains: z.array(chain), prices: z.array(price) });
export type KeptHome = z.infer<typeof keptHome>;

export const keyOf = (account: string, asset: string) => `${account} ${asset}`;

/** Returns the form of a token's address used for comparison: on EVM its case has no meaning. */
export const assetKey = (address: string): string =>
	address.startsWith("0x") ? address.toLowerCase() : address;

/** Amount scaling of tokens by address, without those that display the chain's own number. */
export type Scales = ReadonlyMap<string, Scaling>;

/** A token's own claims about its unit. */
export interface ClaimedUnit {
	readonly symbol: string | null;
	readonly decimals: number | null;
}

/** Balances by one RPC. */
export interface RpcBalances {
	/** Base units by `keyOf`, without tokens that are not held. */
	readonly amounts: ReadonlyMap<string, bigint>;
	/** Coins and listed tokens that did not answer, by `keyOf`. */
	readonly unread: readonly string[];
	/** False if some could not be read. */
	readonly whole: boolean;
}

const asText = (_key: string, value: unknown): unknown =>
	typeof value === "bigint" ? value.toString() : value;

/** The last known state of Home by scope, in log.db: all of it can be read from the chains again. */
export class HomeStore {
	readonly #select;
	readonly #upsert;

	constructor(db: DatabaseSync) {
		this.#select = db.prepare("SELECT state FROM home WHERE scope = ?");
		this.#upsert = db.prepare(
			"INSERT INTO home (scope, state) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET state = excluded.state",
		);
	}

	/** Returns `null` if nothing readable is stored. */
	read(scope: string): KeptHome | null {
		const row = this.#select.get(scope);
		if (row === undefined) return null;
		try {
			return keptHome.parse(JSON.parse(String(row["state"])));
		} catch {
			// From another version, or damaged: the chains are read again.
			return null;
		}
	}

	write(scope: string, kept: KeptHome): void {
		this.#upsert.run(scope, JSON.stringify(kept, asText));
	}
}
