import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { addRange, type BlockRange } from "../../core/powers/block-ranges.ts";
import { asStorageError, transaction } from "../storage/database.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

const ranges = z.array(z.strictObject({ from: z.int().min(0), to: z.int().min(0) }));

const readingColumns = z.object({
	account: z.string(),
	first_block: z.int(),
	first_at: z.int().nullable(),
	done: z.string(),
	failed: z.string(),
	read_at: z.int().nullable(),
});

const candidateColumns = z.object({
	chain_ref: z.string(),
	account: z.string(),
	token: z.string(),
	spender: z.string(),
	kind: z.enum(["allowance", "token", "operator", "permit2"]),
	token_id: z.string(),
});

/** How much of an account's logs has been read on one chain. */
export interface LogProgress {
	readonly account: string;
	readonly first: number;
	/** Time of the first block, Unix ms. */
	readonly firstAt: number | null;
	readonly done: readonly BlockRange[];
	/** Ranges that the RPC couldn't read on the last attempt. */
	readonly failed: readonly BlockRange[];
	readonly readAt: number | null;
}

function toProgress(raw: unknown): LogProgress {
	const { account, first_block, first_at, done, failed, read_at } = readingColumns.parse(raw);
	return {
		account,
		first: first_block,
		firstAt: first_at,
		done: ranges.parse(JSON.parse(done)),
		failed: ranges.parse(JSON.parse(failed)),
		readAt: read_at,
	};
}

function toCandidate(raw: unknown): SeenAllowance {
	const { chain_ref: chainRef, token_id: tokenId, ...rest } = candidateColumns.parse(raw);
	return { ...rest, chainRef, tokenId };
}

/** Any contract can emit events that name the user, so the user's own actions don't limit their number. */
const MAX_CANDIDATES = 20_000;

/** Approvals found in the chains' logs. Stored in log.db, because they can be read again. */
export class ApprovalLogStore {
	readonly #db: DatabaseSync;
	readonly #progress;
	readonly #save;
	readonly #candidates;
	readonly #insert;

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#progress = db.prepare("SELECT * FROM log_readings WHERE chain_ref = ?");
		this.#save = db.prepare(
			`INSERT INTO log_readings (chain_ref, account, first_block, first_at, done, failed, read_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (chain_ref, account) DO UPDATE SET first_block = excluded.first_block,
				first_at = excluded.first_at, done = excluded.done, failed = excluded.failed, read_at = excluded.read_at`,
		);
		this.#candidates = db.prepare("SELECT * FROM log_approvals ORDER BY block DESC, rowid DESC LIMIT ?");
		this.#insert = db.prepare(
			`INSERT INTO log_approvals (chain_ref, account, token, spender, kind, token_id, block)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (chain_ref, account, token, spender, kind, token_id)
				DO UPDATE SET block = max(block, excluded.block)`,
		);
	}

	/** Newest first. */
	candidates(): readonly SeenAllowance[] {
		return this.#safely(() => this.#candidates.all(MAX_CANDIDATES).map(toCandidate));
	}

	progress(chainRef: string): readonly LogProgress[] {
		return this.#safely(() => this.#progress.all(chainRef).map(toProgress));
	}

	/** Keeps the blocks that were already read. */
	start(
		chainRef: string,
		accounts: readonly string[],
		{ block, at }: { readonly block: number; readonly at: number | null },
	): void {
		const known = this.progress(chainRef);
		transaction(this.#db, () => {
			for (const account of accounts) {
				const before = known.find((each) => each.account === account);
				const { done, failed, readAt } = before ?? { done: [], failed: [], readAt: null };
				this.#write(chainRef, { account, first: block, firstAt: at, done, failed, readAt });
			}
		});
	}

	/** Saves a page and the range it covers in one transaction. */
	savePage(
		chainRef: string,
		accounts: readonly string[],
		page: {
			readonly range: BlockRange;
			/** `null` if the range couldn't be read. */
			readonly events: readonly (Omit<SeenAllowance, "chainRef"> & { readonly block: number })[] | null;
			readonly readAt: number;
		},
	): void {
		const { events, range, readAt } = page;
		const known = this.progress(chainRef);
		transaction(this.#db, () => {
			for (const { account, block, kind, spender, token, tokenId } of events ?? [])
				this.#insert.run(chainRef, account, token, spender, kind, tokenId, block);
			for (const before of known) {
				if (!accounts.includes(before.account)) continue;
				const { done, failed } = before;
				this.#write(
					chainRef,
					events === null
						? { ...before, failed: addRange(failed, range), readAt }
						: { ...before, done: addRange(done, range), readAt },
				);
			}
		});
	}

	/** Clears failures before a new attempt. */
	forgetFailures(chainRef: string): void {
		const known = this.progress(chainRef);
		transaction(this.#db, () => {
			for (const each of known) this.#write(chainRef, { ...each, failed: [] });
		});
	}

	#write(chainRef: string, { account, first, firstAt, done, failed, readAt }: LogProgress): void {
		this.#save.run(chainRef, account, first, firstAt, JSON.stringify(done), JSON.stringify(failed), readAt);
	}

	#safely<T>(read: () => T): T {
		try {
			return read();
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}
}
