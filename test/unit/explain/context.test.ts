import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { User } from "../../../src/core/decoded-transaction/decoded-transaction.ts";
import { contextSchema, historyOf, usesOf } from "../../../src/explain/context.ts";
import { Counterparties } from "../../../src/main/address-book/counterparties.ts";
import { JOURNAL_SCHEMA } from "../../../src/main/app/journal-schema.ts";
import { JournalCache } from "../../../src/main/storage/journal-cache.ts";
import { JournalDb } from "../../../src/main/storage/journal-db.ts";
import {
	approveData,
	commitOf,
	frozenOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../core/match/honest.ts";

/** Compares the history that a context describes with the same history in a journal. */

const SCOPE = "staging/person-1";
const CHAIN = "8453";
const SELECTOR = "0x12345678";
const NAMING: Parameters<typeof commitOf>[0] = {
	to: VAULT,
	value: 0n,
	data: `${SELECTOR}${OTHER.slice(2).toLowerCase().padStart(64, "0")}`,
};

function journalOf(calls: readonly Parameters<typeof commitOf>[0][]) {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let now = 1_000;
	const journal = new JournalCache(new JournalDb(db, { now: () => now }));
	for (const [at, call] of calls.entries()) {
		now += 1_000;
		const approval = journal.approve({
			kind: "commit",
			scope: SCOPE,
			entryId: `commit:${at}`,
			sessionId: "session-1",
			intentId: `${at}`,
			replaces: null,
			headline: "",
			chainRef: CHAIN,
			signer: SIGNER,
			nonce: BigInt(at),
			broadcaster: "wallet",
			fingerprint: "f".repeat(64),
			digest: "digest-1",
			revision: 1,
			frozen: frozenOf(commitOf(call)),
			predicted: null,
		});
		if (!approval.ok) throw new Error("not approved");
		journal.step(approval.row.id, ["approved"], "settled", { outcome: "confirmed", live: false });
	}
	return journal;
}

const JOURNAL = journalOf([
	{ to: OTHER, value: 5n },
	{ to: TOKEN, data: transferData(OTHER, 5n) },
	{ to: TOKEN, data: approveData(VAULT, 5n) },
	NAMING,
]);

const past = (more: { readonly chain?: string; readonly sessionId?: string } = {}) =>
	contextSchema.parse({
		format: 1,
		dealings: [
			{ address: OTHER, paid: 2, lastAt: 3_000, named: [{ contract: VAULT, selector: SELECTOR }], ...more },
			{ address: VAULT, allowed: 1, lastAt: 4_000, ...more },
		],
	});

const rolesOf = (uses: User["uses"]) =>
	Object.fromEntries([...uses].map(([address, { roles }]) => [address, [...roles].toSorted()]));

describe("the history in a context", () => {
	it("counts payments and permissions like a journal of the same history", () => {
		const counted = [...new Counterparties(JOURNAL).history(SCOPE)].map(
			([address, { paid, allowed, lastAt }]) => [address, { paid, allowed, lastAt }] as const,
		);
		expect(historyOf(past())).toEqual(new Map(counted));
	});

	it("gives every role that a journal of the same history gives", () => {
		const journal = rolesOf(new Counterparties(JOURNAL).uses(SCOPE, "session-2"));
		expect(Object.values(journal).flat()).toHaveLength(3);
		expect(rolesOf(usesOf(past(), [CHAIN], "session-2"))).toEqual(journal);
		expect(rolesOf(usesOf(past({ chain: CHAIN }), ["1"], "session-2"))).toEqual(journal);
	});

	it("makes no address known within its own conversation, or on another chain", () => {
		const met = past({ sessionId: "session-1" });
		expect(new Counterparties(JOURNAL).uses(SCOPE, "session-1").size).toBe(0);
		expect(usesOf(met, [CHAIN], "session-1").size).toBe(0);
		expect(usesOf(met, [CHAIN], "session-2").size).toBe(2);
		const elsewhere = rolesOf(usesOf(past({ chain: "1" }), [CHAIN], "session-2"));
		expect(
			Object.values(elsewhere)
				.flat()
				.filter((role) => role.includes(CHAIN)),
		).toEqual([]);
	});
});
