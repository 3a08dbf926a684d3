import { describe, expect, it } from "vitest";
import {
	JsonTextError,
	meaningOf,
	nodeAt,
	readJsonText,
	sliceOf,
} from "../../../../src/main/catalog/catalog-json.ts";

function slice(text: string, ...names: string[]): string | null {
	const json = readJsonText(text);
	const node = nodeAt(json, names);
	return node === null ? null : sliceOf(json, node);
}

const meaning = (text: string, skip: readonly string[] = []) => {
	const json = readJsonText(text);
	return meaningOf(json, json.root, new Set(skip));
};

describe("a member's own text", () => {
	it("is extracted byte for byte: blanks, escapes and numbers beyond a double", () => {
		const inner = '{ "n" : 12345678901234567890.50 ,\n\t"caf\\u00e9":"\\/ \\" } ]" , "e":1E+2 }';
		expect(slice(` {"note":"}{","build" : ${inner}\n} `, "build")).toBe(inner);
		expect(slice(`[${inner}]`)).toBe(`[${inner}]`);
	});

	it("is found under an escaped name, and not under one that only looks like it", () => {
		expect(slice('{"b\\u0075ild":1}', "build")).toBe("1");
		expect(slice('{"x":{"build":2}}', "build")).toBeNull();
		expect(slice('{"x":{"build":2}}', "x", "build")).toBe("2");
		expect(slice('["build"]', "build")).toBeNull();
	});

	it("is found for every kind of value", () => {
		const text = '{"a":-0.5e-3,"b":true,"c":null,"d":"\\\\","e":[],"f":{},"g":[[1],{"h":"]"}]}';
		expect(["a", "b", "c", "d", "e", "f", "g"].map((name) => slice(text, name))).toEqual([
			"-0.5e-3",
			"true",
			"null",
			'"\\\\"',
			"[]",
			"{}",
			'[[1],{"h":"]"}]',
		]);
	});
});

describe("JSON with ambiguous readings", () => {
	it.each([
		["a duplicate member", '{"a":1,"a":2}'],
		["a duplicate member, once with escapes", '{"build":1,"b\\u0075ild":2}'],
		["a deeply nested duplicate member", '[{"x":[{"a":1,"b":2,"a":3}]}]'],
		["a member named __proto__", '{"__proto__":{}}'],
		["no JSON at all", "{'a':1}"],
		["two values", "{}{}"],
		["nothing", ""],
		["arrays a thousand deep", "[".repeat(1000) + "]".repeat(1000)],
		["half a million values", `[${"0,".repeat(500_000)}0]`],
	])("is not used: %s", (_, text) => {
		expect(() => readJsonText(text)).toThrow(JsonTextError);
	});

	it("is used if the same name is in two objects", () => {
		expect(readJsonText('{"a":{"a":1},"b":{"a":1}}').value).toEqual({ a: { a: 1 }, b: { a: 1 } });
	});
});

describe("the meaning of JSON", () => {
	it("does not depend on order, blanks or escapes", () => {
		expect(meaning('{ "b":[1, "\\u0041"], "a":{"d":null,"c":true} }')).toBe(
			meaning('{"a":{"c":true,"d":null},"b":[1,"A"]}'),
		);
	});

	it("distinguishes numbers that a double does not", () => {
		expect(JSON.parse("9007199254740993")).toBe(JSON.parse("9007199254740992"));
		expect(meaning('{"n":9007199254740993}')).not.toBe(meaning('{"n":9007199254740992}'));
	});

	it("distinguishes a number from its text, and one order of a list from another", () => {
		expect(meaning('{"n":1}')).not.toBe(meaning('{"n":"1"}'));
		expect(meaning("[1,2]")).not.toBe(meaning("[2,1]"));
	});

	it("omits the named members, at any depth, and nothing else", () => {
		expect(meaning('[{"x":1,"y":{"x":2,"z":3}}]', ["x"])).toBe(meaning('[{"y":{"z":3}}]'));
	});
});
