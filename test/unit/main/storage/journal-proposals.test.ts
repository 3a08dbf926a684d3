import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { JournalCache } from "../../../../src/main/storage/journal-cache.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { PROPOSAL_ID, proposalOf } from "../../../fixtures/proposals.ts";
import { evmAction } from "../signing/actions-scene.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

/** Rows of proposals belong to this computer, so every scope shows them, and none contains them. */

const ME = "https://service.example sub:me";
const OTHER = "https://service.example sub:other";
const SIGNER = "0xabc0000000000000000000000000000000000001";
const NAME = `proposal:${PROPOSAL_ID}`;

function intent(change: Partial<ApprovedIntent> = {}): ApprovedIntent {
	return {
		scope: ME,
		entryId: "commit:c1",
		sessionId: "ses",
		kind: "commit",
		intentId: "c1",
		replaces: null,
		headline: "Send 1 ETH",
		chainRef: "31337",
		signer: SIGNER,
		nonce: null,
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "rvd",
		revision: 1,
		frozen: FROZEN,
		predicted: PREDICTED,
		...change,
	};
}

const ofProposal = (id = PROPOSAL_ID): ApprovedIntent =>
	intent({
		scope: LOCAL_SCOPE,
		entryId: `proposal:${id}`,
		sessionId: "local-agent:agent-1",
		kind: "proposal",
		intentId: `proposal:${id}`,
		digest: "",
		revision: 0,
		frozen: proposalOf(evmAction(2)).frozen,
	});
const step = (place: number, id = PROPOSAL_ID): ApprovedIntent => ({
	...ofProposal(id),
	kind: "leg",
	intentId: `proposal:${id}#${place + 1}`,
	nonce: BigInt(7 + place),
});

let journal: Journal;
let bare: Journal;
let now = 1_000;

beforeEach(() => {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = 1_000;
	const options = { now: () => now++ };
	bare = new JournalDb(db, options);
	journal = new JournalCache(new JournalDb(db, options));
});

function approve(one: ApprovedIntent, items: readonly ApprovedIntent[] = []): JournalRow {
	const approval = journal.approve(one, items);
	if (!approval.ok) throw new Error(`held: ${approval.held}`);
	return approval.row;
}

const idsIn = (scope: string, limit = 200) => journal.rows(scope, limit).map(({ intentId }) => intentId);

describe("the row of a proposal", () => {
	it("is among the rows and in the export of every scope, once, without its steps", () => {
		approve(intent());
		approve(ofProposal(), [step(0), step(1)]);
		approve(intent({ scope: OTHER, entryId: "commit:c2", intentId: "c2" }));
		expect(idsIn(ME)).toEqual([NAME, "c1"]);
		expect(idsIn(OTHER)).toEqual(["c2", NAME]);
		expect(idsIn(LOCAL_SCOPE)).toEqual([NAME]);
		expect(idsIn(ME, -1)).toEqual([NAME, "c1"]);
		expect(journal.written(OTHER).map(({ intentId, legs }) => [intentId, legs.length])).toEqual([
			["c2", 0],
			[NAME, 2],
		]);
	});

	it("is found by its entry, its name and its agent, in the scope of this computer alone", () => {
		const row = approve(ofProposal(), [step(0)]);
		for (const [scope, found] of [
			[LOCAL_SCOPE, row.id],
			[ME, undefined],
		] as const) {
			expect(journal.ofEntry(scope, NAME)?.id).toBe(found);
			expect(journal.ofIntent(scope, NAME)?.id).toBe(found);
			expect(journal.ofSession(scope, "local-agent:agent-1")[0]?.id).toBe(found);
		}
	});

	it("is not confused with a commit of the service that has its name, in either direction", () => {
		const proposal = approve(ofProposal(), [step(0)]);
		const named = intent({ intentId: NAME, entryId: `commit:${NAME}`, nonce: 20n });
		const commit = approve(named);
		expect(journal.ofIntent(ME, NAME)?.id).toBe(commit.id);
		expect(journal.ofIntent(LOCAL_SCOPE, NAME)?.id).toBe(proposal.id);
		expect(journal.ofEntry(ME, NAME)).toBeNull();
		journal.step(proposal.id, ["approved"], "refused", { outcome: "unsigned", live: false });
		expect(journal.ofIntent(ME, NAME)).toMatchObject({ id: commit.id, state: "approved", live: true });
		const other = `proposal:${"f".repeat(32)}`;
		approve(intent({ intentId: other, entryId: `commit:${other}`, nonce: 21n }));
		expect(journal.approve(ofProposal("f".repeat(32)), [step(5, "f".repeat(32))]).ok).toBe(true);
	});

	it("shares no nonce with a row of the service, in either order", () => {
		const proposal = approve(ofProposal(), [step(0), step(1)]);
		const [, second] = journal.stepRowsOf(proposal.id);
		expect(journal.approve(intent({ nonce: 8n }))).toEqual({ ok: false, held: "nonce", by: second });
		const commit = approve(intent({ nonce: 9n }));
		const other = "f".repeat(32);
		expect(journal.approve(ofProposal(other), [step(2, other)])).toEqual({
			ok: false,
			held: "nonce",
			by: commit,
		});
		expect(journal.ofIntent(LOCAL_SCOPE, `proposal:${other}`)).toBeNull();
	});

	it("can't be approved again once a step of it is signed, though the row itself has no signature", () => {
		const proposal = approve(ofProposal(), [step(0)]);
		const [first] = journal.stepRowsOf(proposal.id);
		if (first === undefined) throw new Error("no step");
		journal.step(first.id, ["approved"], "signing");
		journal.step(first.id, ["signing"], "signed", { signature: { kind: "one", bytes: "0x02aa" } });
		journal.step(first.id, ["signed"], "settled", { outcome: "answered", live: false });
		journal.step(proposal.id, ["approved"], "reported");
		journal.step(proposal.id, ["reported"], "settled", { outcome: "answered", live: false });
		expect(journal.approve(ofProposal(), [step(0)])).toMatchObject({ ok: false, held: "intent" });
	});
});

describe("the cached rows of every scope", () => {
	const lists = () => [ME, OTHER, LOCAL_SCOPE].map((scope) => journal.rows(scope, 200));
	const real = () => [ME, OTHER, LOCAL_SCOPE].map((scope) => bare.rows(scope, 200));

	it("are other lists after each write to a proposal, and equal to the journal's", () => {
		approve(intent());
		let before = lists();
		const expectNew = () => {
			const after = lists();
			for (const [at, list] of after.entries()) expect(list).not.toBe(before[at]);
			expect(after).toEqual(real());
			before = after;
		};
		const { id } = approve(ofProposal(), [step(0)]);
		expectNew();
		const [first] = journal.stepRowsOf(id);
		if (first === undefined) throw new Error("no step");
		journal.step(first.id, ["approved"], "signing");
		expectNew();
		journal.setNote(id, verbatim("Waiting for your RPC."));
		expectNew();
		journal.step(id, ["approved"], "reported");
		expectNew();
	});

	it("stay the same lists while only another scope's rows change", () => {
		approve(ofProposal(), [step(0)]);
		const [mine, , local] = lists();
		const { id } = approve(intent({ scope: OTHER, entryId: "commit:c2", intentId: "c2" }));
		journal.step(id, ["approved"], "signing");
		const [mineAfter, , localAfter] = lists();
		expect(mineAfter).toBe(mine);
		expect(localAfter).toBe(local);
		expect(lists()).toEqual(real());
	});
});
