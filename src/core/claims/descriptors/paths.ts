import type { Hex } from "../../format/numeral.ts";
import type { DataLeaf } from "./description.ts";
import { DescriptorError } from "./description.ts";
import type { DataNode, LeafNode } from "./tree.ts";

/** ERC-7730 paths into signed data: names, indexes, slices, and all items of a list. */

type PathStep =
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "index"; readonly index: number }
	| { readonly kind: "all" }
	| { readonly kind: "slice"; readonly start: number; readonly end: number | null };

const NAME = /^[A-Za-z_$][\w$]{0,127}$/;
const INDEX = /^\[(-?[0-9]{1,6})\]$/;
const SLICE = /^\[(-?[0-9]{1,6})?:(-?[0-9]{1,6})?\]$/;
const MAX_STEPS = 16;

function step(text: string, path: string): PathStep {
	if (NAME.test(text)) return { kind: "name", name: text };
	if (text === "[]") return { kind: "all" };
	const index = INDEX.exec(text)?.[1];
	if (index !== undefined) return { kind: "index", index: Number(index) };
	const slice = SLICE.exec(text);
	if (slice === null || (slice[1] === undefined && slice[2] === undefined))
		throw new DescriptorError("bad_path", path);
	return {
		kind: "slice",
		start: Number(slice[1] ?? 0),
		end: slice[2] === undefined ? null : Number(slice[2]),
	};
}

/**
 * Returns the steps from the root of the data; `#.` is the same root.
 * @throws DescriptorError
 */
function stepsOf(path: string): readonly PathStep[] {
	const steps = path.replace(/^#\./, "").split(".");
	if (steps.length > MAX_STEPS) throw new DescriptorError("bad_path", path);
	return steps.map((text) => step(text, path));
}

/** Target of a path: a node, or some bytes of a leaf. */
export interface Hit {
	readonly node: DataNode;
	/** Bytes of a slice; `null` for the whole node. */
	readonly slice: Hex | null;
	/** Item indexes, one for each list on the path. */
	readonly indices: readonly number[];
}

/** Returns the bytes of a leaf; a number is a 32-byte word. */
function bytesOf({ type, value, path }: LeafNode): string {
	if (typeof value === "bigint") return BigInt.asUintN(256, value).toString(16).padStart(64, "0");
	if (typeof value === "string" && type !== "string") return value.slice(2);
	throw new DescriptorError("bad_path", path);
}

/** Returns bounds of a slice within the size; negative ones count from the end. */
function bounds(size: number, start: number, end: number | null, path: string): [number, number] {
	const from = start < 0 ? size + start : start;
	const to = end === null ? size : end < 0 ? size + end : end;
	if (from < 0 || to > size || from > to) throw new DescriptorError("bad_path", path);
	return [from, to];
}

function take(hit: Hit, next: PathStep): readonly Hit[] {
	const { node, slice, indices } = hit;
	if (slice !== null) throw new DescriptorError("bad_path", node.path);
	if (node.kind === "struct" && next.kind === "name") {
		const member = node.members.get(next.name);
		if (member !== undefined) return [{ node: member, slice: null, indices }];
	}
	if (node.kind === "list" && next.kind === "index") {
		const item = node.items.at(next.index);
		if (item !== undefined) return [{ node: item, slice: null, indices }];
	}
	if (node.kind === "list" && (next.kind === "all" || next.kind === "slice")) {
		const [from, to] =
			next.kind === "all"
				? [0, node.items.length]
				: bounds(node.items.length, next.start, next.end, node.path);
		return node.items
			.slice(from, to)
			.map((item, at) => ({ node: item, slice: null, indices: [...indices, from + at] }));
	}
	if (node.kind === "leaf" && next.kind === "slice") {
		const bytes = bytesOf(node);
		const [from, to] = bounds(bytes.length / 2, next.start, next.end, node.path);
		return [{ node, slice: `0x${bytes.slice(2 * from, 2 * to)}`, indices }];
	}
	throw new DescriptorError("bad_path", node.path);
}

/**
 * Returns all targets of a path, in order.
 * @throws DescriptorError if a target does not exist
 */
export function resolve(root: DataNode, path: string): readonly Hit[] {
	let hits: readonly Hit[] = [{ node: root, slice: null, indices: [] }];
	for (const next of stepsOf(path)) hits = hits.flatMap((hit) => take(hit, next));
	return hits;
}

/** Returns the value at a hit; `null` for a list or struct. */
export function leafOf({ node, slice }: Hit): DataLeaf | null {
	if (slice !== null) return { type: "bytes", value: slice };
	return node.kind === "leaf" ? { type: node.type, value: node.value } : null;
}
