import { describe, expect, it } from "vitest";
import { readFileText } from "../../../src/explain/explain-input.ts";
import { TOO_DEEP } from "../../../src/service-api/depth.ts";
import { loadExamples } from "../../fixtures/examples.ts";
import { codesOf, naming, saying } from "../../support/saying.ts";

const examples = loadExamples();
const read = (value: unknown) => readFileText(JSON.stringify(value));

function readable(value: unknown) {
	const file = read(value);
	if (!file.ok) throw new Error(codesOf(file.reason).join(", "));
	return file;
}

const page = (more: object) => ({ session_id: "s", cursor: "c", events: [], has_more: false, ...more });

describe("an explained file", () => {
	it.each(Object.entries(examples.commit_views))("reads the commit view %s", (_, view) => {
		const { asked, faults } = readable(view);
		expect(faults).toEqual([]);
		expect(asked).toMatchObject([{ kind: "commit", commitId: view["commit_id"] }]);
	});

	it.each(Object.entries(examples.actions))("reads the action %s", (_, action) => {
		const { asked, faults } = readable(action);
		expect(faults).toEqual([]);
		expect(asked).toMatchObject([{ kind: "action", action: { id: action["id"] } }]);
	});

	it("reads a proposal of an agent, which has the form of an action", () => {
		const action = examples.actions["sign_evm_personal"];
		const { asked, faults } = readable({ ...action, type: "proposal" });
		expect(faults).toEqual([]);
		expect(asked).toMatchObject([
			{ kind: "proposal", sessionId: "local-agent:file", action: { id: action?.["id"], type: "action" } },
		]);
	});

	it.each(Object.entries(examples.event_pages))("reads the page %s, every request once", (_, events) => {
		const { asked, faults } = readable(events);
		expect(faults).toEqual([]);
		const ids = asked.map((one) => (one.kind === "commit" ? one.commitId : one.action.id));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it("uses the last of a page's duplicates, and keeps both views of a commit", () => {
		const action = examples.actions["sign_evm_personal"];
		const view = examples.commit_views["evm_needs_signature_sign"];
		const file = readable(
			page({
				events: [
					{ ...action, sequence: 9, revision: 1, state: "rejected" },
					{ ...action, sequence: 8 },
				],
				commits: [view, { ...view, version: 2 }],
			}),
		);
		expect(file.asked).toMatchObject([
			{ kind: "action", action: { revision: 1, state: "rejected" } },
			{ kind: "commit", read: { view: { version: 2 } } },
		]);
		expect(file.views).toHaveLength(2);
	});

	it("reports unreadable items of a page next to readable ones", () => {
		const { sequence, event_id } = { sequence: 3, event_id: "e3" };
		const broken = { event_id, sequence, turn_id: null, occurred_at: 1, type: "action", id: "a" };
		const view = examples.commit_views["evm_needs_signature_sign"];
		const file = readable(page({ events: [broken, 7], commits: [view, { commit_id: "c9", version: 1 }] }));
		expect(file.asked).toHaveLength(1);
		expect(file.faults).toEqual([
			naming("events[1]"),
			saying("explain.event", { event: "e3" }),
			saying("explain.commit", { commit: "c9" }),
		]);
	});

	it("keeps a commit whose review breaks the contract, so that it is refused rather than lost", () => {
		const file = readable({ ...examples.commit_views["evm_needs_signature_sign"], review: { version: 0 } });
		expect(file.asked).toMatchObject([{ kind: "commit", read: { view: { review: null } } }]);
	});

	it("reads the members next to an action with a long number, and every digit of that number", () => {
		const action = { ...examples.actions["sign_evm_personal"], id: "long" };
		const payloads = [{ kind: "evm_typed_data", typed_data: { message: { amount: "LONG" } } }];
		const long = JSON.stringify({ ...action, request: { ...Object(action).request, payloads } }).replace(
			'"LONG"',
			"1000000000000000001",
		);
		const plain = JSON.stringify({ ...examples.actions["sign_evm_personal"], id: "plain" });
		const file = readFileText(`{"events":[${plain},${long}],"cursor":"c","has_more":false}`);
		expect(file).toMatchObject({
			ok: true,
			faults: [],
			asked: [
				{ action: { id: "plain" } },
				{
					action: {
						id: "long",
						request: { payloads: [{ typed_data: { message: { amount: "1000000000000000001" } } }] },
					},
				},
			],
		});
	});

	it("refuses an action that is nested endlessly", () => {
		const action = JSON.stringify({ ...examples.actions["sign_evm_personal"], note: "DEEP" });
		const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
		expect(readFileText(action.replace('"DEEP"', deep))).toEqual({ ok: false, reason: TOO_DEEP });
	});

	it.each([
		["no JSON", "{"],
		["no object", "[]"],
		["anything else", '{"hello": 1}'],
		["a duplicate key", '{"commit_id": "a", "commit_id": "b"}'],
		["a number beyond the safe integers", '{"commit_id": "a", "version": 1.5}'],
		["a commit without its members", '{"commit_id": "a"}'],
		["an action without its members", '{"type": "action"}'],
		[
			"an action with a slash in its id",
			JSON.stringify({ ...examples.actions["sign_evm_personal"], id: "a/b" }),
		],
	])("refuses %s", (_, text) => {
		expect(readFileText(text).ok).toBe(false);
	});
});
