import type { User } from "../../core/decoded-transaction/decoded-transaction.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { calledOf, changedOf, seenKey } from "./allowance-notes.ts";

export interface AllowanceAge {
	/** `null` if the allowance was approved elsewhere. */
	readonly approvedAt: number | null;
	readonly usedAt: number | null;
}

export const UNKNOWN_AGE: AllowanceAge = { approvedAt: null, usedAt: null };

const callKey = (chainRef: string, account: string, called: string) =>
	[chainRef, account, called].join(" ").toLowerCase();

const later = (map: Map<string, number>, key: string, at: number) =>
	map.set(key, Math.max(at, map.get(key) ?? at));

/** Collects the ages from rows of one scope, which may come in any order and repeatedly. */
export class AllowanceAges {
	readonly #given = new Map<string, number>();
	readonly #taken = new Map<string, number>();
	readonly #called = new Map<string, number>();

	take(row: JournalRow, user: User): void {
		const frozen = readableOrNull(row.frozen);
		if (frozen === null || row.outcome !== "confirmed" || row.kind === "leg") return;
		const { approvedAt: at } = row;
		for (const { seen, grants } of changedOf(frozen, user))
			later(grants ? this.#given : this.#taken, seenKey(seen), at);
		for (const { chainRef, account, called } of calledOf(frozen))
			later(this.#called, callKey(chainRef, account, called), at);
	}

	of(seen: Parameters<typeof seenKey>[0]): AllowanceAge {
		const key = seenKey(seen);
		const given = this.#given.get(key) ?? null;
		// If it was revoked here and is valid nevertheless, it was granted again elsewhere.
		const isCurrent = given !== null && given > (this.#taken.get(key) ?? Number.NEGATIVE_INFINITY);
		return {
			approvedAt: isCurrent ? given : null,
			usedAt: this.#called.get(callKey(seen.chainRef, seen.account, seen.spender)) ?? null,
		};
	}
}
