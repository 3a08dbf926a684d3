import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { Proposals } from "../../../../src/main/agents/proposals.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { ProposalStore } from "../../../../src/main/storage/proposals.ts";
import { newProposal, PROPOSAL_ID, proposedAction } from "../../../fixtures/proposals.ts";
import { evmAction } from "../signing/actions-scene.ts";

/** Stored proposals as requests. */

const ACTION = proposedAction(evmAction(1).action);

let db: DatabaseSync;
let now: number;
let changes: string[];

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = 1_790_000_000_500;
	changes = [];
});

const open = () => new Proposals(new ProposalStore(db, () => now), (entryId) => changes.push(entryId));

function must(proposals: Proposals) {
	const found = proposals.get(PROPOSAL_ID);
	if (found?.kind !== "proposal") throw new Error("it is not readable");
	return found;
}

describe("a proposal", () => {
	it("is read as an action of its id, in its first revision, that waits until its end", () => {
		const proposals = open();
		proposals.add(newProposal(ACTION));
		expect(must(proposals).action).toEqual({
			...ACTION,
			occurred_at: 1_790_000_000,
			created_at: 1_790_000_000,
			state: "pending",
			revision: 0,
		});
		expect(Object.isFrozen(must(proposals).action.request)).toBe(true);
	});

	it("stays the same request while it is only repeated or delivered", () => {
		const proposals = open();
		proposals.add(newProposal(ACTION));
		const { action } = must(proposals);
		now += 1_000;
		proposals.countRepeat(PROPOSAL_ID);
		proposals.markDelivered(PROPOSAL_ID);
		expect(must(proposals).action).toBe(action);
		expect(must(proposals).stored).toMatchObject({ asked: 2, deliveredAt: now });
		expect(proposals.all()).toEqual([must(proposals)]);
	});

	it("becomes another request when it ends, and stays that one", () => {
		const proposals = open();
		proposals.add(newProposal(ACTION));
		const { action } = must(proposals);
		proposals.end(PROPOSAL_ID, "cancelled", "");
		const ended = must(proposals).action;
		expect(ended).not.toBe(action);
		expect(ended).toEqual({ ...action, state: "rejected" });
		proposals.end(PROPOSAL_ID, "rejected", "too late");
		proposals.countRepeat(PROPOSAL_ID);
		expect(must(proposals).action).toBe(ended);
		expect(must(proposals).stored.ended).toMatchObject({ as: "cancelled", answer: "" });
	});

	it("is the same request for every reader, and equal after a restart", () => {
		const proposals = open();
		proposals.add(newProposal(ACTION));
		expect(must(proposals)).toBe(must(proposals));
		expect(proposals.all()[0]).toBe(must(proposals));
		expect(open().all()).toEqual(proposals.all());
	});

	it("reports each change once, after it is stored", () => {
		const seen: unknown[] = [];
		const proposals: Proposals = new Proposals(new ProposalStore(db, () => now), (entryId) =>
			seen.push([
				entryId,
				proposals.get(PROPOSAL_ID)?.stored.asked,
				proposals.get(PROPOSAL_ID)?.stored.ended?.as,
			]),
		);
		proposals.add(newProposal(ACTION));
		proposals.countRepeat(PROPOSAL_ID);
		proposals.end(PROPOSAL_ID, "rejected", "no");
		const entry = `proposal:${PROPOSAL_ID}`;
		expect(seen).toEqual([
			[entry, 1, undefined],
			[entry, 2, undefined],
			[entry, 2, "rejected"],
		]);
	});

	it("is not known and reports nothing if it could not be stored", () => {
		const proposals = open();
		expect(proposals.all()).toEqual([]);
		db.exec("PRAGMA query_only = ON");
		expect(() => proposals.add(newProposal(ACTION))).toThrow(StorageError);
		db.exec("PRAGMA query_only = OFF");
		expect([proposals.all(), proposals.get(PROPOSAL_ID), changes]).toEqual([[], null, []]);
	});
});

describe("a proposal that can't be read", () => {
	const unread = (request: string) => {
		const proposals = open();
		proposals.add(newProposal(ACTION, { request }));
		const found = proposals.get(PROPOSAL_ID);
		if (found?.kind !== "unreadable") throw new Error("it is readable");
		return { proposals, found };
	};
	const text = JSON.stringify(ACTION.request);

	it.each([
		["truncated JSON", text.slice(0, text.length / 2)],
		["a duplicate member", text.replace('"type":', '"type":"sign","type":')],
		[
			"a number that parsers read differently",
			text.replace('"chain_id":8453', '"chain_id":8453.0000000000000001'),
		],
		["no request", '"sign"'],
		["another type", text.replace("execute_evm", "execute_all")],
	])("is shown as that, for %s", (_, request) => {
		const { found } = unread(request);
		expect(found.action).toMatchObject({ id: PROPOSAL_ID, revision: 0, state: "pending" });
	});

	it("can be ended, and then no longer waits", () => {
		const { proposals } = unread("{");
		proposals.end(PROPOSAL_ID, "rejected", "what is this?");
		expect(proposals.get(PROPOSAL_ID)).toMatchObject({ kind: "unreadable", action: { state: "rejected" } });
	});
});
