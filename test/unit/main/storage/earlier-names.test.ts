import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { actionIntentId, earlierIntentId } from "../../../../src/core/journal/intent-id.ts";
import type { ApprovedIntent } from "../../../../src/core/journal/types.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { JournalCache } from "../../../../src/main/storage/journal-cache.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { evmAction, messageAction } from "../signing/actions-scene.ts";
import { PREDICTED } from "./kept.ts";

/** Rows of actions that were stored before their names were encoded. */

const SCOPE = "production/me";
const ACTIONS = {
	transactions: (id: string) => ({ ...evmAction().frozen, action_id: id }),
	signature: (id: string) => ({ ...messageAction().frozen, action_id: id }),
};

function open() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	return new JournalCache(new JournalDb(db, { now: () => 1_000 }));
}

function intentOf(frozen: ReturnType<typeof ACTIONS.transactions>, intentId: string): ApprovedIntent {
	return {
		scope: SCOPE,
		entryId: `action:ses/${frozen.action_id}`,
		sessionId: "ses",
		kind: "action",
		intentId,
		replaces: null,
		headline: "An action",
		chainRef: "",
		signer: frozen.signer,
		nonce: null,
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "",
		revision: 1,
		frozen,
		predicted: PREDICTED,
	};
}

describe.each(Object.entries(ACTIONS))("a row of %s under an earlier name", (_kind, frozenOf) => {
	it.each(["a#1", "a@3", "50%", "a%231", "%#@"])("is found by its action, and reserves it: %s", (id) => {
		const journal = open();
		const frozen = frozenOf(id);
		const name = actionIntentId(frozen);
		expect(journal.ofIntent(SCOPE, name)).toBeNull();
		const earlier = name.replace(/%(25|23|40)/g, decodeURIComponent);
		expect(earlier).not.toBe(name);
		const approval = journal.approve(intentOf(frozen, earlier));
		if (!approval.ok) throw new Error("not approved");
		expect(journal.ofIntent(SCOPE, name)?.id).toBe(approval.row.id);
		expect(journal.approve(intentOf(frozen, name))).toMatchObject({ ok: false, held: "intent" });
		journal.step(approval.row.id, ["approved"], "refused");
		expect(journal.ofIntent(SCOPE, name)?.state).toBe("refused");
	});
});

it("another action's row is not confused with it, although it has that name", () => {
	const journal = open();
	const other = { ...messageAction().frozen, action_id: "a", action_revision: 3 };
	const mine = { ...evmAction().frozen, action_id: "a@3" };
	expect(earlierIntentId(actionIntentId(mine))).toBe(actionIntentId(other));
	const approval = journal.approve(intentOf(other, actionIntentId(other)));
	expect(approval.ok).toBe(true);
	expect(journal.ofIntent(SCOPE, actionIntentId(mine))).toBeNull();
});

it("a name without special characters was never another", () => {
	expect(earlierIntentId("action:act_1@3")).toBeNull();
	expect(earlierIntentId("50%25")).toBeNull();
});
