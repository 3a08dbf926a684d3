import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { SeenPrices } from "../../core/activity/row-entries.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { PriceSource } from "../../core/worth/price.ts";
import { asStorageError, transaction } from "../storage/database.ts";

/**
 * The price of each asset of an approval as it was seen at the time, so that a statement tells the worth of then. For the
 * eye alone: no rule and no match reads it.
 */
export interface PriceMemory {
	/** Writes down what is known now, where nothing was yet. Throws a StorageError. */
	note(row: JournalRow): void;
	readonly of: SeenPrices;
}

const columns = z.object({
	answer: z.string().regex(/^[0-9]+$/),
	decimals: z.number().int().min(0).max(255),
});

type SeenPrice = ReturnType<SeenPrices>;

/** Of more rows than these, all is read anew. */
const MAX_ROWS = 4_000;
/** Nothing is kept of more assets of one transaction. */
const MAX_ASSETS = 32;

/** Over the journal's database, with the tables of ACTIVITY_RECORDS_SQL. @param price what one unit is worth now */
export function createPriceMemory(db: DatabaseSync, price: PriceSource): PriceMemory {
	const insert = db.prepare(
		"INSERT OR IGNORE INTO activity_prices (row_id, asset, answer, decimals, at) VALUES (?, ?, ?, ?, ?)",
	);
	const select = db.prepare("SELECT answer, decimals FROM activity_prices WHERE row_id = ? AND asset = ?");
	/** Rows of which there is nothing more to note. */
	const whole = new Set<string>();
	/** Every drawing of the running week asks for each of its rows: what was read stands until more is noted. */
	const read = new Map<string, Map<string, SeenPrice>>();

	function readOf(rowId: string): Map<string, SeenPrice> {
		const known = read.get(rowId) ?? new Map<string, SeenPrice>();
		if (read.size >= MAX_ROWS) read.clear();
		read.set(rowId, known);
		return known;
	}

	function found(rowId: string, asset: string): SeenPrice {
		const raw = select.get(rowId, asset);
		if (raw === undefined) return null;
		const { answer, decimals } = columns.parse(raw);
		return { answer: BigInt(answer), decimals };
	}

	return {
		note(row) {
			const foreseen = readableOrNull(row.predicted);
			if (foreseen === null || row.kind === "action" || whole.has(row.id)) return;
			const moved = foreseen.moves.filter(({ kind }) => kind === "transfer").map(({ asset }) => asset);
			const assets = [...new Set(["native", ...moved])].slice(0, MAX_ASSETS);
			const known = assets.flatMap((asset) => {
				const now = price(row.chainRef, asset);
				return now === null ? [] : [[asset, now] as const];
			});
			read.delete(row.id);
			if (known.length > 0)
				transaction(db, () => {
					for (const [asset, { answer, decimals, at }] of known)
						insert.run(row.id, asset, answer.toString(), decimals, at);
				});
			if (known.length === assets.length) whole.add(row.id);
		},
		of(rowId, asset) {
			const prices = readOf(rowId);
			const known = prices.get(asset);
			if (known !== undefined) return known;
			try {
				const price = found(rowId, asset);
				prices.set(asset, price);
				return price;
			} catch (error) {
				throw asStorageError(error, db.location() ?? "memory");
			}
		},
	};
}
