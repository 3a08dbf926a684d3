import { plain } from "../../core/format/plain.ts";
import { detailOf } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { message, sentences } from "../../core/localized-text.ts";
import type { Frozen, FrozenCommit } from "../../core/match/frozen.ts";
import { isSentByUs, sameNonceRows } from "../storage/same-nonce.ts";
import type { ChainStatus, Mined } from "./chain-client.ts";
import {
	endedFacts,
	lifeOf,
	minedAfterAllFacts,
	mismatchedFacts,
	replacedFacts,
	sameId,
	serviceFacts,
	settledFacts,
	type Taken,
	takenFacts,
	unreportedFacts,
} from "./outcomes.ts";
import { commitStatusOf, isExpired, statusOf } from "./recheck.ts";
import { END, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, NONCE_WAIT_MS, type RowContext, type RowTransitions } from "./row-transitions.ts";
import type { ConfirmationLookups } from "./run.ts";
import type { Sequencing } from "./sequencing.ts";
import type { SigningAccount } from "./signing-service.ts";

export class ConfirmationTracker {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "commits" | "sequencer" | "serviceClock">,
		rows: RowTransitions,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
	}

	async follow(row: JournalRow, frozen: FrozenCommit, lookups: ConfirmationLookups): Promise<Next> {
		const sequencing = this.#account.sequencer.of(row, frozen);
		if (row.transactionId === null || sequencing === null) return await this.#byService(row, frozen);
		// Checked before the lookup, so a transaction mined in between counts as mined and not as replaced.
		const spent = await sequencing.isSpent();
		const known = await sequencing.lookup(row.transactionId);
		if (spent && known.state !== "mined") return await this.#spent(row, frozen, sequencing, known, lookups);
		lookups.resetDropped();
		if (known.state === "mined") return await this.#mined(row, frozen, known);
		this.#reserveNonceAgain(row);
		const isUnknownAttempt = frozen.route === "browser_send" && known.state === "unknown";
		if (isUnknownAttempt && (await this.#isMismatched(row, frozen))) return wait(FOLLOW_MS);
		return await this.#pending(row, frozen, sequencing, known, lookups);
	}

	/**
	 * A held row settles only after its nonce is used, because anyone who has the bytes could still send
	 * them.
	 */
	async trackHeldRow(row: JournalRow, frozen: FrozenCommit, lookups: ConfirmationLookups): Promise<Next> {
		if (!row.live) return END;
		const sequencing = this.#account.sequencer.of(row, frozen);
		if (sequencing === null) return await this.#byService(row, frozen);
		if (!(await sequencing.isSpent())) {
			lookups.resetDropped();
			return wait(NONCE_WAIT_MS);
		}
		const known: ChainStatus =
			row.transactionId === null ? { state: "unknown" } : await sequencing.lookup(row.transactionId);
		if (known.state === "mined") return this.#rows.settle(row, minedAfterAllFacts(known));
		return await this.#spent(row, frozen, sequencing, known, lookups);
	}

	async trackLocalRow(
		row: JournalRow,
		frozen: Frozen,
		sequencing: Sequencing,
		lookups: ConfirmationLookups,
	): Promise<Next> {
		if (row.transactionId === null) throw new Error("the submitted row has no hash");
		const spent = await sequencing.isSpent();
		const known = await sequencing.lookup(row.transactionId);
		const held = row.state === "held";
		if (known.state === "mined")
			return this.#rows.settle(row, held ? minedAfterAllFacts(known) : settledFacts(known));
		if (spent) return await this.#spent(row, frozen, sequencing, known, lookups);
		lookups.resetDropped();
		return held ? wait(NONCE_WAIT_MS) : await this.#pending(row, frozen, sequencing, known, lookups);
	}

	async #mined(row: JournalRow, frozen: FrozenCommit, known: Mined): Promise<Next> {
		const { journal } = this.#app.stores;
		if (row.live) journal.release(row.id);
		const status = statusOf(await this.#account.commits.read(row.intentId, row.sessionId), frozen);
		if (status.kind === "over") return this.#rows.settle(row, endedFacts(known, status.state));
		if (status.kind === "mismatched") return this.#rows.settle(row, mismatchedFacts(known));
		const reported = detailOf(journal.steps(row.id), "reported");
		const asks = status.kind === "asked" || status.kind === "broadcast";
		const unreported = asks ? unreportedFacts(known, reported) : null;
		if (unreported !== null) return this.#rows.settle(row, unreported);
		this.#rows.explain(row, message("signing.mined-waiting", { block: String(known.blockNumber) }));
		return wait(FOLLOW_MS);
	}

	async #byService(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const read = await this.#account.commits.read(row.intentId, row.sessionId);
		const status = commitStatusOf(read, frozen);
		if (status.kind === "over") return this.#rows.settle(row, serviceFacts(status));
		this.#rows.explain(row, message("signing.service.makes-it"));
		return wait(FOLLOW_MS);
	}

	async #pending(
		row: JournalRow,
		frozen: Frozen,
		sequencing: Sequencing,
		known: ChainStatus,
		lookups: ConfirmationLookups,
	): Promise<Next> {
		const { ports, stores } = this.#app;
		const rows = this.#rows;
		if (known.state === "pending") {
			lookups.resetUnknown();
			rows.explain(row, message("signing.not-final"));
			return wait(FOLLOW_MS);
		}
		const lost = message("signing.unknown-to-rpc");
		if (!isSentByUs(row, stores.journal.steps(row.id))) {
			rows.explain(
				row,
				sentences(lost, message("signing.unknown-to-rpc.of-others", { who: row.broadcaster })),
			);
			return wait(FOLLOW_MS);
		}
		if (isExpired(frozen, ports.clock.now(), this.#account.serviceClock.offset())) {
			rows.explain(row, sentences(lost, message("signing.unknown-to-rpc.expired", { life: lifeOf(row) })));
			return wait(FOLLOW_MS);
		}
		rows.explain(row, sentences(lost, message("signing.unknown-to-rpc.sent-again")));
		await this.#sendAgain(row, sequencing, lookups);
		return wait(FOLLOW_MS);
	}

	/** Rebroadcasts a transaction that was dropped from the mempool. The same bytes can't be mined twice. */
	async #sendAgain(row: JournalRow, sequencing: Sequencing, lookups: ConfirmationLookups): Promise<void> {
		if (!lookups.isResendDue(this.#app.ports.clock.now(), sequencing.resendMs)) return;
		if (row.signature?.kind === "one" && row.transactionId !== null)
			await sequencing.send(row.signature.bytes, row.transactionId);
	}

	#reserveNonceAgain(row: JournalRow): void {
		const { journal } = this.#app.stores;
		if (row.live || row.nonce === null || journal.holder(row.chainRef, row.signer, row.nonce) !== null)
			return;
		this.#rows.step(row, [row.state], row.state, {
			live: true,
			detail: { kind: "block_taken_back", whose: "own" },
		});
	}

	async #isMismatched(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const status = statusOf(await this.#account.commits.read(row.intentId, row.sessionId), frozen);
		if (status.kind !== "mismatched") return false;
		const { transactionId } = status;
		const life = lifeOf(row);
		this.#rows.explain(
			row,
			transactionId === null
				? message("signing.mismatched.not-named", { life })
				: message("signing.mismatched.named", { id: plain(transactionId, 80), life }),
		);
		return true;
	}

	async #spent(
		row: JournalRow,
		frozen: Frozen,
		sequencing: Sequencing,
		known: ChainStatus,
		lookups: ConfirmationLookups,
	): Promise<Next> {
		const taken = await this.#replacementOf(row, sequencing);
		if (taken !== null) return this.#rows.settle(row, takenFacts(taken));
		const isHeld = row.state === "held";
		const life = lifeOf(row);
		// The RPC may lag behind or be unable to load the block's details, so the row must not count as
		// dropped.
		if (known.state === "pending") {
			lookups.resetDropped();
			if (!isHeld) this.#rows.explain(row, message("signing.spent.still-shown", { life }));
			return wait(isHeld ? NONCE_WAIT_MS : FOLLOW_MS);
		}
		const isSure = lookups.countDropped(this.#app.ports.clock.now());
		const isShown = isSure && frozen.kind === "commit" && (await this.#serviceShows(row, frozen));
		if (isSure && !isShown) return this.#rows.settle(row, replacedFacts(row));
		// The reason why the row is held must stay visible.
		if (!isHeld)
			this.#rows.explain(
				row,
				message(isShown ? "signing.spent.service-goes-on" : "signing.spent.in-no-block", { life }),
			);
		return wait(isShown ? NONCE_WAIT_MS : FOLLOW_MS);
	}

	async #replacementOf(row: JournalRow, sequencing: Sequencing): Promise<Taken | null> {
		for (const other of sameNonceRows(this.#app.stores.journal, row)) {
			if (other.id === row.id || other.transactionId === null) continue;
			const known = await sequencing.lookup(other.transactionId);
			if (known.state === "mined") return { other, id: other.transactionId, succeeded: known.succeeded };
		}
		return null;
	}

	async #serviceShows(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const status = statusOf(await this.#account.commits.read(row.intentId, row.sessionId), frozen);
		const goesOn = status.kind === "moving" || (status.kind === "over" && status.state === "confirmed");
		return goesOn && sameId(status.transactionId ?? row.transactionId, row.transactionId);
	}
}
