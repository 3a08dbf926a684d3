import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Patch, patchBetween, patched } from "../../../src/ipc/patch.ts";

const row = fc.record({
	id: fc.constantFrom("a", "b", "c", "__proto__", "constructor"),
	text: fc.string({ maxLength: 4 }),
	steps: fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }),
});
const value = fc.letrec((tie) => ({
	any: fc.oneof(
		{ depthSize: "small" },
		fc.constantFrom(null, true, 1, -0, 0, Number.NaN, "", "a", "ab", "abc"),
		fc.array(row, { maxLength: 5 }),
		fc.array(tie("any"), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom("x", "y", "__proto__", "id"), tie("any"), { maxKeys: 3 }),
	),
})).any;

const travelled = (patch: Patch): Patch => structuredClone(patch);

const sessions = [
	{ id: "s1", title: "One", waiting: 0 },
	{ id: "s2", title: "Two", waiting: 2 },
];

describe("a patch", () => {
	it("turns the old state into the new one, for any two states", () => {
		fc.assert(
			fc.property(value, value, (before, after) => {
				const patch = patchBetween(before, after);
				expect(patch === null ? before : patched(before, travelled(patch))).toEqual(after);
			}),
			{ numRuns: 2_000 },
		);
	});

	it("is absent if nothing changed, even if it was recreated", () => {
		expect(patchBetween({ sessions }, structuredClone({ sessions }))).toBeNull();
	});

	it("contains the changed rows, and keeps every other as the same object", () => {
		const before = { sessions, settings: { theme: "dark" } };
		const after = structuredClone(before);
		after.sessions.splice(0, 1, { id: "s1", title: "One", waiting: 1 });
		const patch = patchBetween(before, after);
		expect(patch).toEqual({
			kind: "fields",
			removed: [],
			fields: [
				[
					"sessions",
					{
						kind: "rows",
						order: null,
						rows: [["s1", { kind: "fields", removed: [], fields: [["waiting", { kind: "set", value: 1 }]] }]],
					},
				],
			],
		});
		const made = patched(before, patch as Patch) as typeof before;
		expect(made.settings).toBe(before.settings);
		expect(made.sessions[1]).toBe(before.sessions[1]);
	});

	it("is computed without a list or a map, if nothing changed", () => {
		const same = structuredClone(sessions);
		const made = [
			vi.spyOn(Object, "entries"),
			vi.spyOn(Object, "keys"),
			vi.spyOn(Map.prototype, "set"),
			vi.spyOn(Array.prototype, "flatMap"),
			vi.spyOn(Array.prototype, "push"),
		];
		const patch = patchBetween({ sessions }, { sessions: same });
		const calls = made.map((each) => each.mock.calls.length);
		vi.restoreAllMocks();
		expect(patch).toBeNull();
		expect(calls).toEqual(made.map(() => 0));
	});

	it("handles rows of one name together, at any positions", () => {
		const twice = (waiting: number) => [
			{ id: "s1", waiting: 0 },
			{ id: "s1", waiting },
		];
		expect(patchBetween(twice(1), twice(1))).toBeNull();
		expect(patchBetween(twice(1), twice(2))).toEqual({ kind: "set", value: twice(2) });
	});

	it("contains only the order if rows only moved", () => {
		expect(patchBetween(sessions, sessions.toReversed())).toEqual({
			kind: "rows",
			rows: [],
			order: ["s2", "s1"],
		});
	});

	it("contains only the addition to a growing text", () => {
		expect(patchBetween({ text: "Looking" }, { text: "Looking up" })).toEqual({
			kind: "fields",
			removed: [],
			fields: [["text", { kind: "append", from: 7, text: " up" }]],
		});
	});

	it("grows with the changes, not with the state", () => {
		const many = Array.from({ length: 5_000 }, (_, at) => ({ id: `s${at}`, title: "Swap ".repeat(20) }));
		const next = many.with(2_500, { id: "s2500", title: "Renamed" });
		expect(JSON.stringify(patchBetween(many, next)).length).toBeLessThan(200);
	});

	it("reaches no prototype, for any names", () => {
		const after = JSON.parse('{"__proto__": {"polluted": true}}') as object;
		const made = patched({}, patchBetween({}, after) as Patch) as object;
		expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
		expect(Object.hasOwn(made, "__proto__")).toBe(true);
	});

	it.each([
		["text that is another one", "Look", { kind: "append", from: 7, text: " up" }],
		["no list", 1, { kind: "rows", rows: [], order: [] }],
		["a list without the row", sessions, { kind: "rows", rows: [], order: ["s9"] }],
		["no object", null, { kind: "fields", fields: [], removed: [] }],
	] as const)("is refused by %s", (_what, before, patch) => {
		expect(() => patched(before, patch)).toThrow(TypeError);
	});
});
