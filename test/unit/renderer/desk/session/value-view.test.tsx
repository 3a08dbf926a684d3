import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { JsonTextNode } from "../../../../../src/renderer/components/text/json-text.ts";
import { treeOf, ValueView } from "../../../../../src/renderer/desk/session/value-view.tsx";

const plain = (node: JsonTextNode | undefined) =>
	node?.kind === "string"
		? node.text
		: node?.kind === "number"
			? node.numeral
			: node?.kind === "word"
				? node.word
				: null;

/** Returns the names and values of the first level in display order. */
function flat(text: string) {
	const tree = treeOf(text);
	if (tree?.kind === "object") return tree.members.map(({ name, value }) => [name, plain(value)]);
	return tree?.kind === "array" ? tree.items.map((value, at) => [`${at + 1}`, plain(value)]) : null;
}

const rendered = (text: string) =>
	renderToStaticMarkup(
		<Tooltip.Provider>
			<ValueView label="Result" value={{ text, length: text.length }} />
		</Tooltip.Provider>,
	);

describe("a service value as a tree", () => {
	it("has the members of objects and lists, by name and by index", () => {
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
	});

	it("keeps every digit of a number", () => {
		expect(flat('{"wei":1500000000000000000001,"fee":0.10,"big":1e400}')).toEqual([
			["wei", "1500000000000000000001"],
			["fee", "0.10"],
			["big", "1e400"],
		]);
	});

	it("hides no member, for any name, and keeps their order", () => {
		expect(flat('{"__proto__":"x","b":"1","7":"2","constructor":"y","":"z","b":"3"}')).toEqual([
			["__proto__", "x"],
			["b", "1"],
			["7", "2"],
			["constructor", "y"],
			["", "z"],
			["b", "3"],
		]);
	});

	it.each(["", "plain words", '"text"', "7", "{broken", "{}", "[]", "[1,2", "{'a':1}"])(
		"is absent if the text has no members to show: %s",
		(text) => {
			expect(treeOf(text)).toBeNull();
		},
	);

	it("is shown as text if it is too deep for a user", () => {
		const depth = 2_000;
		expect(treeOf(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).toBeNull();
		expect(treeOf("[".repeat(90_000))).toBeNull();
		expect(treeOf(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)).toBeNull();
	});

	it("distinguishes a text from a number or word that looks like it", () => {
		expect(rendered('{"amount":"15"}')).toContain("> text<");
		expect(rendered('{"amount":15}')).not.toContain("> text<");
		expect(rendered('{"on":"true"}')).toContain("> text<");
		expect(rendered('{"on":"yes"}')).not.toContain("> text<");
	});

	it("marks an empty value, and draws invalid JSON unchanged", () => {
		expect(rendered("")).toContain("Empty");
		expect(rendered("<b>no</b>")).toContain("&lt;b&gt;no&lt;/b&gt;");
	});
});
