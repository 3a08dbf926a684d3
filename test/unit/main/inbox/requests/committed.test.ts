import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../../src/main/app/journal-schema.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import { entryKeyOf, pipelineEntryId } from "../../../../../src/main/inbox/entries/entry.ts";
import { CommittedActions } from "../../../../../src/main/inbox/requests/committed.ts";
import { committedRequest, Requests } from "../../../../../src/main/inbox/requests/requests.ts";
import type { Replacements } from "../../../../../src/main/reviewing/own/replacements.ts";
import type { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import { CommittedRequests } from "../../../../../src/main/storage/committed-requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { request } from "../../../core/match/honest.ts";
import { DIGEST, EXPIRES } from "../../catalog/builds.ts";

/** Requests of stateless commits are stored only on this computer. */

const OTHER = `sha256:${"b".repeat(64)}`;
const ASKED = JSON.stringify(request());
const FIRST = { digest: DIGEST, place: 0 };
const SECOND = { digest: DIGEST, place: 1 };

const db = new DatabaseSync(":memory:");
for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
afterEach(() => void db.exec("DELETE FROM committed_requests"));

function open(scope = "scope-1") {
	const told: string[] = [];
	const store = new CommittedRequests(db, () => 1_790_000_000_500);
	return { told, committed: new CommittedActions(store, scope, (entryId) => told.push(entryId)) };
}

describe("a stateless commit's request", () => {
	it("is an action of its own, pending until the Build's expiry", () => {
		const { committed, told } = open();
		committed.keep(DIGEST, [ASKED, ASKED], EXPIRES);
		expect(told).toEqual([pipelineEntryId(FIRST), pipelineEntryId(SECOND)]);
		expect(committed.all().map(({ origin }) => origin)).toEqual([FIRST, SECOND]);
		expect(committed.get(SECOND)?.action).toMatchObject({
			id: `pipeline:${DIGEST}/1`,
			revision: 0,
			state: "pending",
			request: request(),
			expires_at: EXPIRES,
			created_at: 1_790_000_000,
		});
		expect(committed.get({ digest: OTHER, place: 0 })).toBeNull();
	});

	it("survives a restart, only for the user who committed it", () => {
		open().committed.keep(DIGEST, [ASKED], EXPIRES);
		expect(open().committed.get(FIRST)?.action).toMatchObject({ request: request() });
		expect(open("scope-2").committed.all()).toEqual([]);
	});

	it("stays unchanged, whatever a second answer requests", () => {
		const { committed } = open();
		committed.keep(DIGEST, [ASKED], EXPIRES);
		const before = committed.get(FIRST);
		const other = JSON.stringify({ ...request(), type: "sign" });
		committed.keep(DIGEST, [other, other], EXPIRES + 900);
		expect(committed.all()).toHaveLength(1);
		expect(committed.get(FIRST)?.action).toEqual(before?.action);
	});

	it("ends with the user's rejection, after a restart too, and leaves the others as the same objects", () => {
		const { committed, told } = open();
		committed.keep(DIGEST, [ASKED, ASKED], EXPIRES);
		const second = committed.get(SECOND);
		told.length = 0;
		committed.reject(FIRST);
		expect(told).toEqual([pipelineEntryId(FIRST)]);
		expect(committed.get(FIRST)?.action.state).toBe("rejected");
		expect(committed.get(SECOND)).toBe(second);
		expect(open().committed.get(FIRST)?.action.state).toBe("rejected");
	});

	it.each([
		["no transactions", '{"type":"execute_evm"}', "request.transactions"],
		["an unknown type", '{"type":"execute_moon"}', "request"],
		["a duplicate member", ASKED.replace("{", '{"type":"sign",'), "twice"],
		["a number that parsers read differently", ASKED.replace('"chain_id":', '"chain_id":1e400,"x":'), ""],
		["no object", "7", "request"],
	])("is reported, and can be rejected, if it can't be read: %s", (_, text, where) => {
		const { committed } = open();
		committed.keep(DIGEST, [text, ASKED], EXPIRES);
		const [first, second] = committed.all();
		expect([first?.kind, second?.kind]).toEqual(["unreadable", "action"]);
		expect(first?.action).toMatchObject({ state: "pending", reason: expect.stringContaining(where) });
		committed.reject(FIRST);
		expect(committed.get(FIRST)?.action.state).toBe("rejected");
	});
});

describe("its entry", () => {
	it("is named by the Build's digest and the request's index", () => {
		expect(entryKeyOf(pipelineEntryId(SECOND))).toEqual({ kind: "pipeline", ...SECOND });
		for (const place of ["", "01", "1e0", "0x1", "-1", "1.0", " 1", "one", "9".repeat(17)])
			expect(entryKeyOf(`pipeline:${DIGEST}/${place}`), place).toBeNull();
	});

	it("requires no confirmation by the service for an approval, and waits until it is rejected", async () => {
		const { committed } = open();
		committed.keep(DIGEST, [ASKED], EXPIRES);
		const requests = new Requests(
			() => stub<Sessions>({}),
			stub<Replacements>({}),
			stub<Revocations>({}),
			() => committed,
		);
		const id = pipelineEntryId(FIRST);
		await requests.refresh(id);
		const found = requests.get(id);
		const kept = committed.get(FIRST);
		if (found === null || kept === null) throw new Error("not there");
		expect(found).toEqual(committedRequest(kept));
		expect([requests.confirmed(found), requests.asks(id)]).toEqual([true, true]);
		committed.reject(FIRST);
		expect(requests.asks(id)).toBe(false);
		expect(requests.get(pipelineEntryId(SECOND))).toBeNull();
	});
});
