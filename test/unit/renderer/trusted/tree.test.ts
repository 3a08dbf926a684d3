import { describe, expect, it } from "vitest";
import type { TypedNodeView } from "../../../../src/ipc/review.ts";
import { firstOpen, treeRows, treeStep } from "../../../../src/renderer/trusted/content/typed-tree.tsx";
import { branch, hugeOrder, leaf, unknownOrder } from "../../../preview/samples/content.ts";

const tree: readonly TypedNodeView[] = [
	leaf("owner", "address", "0x1"),
	branch("offer", "Item[]", [
		branch("[0]", "Item", [leaf("token", "address", "0x2")]),
		leaf("last", "uint8", "1"),
	]),
	leaf("end", "uint256", "9"),
];
const names = (open: readonly string[]) => treeRows(tree, new Set(open)).map((row) => row.node.name);

describe("a tree's rows", () => {
	it("are the top and the members of open branches, in order", () => {
		expect(names([])).toEqual(["owner", "offer", "end"]);
		expect(names(["1"])).toEqual(["owner", "offer", "[0]", "last", "end"]);
		expect(names(["1", "1.0"])).toEqual(["owner", "offer", "[0]", "token", "last", "end"]);
	});
	it("do not include a closed branch's members", () => {
		expect(names(["1.0"])).toEqual(["owner", "offer", "end"]);
	});
	it("have their level and their position among their siblings", () => {
		const token = treeRows(tree, new Set(["1", "1.0"])).find((row) => row.node.name === "token");
		expect(token).toMatchObject({ path: "1.0.0", level: 3, at: 1, of: 1, branch: false });
		const last = treeRows(tree, new Set(["1"])).find((row) => row.node.name === "last");
		expect(last).toMatchObject({ path: "1.1", level: 2, at: 2, of: 2 });
	});
	it("are not built by recursion, so that no depth overflows the stack", () => {
		let deep = leaf("end", "uint8", "1");
		for (let level = 0; level < 3000; level += 1) deep = branch("inner", "Box", [deep]);
		const open = new Set<string>();
		for (let level = 0, path = "0"; level < 3000; level += 1, path += ".0") open.add(path);
		expect(treeRows([deep], open)).toHaveLength(3001);
	});
});

describe("the initially open branches", () => {
	it("are all of a small tree", () => {
		const { tree: small } = unknownOrder();
		expect(treeRows(small, firstOpen(small)).some((row) => row.branch && !row.open)).toBe(false);
	});
	it("are not the thousands of a large one", () => {
		const { tree: huge } = hugeOrder();
		expect(treeRows(huge, firstOpen(huge))).toHaveLength(2);
	});
});

describe("a tree's keys", () => {
	const rows = treeRows(tree, new Set(["1"]));
	it("move up and down, to the first and the last, and not beyond", () => {
		expect(treeStep(rows, 0, "ArrowDown")).toEqual({ to: 1, turn: null });
		expect(treeStep(rows, 0, "ArrowUp")).toEqual({ to: 0, turn: null });
		expect(treeStep(rows, 4, "ArrowDown")).toEqual({ to: 4, turn: null });
		expect(treeStep(rows, 2, "Home")).toEqual({ to: 0, turn: null });
		expect(treeStep(rows, 2, "End")).toEqual({ to: 4, turn: null });
	});
	it("open a branch to the right, then enter it", () => {
		expect(treeStep(rows, 2, "ArrowRight")).toEqual({ to: 2, turn: "open" });
		expect(treeStep(rows, 1, "ArrowRight")).toEqual({ to: 2, turn: null });
	});
	it("close a branch to the left, or move to the row's parent", () => {
		expect(treeStep(rows, 1, "ArrowLeft")).toEqual({ to: 1, turn: "close" });
		expect(treeStep(rows, 3, "ArrowLeft")).toEqual({ to: 1, turn: null });
		expect(treeStep(rows, 0, "ArrowLeft")).toEqual({ to: 0, turn: null });
	});
	it("leave every other key to the page, Tab above all", () => {
		expect(treeStep(rows, 0, "Tab")).toBeNull();
		expect(treeStep(rows, 0, "a")).toBeNull();
	});
});
