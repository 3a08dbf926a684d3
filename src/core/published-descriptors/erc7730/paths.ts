import type { Hex } from "../../format/numeral.ts";
import type { DataLeaf } from "./description.ts";
import { DescriptorError } from "./description.ts";
import type { DataNode, LeafNode } from "./tree.ts";

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

function stepsOf(path: string): readonly PathStep[] {
	const steps = path.replace(/^#\./, "").split(".");
	if (steps.length > MAX_STEPS) throw new DescriptorError("bad_path", path);
	return steps.map((text) => step(text, path));
}

export interface Hit {
	readonly node: DataNode;
	readonly slice: Hex | null;
	readonly indices: readonly number[];
}

function bytesOf({ type, value, path }: LeafNode): string {
	if (typeof value === "bigint") return BigInt.asUintN(256, value).toString(16).padStart(64, "0");
	if (typeof value === "string" && type !== "string") return value.slice(2);
	throw new DescriptorError("bad_path", path);
}

function bounds(size: number, start: number, end: number | null, path: string): [number, number] {
	const from = start < 0 ? size + start : start;
	const to = end === null ? size : end < 0 ? size + end : end;
	if (from < 0 || to > size || from > to) throw new DescriptorError("bad_path", path);
	return [from, to];
}

function follow(hit: Hit, next: PathStep): readonly Hit[] {
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

export function resolve(root: DataNode, path: string): readonly Hit[] {
	let hits: readonly Hit[] = [{ node: root, slice: null, indices: [] }];
	for (const next of stepsOf(path)) hits = hits.flatMap((hit) => follow(hit, next));
	return hits;
}

export function leafOf({ node, slice }: Hit): DataLeaf | null {
	if (slice !== null) return { type: "bytes", value: slice };
	return node.kind === "leaf" ? { type: node.type, value: node.value } : null;
}
