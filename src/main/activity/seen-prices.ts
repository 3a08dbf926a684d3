import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { SeenPrices } from "../../core/activity/row-entries.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import { hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { safely, transaction } from "../storage/database.ts";

const columns = z.object({
	answer: z.string().regex(/^[0-9]+$/),
	decimals: z.number().int().min(0).max(255),
});

type SeenPrice = ReturnType<SeenPrices>;

const MAX_ROWS = 4_000;
const MAX_ASSETS = 32;

export class PriceMemory {
	readonly #db;
	readonly #price;
	readonly #insert;
	readonly #select;
	readonly #whole = new Set<string>();
	/** Cached by row until a new price is stored, because the current week is displayed often. */
	readonly #read = new Map<string, Map<string, SeenPrice>>();

	constructor(db: DatabaseSync, price: PriceSource) {
		this.#db = db;
		this.#price = price;
		this.#insert = db.prepare(
			"INSERT OR IGNORE INTO activity_prices (row_id, asset, answer, decimals, at) VALUES (?, ?, ?, ?, ?)",
		);
		this.#select = db.prepare("SELECT answer, decimals FROM activity_prices WHERE row_id = ? AND asset = ?");
	}

	addRow(row: JournalRow): void {
		const foreseen = readableOrNull(row.predicted);
		if (foreseen === null || hasStepRows(row) || this.#whole.has(row.id)) return;
		const moved = foreseen.moves.filter(({ kind }) => kind === "transfer").map(({ asset }) => asset);
		const assets = [...new Set(["native", ...moved])].slice(0, MAX_ASSETS);
		const known = assets.flatMap((asset) => {
			const now = this.#price(row.chainRef, asset);
			return now === null ? [] : [[asset, now] as const];
		});
		this.#read.delete(row.id);
		if (known.length > 0)
			transaction(this.#db, () => {
				for (const [asset, { answer, decimals, at }] of known)
					this.#insert.run(row.id, asset, answer.toString(), decimals, at);
			});
		if (known.length === assets.length) this.#whole.add(row.id);
	}

	of(rowId: string, asset: string): SeenPrice {
		const prices = this.#pricesOf(rowId);
		const known = prices.get(asset);
		if (known !== undefined) return known;
		const price = safely(this.#db, () => this.#load(rowId, asset));
		prices.set(asset, price);
		return price;
	}

	#pricesOf(rowId: string): Map<string, SeenPrice> {
		const known = this.#read.get(rowId) ?? new Map<string, SeenPrice>();
		if (this.#read.size >= MAX_ROWS) this.#read.clear();
		this.#read.set(rowId, known);
		return known;
	}

	#load(rowId: string, asset: string): SeenPrice {
		const raw = this.#select.get(rowId, asset);
		if (raw === undefined) return null;
		const { answer, decimals } = columns.parse(raw);
		return { answer: BigInt(answer), decimals };
	}
}
