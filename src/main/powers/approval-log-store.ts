import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { addRange, type BlockRange } from "../../core/powers/block-ranges.ts";
import { jsonOf, rowParser, safely, transaction } from "../storage/database.ts";
import { type SeenAllowance, toSeen } from "./seen-allowances.ts";

const ranges = z.array(z.strictObject({ from: z.int().min(0), to: z.int().min(0) })).readonly();

const toProgress = rowParser({
	account: z.string(),
	firstBlock: z.int(),
	/** Time of the first block in Unix ms. */
	firstAt: z.int().nullable(),
	done: jsonOf(ranges),
	/** Ranges that the RPC couldn't read in the last attempt. */
	failed: jsonOf(ranges),
	readAt: z.int().nullable(),
});

/** How much of an account's logs on one chain has been read. */
export type LogProgress = Readonly<ReturnType<typeof toProgress>>;

/** Limited because any contract can emit events that name the user, without any action by the user. */
const MAX_CANDIDATES = 20_000;

/** Approvals found in the chains' logs. They are stored in log.db, because they can be re-read. */
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
		return safely(this.#db, () => this.#candidates.all(MAX_CANDIDATES).map(toSeen));
	}

	progress(chainRef: string): readonly LogProgress[] {
		return safely(this.#db, () => this.#progress.all(chainRef).map(toProgress));
	}

	/** Blocks that have already been read aren't re-read. */
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
				this.#write(chainRef, { account, firstBlock: block, firstAt: at, done, failed, readAt });
			}
		});
	}

	/** Saves a page and its range in one transaction. */
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

	forgetFailures(chainRef: string): void {
		const known = this.progress(chainRef);
		transaction(this.#db, () => {
			for (const each of known) this.#write(chainRef, { ...each, failed: [] });
		});
	}

	#write(chainRef: string, { account, firstBlock, firstAt, done, failed, readAt }: LogProgress): void {
		const [read, unread] = [JSON.stringify(done), JSON.stringify(failed)];
		this.#save.run(chainRef, account, firstBlock, firstAt, read, unread, readAt);
	}
}
