import { getAddress } from "viem";
import { type CommitManual, TERMINAL_COMMIT_STATES } from "../../src/service-api/commit.ts";
import { attemptChange } from "./attempt-watch.ts";
import type { ChainAccess } from "./chain-access.ts";
import type { CommitChain } from "./commit-chains.ts";
import type { ApplyChange, Change, CommitRecord, CommitStore } from "./commit-store.ts";
import type { Database } from "./database.ts";
import type { Settings } from "./options.ts";
import { Problem } from "./problem.ts";
import type { RecordBook } from "./records.ts";
import type { SvmAccess } from "./svm-build.ts";
import { renewBlockhash, reviewedSvm } from "./svm-offers.ts";

/**
 * Manages the lifecycle of a commit: needs_signature → awaiting_broadcast | submitted → confirmed | failed;
 * or rejected, expired. A later member of a batch has no action until its predecessor is confirmed. It's
 * unknown what the real service does if the predecessor is rejected, fails or expires; here the member
 * expires with `predecessor_failed`.
 */

export interface CommitParts {
	readonly db: Database;
	readonly store: CommitStore;
	readonly book: RecordBook;
	readonly settings: Settings;
	readonly clock: () => number;
	/** @throws Problem if the service has no such chain */
	readonly chain: (chainId: number) => ChainAccess;
	/**
	 * Returns the chain that checks and receives a commit's signature.
	 * @throws Problem if the service has no such chain
	 */
	readonly chainOf: (record: CommitRecord) => CommitChain;
	readonly svm: SvmAccess | null;
	/** Returns the commit with a revised review. */
	readonly revised: (record: CommitRecord, amount: bigint | null) => Promise<CommitRecord>;
	/** Called once for each commit that settled, was rejected or expired. */
	readonly settled: (record: CommitRecord) => void;
	/** Called for each new version. */
	readonly changed: (record: CommitRecord) => void;
	/** Runs work that outlives a request. Its failure isn't reported to the caller. */
	readonly later: (ms: number, work: () => void | Promise<void>) => void;
}

/** Number of chain polls per check of the offered blockhashes, since blocks are further apart than polls. */
const BLOCKHASH_CHECK_POLLS = 5;

export class Commits {
	readonly #parts: CommitParts;
	#polls = 0;
	/** Last task for each commit; tasks run one at a time. */
	readonly #locks = new Map<string, Promise<unknown>>();

	constructor(parts: CommitParts) {
		this.#parts = parts;
	}

	/** @throws Problem 404 */
	record(commitId: string): CommitRecord {
		const record = this.#parts.store.get(commitId);
		if (record === null) throw new Problem(404, "commit_not_found", "There is no such commit.");
		return record;
	}

	async #locked<T>(commitId: string, work: () => Promise<T>): Promise<T> {
		const before = this.#locks.get(commitId) ?? Promise.resolve();
		const run = before.catch(() => undefined).then(work);
		this.#locks.set(commitId, run);
		return await run.finally(() => {
			if (this.#locks.get(commitId) === run) this.#locks.delete(commitId);
		});
	}

	/** Runs work on one commit while no other work on it runs. @throws Problem 404 */
	async within<T>(
		commitId: string,
		work: (record: CommitRecord, change: ApplyChange) => Promise<T>,
	): Promise<T> {
		return await this.#locked(commitId, async () =>
			work(this.record(commitId), (record, change, rest) => this.#change(record, change, rest)),
		);
	}

