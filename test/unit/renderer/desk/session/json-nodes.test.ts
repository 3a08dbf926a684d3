import { describe, expect, it } from "vitest";
import { jsonNodes } from "../../../../../src/renderer/desk/session/json-nodes.ts";

const flat = (text: string) => jsonNodes(text)?.map(({ name, value }) => [name, value]);

describe("JSON as a tree", () => {
	it("has the members of objects and lists, by name and by place", () => {
		expect(flat('{"a":"x","b":true,"c":null,"d":1.5}')).toEqual([
			["a", "x"],
			["b", "true"],
			["c", "null"],
			["d", "1.5"],
		]);
		expect(flat('["x","y"]')).toEqual([
			["1", "x"],
			["2", "y"],
		]);
		expect(jsonNodes('{"a":{"b":[{"c":"deep"}]}}')?.[0]?.children[0]?.children[0]?.children[0]).toMatchObject(
			{
				name: "c",
				value: "deep",
			},
		);
	});

	it("keeps every digit of a number", () => {
		expect(flat('{"wei":1500000000000000000001,"fee":0.10,"big":1e400}')).toEqual([
			["wei", "1500000000000000000001"],
			["fee", "0.10"],
			["big", "1e400"],
		]);
	});

	it("hides no member, whatever its name", () => {
		expect(flat('{"__proto__":"x","constructor":"y","":"z"}')).toEqual([
			["__proto__", "x"],
			["constructor", "y"],
			["", "z"],
		]);
	});

	it.each(["", "plain words", '"text"', "7", "{broken", "{}", "[]", "[1,2", "{'a':1}"])(
		"is none where the text has no members to show: %s",
		(text) => {
			expect(jsonNodes(text)).toBeNull();
		},
	);

	it("is not built by recursion of ours; what is deeper than the reader can go is shown as text", () => {
		const depth = 2_000;
		const nodes = jsonNodes(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
		expect(nodes === null || nodes.length === 1).toBe(true);
		expect(() => jsonNodes("[".repeat(90_000))).not.toThrow();
		expect(() => jsonNodes(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)).not.toThrow();
	});
});
