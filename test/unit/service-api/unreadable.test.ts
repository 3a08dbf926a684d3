import { describe, expect, it } from "vitest";
import { type ReadPage, readCommit, readEventPage } from "../../../src/service-api/event-page.ts";
import { unreadableActionOf } from "../../../src/service-api/events.ts";
import { newer } from "../../fixtures/newer.ts";

/** Partly unreadable requests are parsed far enough to report and refuse them. */

const live = () => Object(newer("action-of-the-live-trace"));

function read(...events: readonly unknown[]): ReadPage {
	const page = readEventPage({ session_id: "ses", cursor: "c", events, has_more: false });
	if (!page.ok) throw new Error(page.reason);
	return page.value;
}

function actionOf(event: unknown) {
	const [only] = read(event).events;
	return only === undefined ? null : unreadableActionOf(only);
}

describe("an unreadable action", () => {
	it("of the public live trace keeps its id, revision and state, and names the faulty path", () => {
		const found = actionOf(live());
		expect(found).toMatchObject({ id: "action-1", revision: 0, state: "pending" });
		expect(found?.reason).toMatch(/^request\.simulation\.approvals: /);
		expect(found?.raw["timestamp"]).toBeDefined();
	});

	it.each([
		["a revision as text", { revision: "3" }, { revision: null, state: "pending" }],
		["a state of a newer service", { state: "needs_attention" }, { revision: 0, state: null }],
		["another type of request", { request: { type: "execute_btc" } }, { revision: 0, state: "pending" }],
		["an unknown result", { state: "completed", result: { status: "odd" } }, { state: "completed" }],
		["no turn and no time", { turn_id: undefined, occurred_at: "yesterday" }, { revision: 0 }],
	])("with %s is still known", (_, change, expected) => {
		expect(actionOf({ ...live(), ...change })).toMatchObject({ id: "action-1", ...expected });
	});

	it("without an answerable id is reported as an unreadable event", () => {
		for (const id of [undefined, 7, ""]) {
			const page = read({ ...live(), id });
			expect(page.events.map(({ kind }) => kind)).toEqual(["unreadable"]);
			expect(page.events.map(unreadableActionOf)).toEqual([null]);
		}
	});

	it("is not reported if it can be read, or is another kind of event", () => {
		expect(actionOf(newer("action-with-open-members"))).toBeNull();
		expect(
			actionOf({ event_id: "e", sequence: 1, turn_id: null, occurred_at: 1, type: "message" }),
		).toBeNull();
	});
});

describe("a commit", () => {
	const bare = () => Object(newer("commit-without-nulls"));

	it("is read if nullable members are omitted, and a transport is unknown", () => {
		expect(readCommit(bare())).toMatchObject({
			kind: "known",
			reviewFault: null,
			view: {
				transaction_id: null,
				failure_code: null,
				batch: null,
				supported_transports: ["sign_and_broadcast", "wallet_connect"],
			},
		});
	});

	it("gets no wallet attempt if none is stated: that differs from null", () => {
		const read = readCommit(bare());
		if (read.kind !== "known") throw new Error(read.reason);
		expect(read.view.wallet_attempt).toBeUndefined();
		expect(readCommit({ ...bare(), wallet_attempt: null })).toMatchObject({ view: { wallet_attempt: null } });
	});

	it("gets only nullable members", () => {
		const { signer: _, ...without } = bare();
		expect(readCommit(without)).toMatchObject({
			kind: "unreadable",
			reason: expect.stringMatching(/^signer: /),
		});
	});

	it.each([
		["version", { version: "2" }, "needs_signature"],
		["broadcaster", { broadcaster: "relay" }, "needs_signature"],
		["action.kind", { action: { kind: "sign_twice" } }, "needs_signature"],
		["version", { version: null, state: "rejected" }, "rejected"],
		["state", { state: "needs_attention" }, undefined],
	])("with an unreadable %s keeps its id, and its state if that is known", (where, change, state) => {
		const found = readCommit({ ...bare(), ...change });
		expect(found).toMatchObject({ kind: "unreadable", commitId: bare().commit_id });
		if (found.kind !== "unreadable") throw new Error("read whole");
		expect(found.reason.startsWith(`${where}: `)).toBe(true);
		expect(found.state).toBe(state);
	});
});