	/** Applies one change as one version. */
	#change(record: CommitRecord, change: Change, rest: Partial<CommitRecord> = {}): CommitRecord {
		const view = { ...record.view, ...change, version: record.view.version + 1 };
		const next = { ...record, ...rest, view };
		this.#parts.db.transaction(() => {
			this.#parts.store.save(next, true);
			this.#parts.changed(next);
			if (!TERMINAL_COMMIT_STATES.has(next.view.state)) return;
			this.#parts.settled(next);
			if (next.view.state !== "confirmed") this.#endSuccessor(next);
		});
		return next;
	}

	/** Ends the commits that depend on a failed one, to the end of the batch. */
	#endSuccessor({ view: { batch } }: CommitRecord): void {
		const nextId = batch?.ordered_commit_ids[batch.index + 1];
		const successor = nextId === undefined ? null : this.#parts.store.get(nextId);
		if (successor?.view.state !== "needs_signature") return;
		this.#change(successor, { state: "expired", action: null, failure_code: "predecessor_failed" });
	}

	/** Lets members with a confirmed predecessor be signed, with the next nonce. */
	async #releaseWaiting(): Promise<void> {
		for (const { view, payload } of this.#parts.store.waiting()) {
			if (payload.kind !== "evm_transaction" || view.wallet_attempt !== null) continue;
			const before = this.#parts.store.get(view.batch?.predecessor_commit_id ?? "");
			if (before?.view.state !== "confirmed") continue;
			const { client } = this.#parts.chain(Number(view.chain_ref));
			const address = getAddress(view.signer);
			const nonce = await client.getTransactionCount({ address, blockTag: "pending" });
			await this.#locked(view.commit_id, async () => {
				const record = this.record(view.commit_id);
				if (record.view.state !== "needs_signature") return;
				const fresh = { ...payload, nonce };
				this.#change(record, { action: { kind: "sign", payload: fresh } }, { payload: fresh });
			});
		}
	}

	/** Handles POST /manual. @throws Problem 409, 422 */
	async manual(commitId: string, body: CommitManual): Promise<CommitRecord> {
		return await this.#locked(commitId, async () => {
			const record = this.record(commitId);
			if (body.kind === "signed") return await this.#signed(record, body.payloads);
			if (body.kind === "broadcast") return this.#reported(record, body.transaction_id);
			if (record.view.state === "rejected") return record;
			if (record.view.state !== "needs_signature") throw closed(record);
			if (record.view.wallet_attempt !== null) throw attemptOpen();
			return this.#change(record, { state: "rejected", action: null });
		});
	}

	async #signed(record: CommitRecord, payloads: readonly string[]): Promise<CommitRecord> {
		const raw = payloads.join(",");
		const commitId = record.view.commit_id;
		try {
			if (record.signed !== null && sameBytes(record, raw)) {
				this.#parts.book.signature(this.#parts.db, { commitId, raw, outcome: "repeated", code: null });
				return record;
			}
			const next = await this.#acceptSignature(record, payloads);
			this.#parts.book.signature(this.#parts.db, { commitId, raw, outcome: "taken", code: null });
			return next;
		} catch (error) {
			const code = error instanceof Problem ? error.code : "internal";
			this.#parts.book.signature(this.#parts.db, { commitId, raw, outcome: "refused", code });
			throw error;
		}
	}

	async #acceptSignature(record: CommitRecord, payloads: readonly string[]): Promise<CommitRecord> {
		if (record.signed !== null) {
			throw new Problem(409, "already_signed", "Other signed bytes were taken for this commit.");
		}
		if (record.view.state !== "needs_signature") throw closed(record);
		if (record.view.wallet_attempt !== null) throw attemptOpen();
		if (record.view.action === null) {
			throw new Problem(409, "predecessor_pending", "The commit before it is not confirmed yet.");
		}
		if (record.expiresAt !== null && this.#parts.clock() >= record.expiresAt * 1000) {
			this.#expire(record);
			throw new Problem(409, "commit_expired", "The offer has expired.");
		}
		const signed = await this.#parts.chainOf(record).verify(record, payloads);
		if (record.view.broadcaster === "hosted") {
			// Stores the bytes before sending them, so that a restart can find them.
			const durable = { ...record, signed };
			this.#parts.store.save(durable, false);
			return await this.#broadcast(durable, "hosted");
		}
		const action = {
			kind: "broadcast",
			signed_transaction: signed.raw,
			transaction_id: signed.hash,
		} as const;
		const { venue } = this.#parts.settings;
		const isWithheld = record.view.broadcaster === "venue" && venue !== "gives_back";
		const change = { state: "awaiting_broadcast", action: isWithheld ? null : action } as const;
		const next = this.#change(record, change, { signed });
		if (isWithheld && venue === "submits") this.#venueSoon(record.view.commit_id);
		return next;
	}

	#venueSoon(commitId: string): void {
		this.#parts.later(this.#parts.settings.venueDelayMs, async () => {
			await this.#locked(commitId, async () => {
				const record = this.record(commitId);
				if (record.view.state === "awaiting_broadcast") await this.#broadcast(record, "venue");
			});
		});
	}

	/** Broadcasts the signed transaction. */
	async #broadcast(record: CommitRecord, by: "hosted" | "venue"): Promise<CommitRecord> {
		const { signed, view } = record;
		if (signed === null) throw new Problem(409, "not_signed", "Nothing was signed.");
		try {
			const note = (hash: string) =>
				this.#parts.book.broadcast(this.#parts.db, { commitId: view.commit_id, hash, by });
			const hash = await this.#parts.chainOf(record).send(signed, note);
			return this.#change(record, { state: "submitted", action: null, transaction_id: hash });
		} catch {
			return this.#change(record, { state: "failed", action: null, failure_code: "broadcast_failed" });
		}
	}

	#reported(record: CommitRecord, transactionId: string): CommitRecord {
		const { state } = record.view;
		if (record.signed === null) throw new Problem(409, "not_signed", "Nothing was signed for this commit.");
		const fold = (id: string) => (record.view.chain_family === "evm" ? id.toLowerCase() : id);
		if (fold(record.signed.hash) !== fold(transactionId)) {
			throw new Problem(422, "transaction_mismatch", "That is not the transaction that was signed.", {
				details: { field: "transaction_id", expected: record.signed.hash, got: transactionId },
			});
		}
		// The same report again changes nothing.
		if (state !== "awaiting_broadcast") return record;
		return this.#change(record, { state: "submitted", action: null, transaction_id: record.signed.hash });
	}

	#expire(record: CommitRecord): CommitRecord {
		return this.#change(record, { state: "expired", action: null, failure_code: "expired" });
	}

	async expire(commitId: string): Promise<CommitRecord> {
		return await this.#locked(commitId, async () => {
			const record = this.record(commitId);
			if (record.view.state !== "needs_signature") throw closed(record);
			return this.#expire(record);
		});
	}

	/**
	 * Revises a review: raises the revision, and sets the given amount (base units) or doubles the old one. The
	 * shared review of a batch can't be revised.
	 * @throws Problem 409
	 */
	async revise(commitId: string, amount: bigint | null): Promise<CommitRecord> {
		return await this.#locked(commitId, async () => {
			const record = this.record(commitId);
			if (record.view.state !== "needs_signature") throw closed(record);
			if (record.view.batch !== null) throw new Problem(409, "in_batch", "A batch is not revised.");
			const next = await this.#parts.revised(record, amount);
			this.#parts.db.transaction(() => {
				this.#parts.store.save(next, true);
				this.#parts.changed(next);
			});
			return next;
		});
	}

	/** Sets the timers for an open commit's expiry and requested revision. */
	schedule(record: CommitRecord): void {
		const { commit_id: commitId } = record.view;
		const now = this.#parts.clock();
		const whenOpen = (work: () => Promise<unknown>) => async () => {
			if (this.#parts.store.get(commitId)?.view.state === "needs_signature") await work();
		};
		if (record.expiresAt !== null) {
			this.#parts.later(
				Math.max(0, record.expiresAt * 1000 - now),
				whenOpen(() => this.expire(commitId)),
			);
		}
		if (record.reviseAt !== null) {
			this.#parts.later(
				Math.max(0, record.reviseAt - now),
				whenOpen(() => this.revise(commitId, null)),
			);
		}
	}

	/** Sets the timers again after a restart, and sends signed transactions that were not sent. */
	async resume(): Promise<void> {
		for (const record of this.#parts.store.inStates(["needs_signature", "awaiting_broadcast"])) {
			const { commit_id: commitId, broadcaster } = record.view;
			if (record.signed === null) this.schedule(record);
			else if (broadcaster === "venue") {
				if (this.#parts.settings.venue === "submits") this.#venueSoon(commitId);
			} else if (broadcaster === "hosted") {
				await this.#locked(commitId, async () => {
					await this.#broadcast(this.record(commitId), "hosted");
				});
			}
		}
		const ended = this.#parts.store.inStates(["confirmed", "failed", "rejected", "expired"]);
		for (const record of ended) if (!record.told) this.#parts.settled(record);
	}

	/** Checks each submitted transaction on the chain once, then releases its dependants. */
	async follow(): Promise<void> {
		for (const { view } of this.#parts.store.inStates(["submitted"])) {
			await this.#locked(view.commit_id, async () => {
				const record = this.record(view.commit_id);
				if (record.view.state === "submitted") await this.#pollOutcome(record);
			});
		}
		await this.#releaseWaiting();
		this.#polls += 1;
		if (this.#parts.svm !== null && this.#polls % BLOCKHASH_CHECK_POLLS === 0)
			await this.#renewBlockhashes(this.#parts.svm);
	}

	async #pollOutcome(record: CommitRecord): Promise<void> {
		const { wallet_attempt: attempt } = record.view;
		if (attempt !== null) {
			const { client } = this.#parts.chain(Number(record.view.chain_ref));
			const seen = await attemptChange(client, record);
			if (seen !== null) {
				this.#change(record, seen);
				return;
			}
		}
		const outcome = await this.#parts.chainOf(record).readOutcome(record);
		if (outcome === null) return;
		const { state, failure_code, block } = outcome;
		this.#change(record, { state, failure_code, action: null }, { block });
		const { payload } = record;
		if (payload.kind === "evm_transaction" && block !== null) {
			await this.#renewNonces(payload.chain_id, payload.signer, record.view.commit_id);
		}
	}

	/** Handles Solana offers with an expired blockhash: renews a renewable one, and ends the others. */
	async #renewBlockhashes(svm: SvmAccess): Promise<void> {
		const open = this.#parts.store.inStates(["needs_signature"]);
		for (const { view } of open.filter((record) => record.payload.kind === "svm_transaction")) {
			await this.#locked(view.commit_id, async () => {
				const record = this.record(view.commit_id);
				const reviewed = reviewedSvm(record.view);
				if (record.view.state !== "needs_signature" || reviewed === null) return;
				const { value: alive } = await svm.connection.isBlockhashValid(reviewed.recent_blockhash ?? "", {
					commitment: "processed",
				});
				if (alive) return;
				if (reviewed.preserve_blockhash === true) {
					this.#change(record, { state: "expired", action: null, failure_code: "blockhash_expired" });
					return;
				}
				const fresh = await renewBlockhash(svm, record);
				if (fresh === null) return;
				const { payload, review } = fresh;
				this.#change(record, { review, action: { kind: "sign", payload } }, { payload });
			});
		}
	}

	/** Gives the signer's other open offers the next nonce. */
	async #renewNonces(chainId: number, signer: string, except: string): Promise<void> {
		if (!this.#parts.settings.renewNonces) return;
		const { client } = this.#parts.chain(chainId);
		const nonce = await client.getTransactionCount({ address: getAddress(signer), blockTag: "pending" });
		for (const { view, payload } of this.#parts.store.inStates(["needs_signature"])) {
			if (payload.kind !== "evm_transaction") continue;
			const stale = payload.chain_id === chainId && payload.signer === signer && payload.nonce < nonce;
			if (!stale || view.action === null || view.commit_id === except) continue;
			await this.#locked(view.commit_id, async () => {
				const record = this.record(view.commit_id);
				if (record.view.state !== "needs_signature" || record.view.action === null) return;
				if (record.payload.kind !== "evm_transaction") return;
				const renewed = { ...record.payload, nonce };
				this.#change(record, { action: { kind: "sign", payload: renewed } }, { payload: renewed });
			});
		}
	}
}

/** Base64 is case-sensitive, hex is not. */
function sameBytes({ signed, view }: CommitRecord, raw: string): boolean {
	if (view.chain_family === "svm") return signed?.raw === raw;
	return signed?.raw.toLowerCase() === raw.toLowerCase();
}

const attemptOpen = () =>
	new Problem(409, "attempt_open", "A wallet has begun to send this; its report is awaited.");

function closed(record: CommitRecord): Problem {
	const { state } = record.view;
	return new Problem(409, "commit_closed", `The commit is ${state}.`, { details: { state } });
}
