import type { User } from "../../core/decoded-transaction/decoded-transaction.ts";
import { NO_HISTORY, NO_USES } from "../../core/identities/counterparties.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { LOCAL_SCOPE, scopeOfSession } from "../../core/journal/intent-id.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Review } from "../../core/review/review.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import { lowersAllowance } from "../storage/same-nonce.ts";
import { calledOf, changedOf, seenKey, seenOfFrozen, seenOfReview } from "./allowance-notes.ts";
import type { SeenAllowance, SeenAllowances } from "./seen-allowances.ts";

export interface AllowanceAge {
	/** `null` if the allowance wasn't approved in this app. */
	readonly approvedAt: number | null;
	readonly usedAt: number | null;
}

export const UNKNOWN_AGE: AllowanceAge = { approvedAt: null, usedAt: null };

const callKey = (chainRef: string, account: string, called: string) =>
	[chainRef, account, called].join(" ").toLowerCase();

const later = (map: Map<string, number>, key: string, at: number) =>
	map.set(key, Math.max(at, map.get(key) ?? at));

/** Collects ages from one scope's rows, which may arrive in any order and more than once. */
export class AllowanceAges {
	readonly #given = new Map<string, number>();
	readonly #taken = new Map<string, number>();
	readonly #called = new Map<string, number>();

	/** @param lowers whether the row only lowers an allowance, which doesn't change its age */
	take(row: JournalRow, user: User, lowers: boolean): void {
		const frozen = readableOrNull(row.frozen);
		if (frozen === null || row.outcome !== "confirmed" || row.kind === "leg") return;
		const { approvedAt: at } = row;
		for (const { seen, grants } of lowers ? [] : changedOf(frozen, user))
			later(grants ? this.#given : this.#taken, seenKey(seen), at);
		for (const { chainRef, account, called } of calledOf(frozen))
			later(this.#called, callKey(chainRef, account, called), at);
	}

	of(seen: Parameters<typeof seenKey>[0]): AllowanceAge {
		const key = seenKey(seen);
		const given = this.#given.get(key) ?? null;
		// If the allowance was revoked here but is still valid, it was granted again outside this app.
		const isCurrent = given !== null && given > (this.#taken.get(key) ?? Number.NEGATIVE_INFINITY);
		return {
			approvedAt: isCurrent ? given : null,
			usedAt: this.#called.get(callKey(seen.chainRef, seen.account, seen.spender)) ?? null,
		};
	}
}

const MAX_ROWS = 500;
const ROWS_AT_ONCE = 10;

/** Allowances that were displayed in a review or approved, whether or not they are still valid. */
export class NotedAllowances {
	readonly #app;
	#noted: Set<string> | null = null;
	readonly #ages = new Map<string, AllowanceAges>();
	/** A service can display thousands of allowances, but only approved ones can be valid. */
	readonly #approved = new Map<string, SeenAllowance>();

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "log">;
		readonly stores: {
			readonly journal: Pick<Journal, "row" | "rows" | "ofSession">;
			readonly seenAllowances: Pick<SeenAllowances, "list" | "note">;
		};
		readonly rules: Pick<Rules, "userAddresses">;
		readonly signedIn: { current(): { readonly scope: string } };
	}) {
		this.#app = app;
	}

	recordAllowances(review: Review): void {
		this.#safely(() => this.#note(seenOfReview(review)));
	}

	settled(row: JournalRow): void {
		this.#safely(() => {
			const who = this.#user();
			this.#noteApproved(seenOfRow(row, who));
			for (const [scope, ages] of this.#ages)
				if (row.scope === scope || row.scope === LOCAL_SCOPE) this.#age(ages, row, who);
		});
	}

	/** Reads approvals from before startup in small batches, so nothing else has to wait. */
	async noteEarlier(): Promise<void> {
		const { ports, signedIn, stores } = this.#app;
		const { scope } = signedIn.current();
		if (this.#ages.has(scope)) return;
		const aged = new AllowanceAges();
		this.#ages.set(scope, aged);
		const rows = stores.journal.rows(scope, MAX_ROWS);
		const who = this.#user();
		for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
			const some = rows.slice(at, at + ROWS_AT_ONCE);
			this.#noteApproved(some.flatMap((row) => seenOfRow(row, who)));
			for (const row of some) this.#age(aged, row, who);
			await new Promise<void>((resolve) => void ports.clock.after(0, resolve));
		}
	}

	own(): readonly SeenAllowance[] {
		const accounts = this.#app.rules.userAddresses();
		const others = this.#app.stores.seenAllowances
			.list()
			.filter((seen) => !this.#approved.has(seenKey(seen)));
		return [...this.#approved.values(), ...others].filter((seen) =>
			accounts.some((own) => sameAddress(own, seen.account)),
		);
	}

	age(seen: Parameters<typeof seenKey>[0]): AllowanceAge {
		return this.#ages.get(this.#app.signedIn.current().scope)?.of(seen) ?? UNKNOWN_AGE;
	}

	ofRow(row: JournalRow): readonly SeenAllowance[] {
		return seenOfRow(row, this.#user());
	}

	ofSession(sessionId: string): readonly string[] {
		const who = this.#user();
		return [
			...new Set(
				this.rowsOf(sessionId)
					.flatMap((row) => seenOfRow(row, who))
					.map(seenKey),
			),
		];
	}

	rowsOf(sessionId: string): readonly JournalRow[] {
		const { signedIn, stores } = this.#app;
		return stores.journal.ofSession(scopeOfSession(sessionId, signedIn.current().scope), sessionId);
	}

	#age(ages: AllowanceAges, row: JournalRow, who: User): void {
		ages.take(row, who, lowersAllowance(this.#app.stores.journal, row));
	}

	#user(): User {
		return {
			accounts: this.#app.rules.userAddresses(),
			labels: {},
			signerState: "missing",
			counterparties: NO_HISTORY,
			uses: NO_USES,
			device: null,
		};
	}

	#note(seen: readonly SeenAllowance[]): void {
		this.#noted ??= new Set(this.#app.stores.seenAllowances.list().map(seenKey));
		const known = this.#noted;
		const fresh = seen.filter((each) => !known.has(seenKey(each)));
		this.#app.stores.seenAllowances.note(fresh);
		for (const each of fresh) known.add(seenKey(each));
	}

	#noteApproved(seen: readonly SeenAllowance[]): void {
		for (const each of seen) this.#approved.set(seenKey(each), each);
		this.#note(seen);
	}

	#safely(work: () => void): void {
		try {
			work();
		} catch (cause) {
			// A failure is only logged, because the allowances are recorded the next time.
			this.#noted = null;
			this.#app.ports.log(`powers: ${String(cause)}`);
		}
	}
}

function seenOfRow(row: JournalRow, who: User): readonly SeenAllowance[] {
	const frozen = readableOrNull(row.frozen);
	return frozen === null ? [] : seenOfFrozen(frozen, who);
}
