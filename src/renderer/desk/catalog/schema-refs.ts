import { type Message, message } from "../../../core/localized-text.ts";
import { type JsonTextNode, memberOf, writeJson } from "../../components/text/json-text.ts";
import { SHAPE_BOUNDS } from "./shape.ts";

/** Follows references only within the schema. Limits their number and stops at cycles. */

export const TOO_COMPLEX = message("desk.catalog.schema.complex");

export interface Walk {
	readonly root: JsonTextNode;
	/** A repeated reference is a cycle. */
	readonly refs: readonly string[];
	readonly depth: number;
	readonly left: { shapes: number };
}

export function textOf(node: JsonTextNode | undefined): string | null {
	return node?.kind === "string" ? node.text : null;
}

export function countOf(node: JsonTextNode | undefined): number | null {
	if (node?.kind !== "number" || !/^\d{1,9}$/.test(node.numeral)) return null;
	return Number(node.numeral);
}

export function itemsOf(node: JsonTextNode | undefined): readonly JsonTextNode[] {
	return node?.kind === "array" ? node.items : [];
}

export const isNull = (node: JsonTextNode) => node.kind === "word" && node.word === "null";
export const isTrue = (node: JsonTextNode | undefined) => node?.kind === "word" && node.word === "true";

function pointedAt(root: JsonTextNode, ref: string): JsonTextNode | undefined {
	if (ref === "#") return root;
	if (!ref.startsWith("#/") || ref.length > 400) return undefined;
	let at: JsonTextNode | undefined = root;
	for (const part of ref.slice(2).split("/")) {
		const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
		at =
			at?.kind === "array" ? at.items[countOf({ kind: "number", numeral: name }) ?? -1] : memberOf(at, name);
	}
	return at;
}

/** Members of `over` win. */
export function overlaid(over: JsonTextNode, under: JsonTextNode, without: string): JsonTextNode {
	if (over.kind !== "object" || under.kind !== "object") return under;
	const own = over.members.filter(({ name }) => name !== without);
	const names = new Set(own.map(({ name }) => name));
	return { kind: "object", members: [...under.members.filter(({ name }) => !names.has(name)), ...own] };
}

function both(one: JsonTextNode, other: JsonTextNode): JsonTextNode | null {
	if (one.kind === "object" && other.kind === "object")
		return { kind: "object", members: [...one.members, ...other.members] };
	if (one.kind === "array" && other.kind === "array")
		return { kind: "array", items: [...one.items, ...other.items] };
	return null;
}

export const NOTES = new Set(["title", "description", "default", "examples", "$comment"]);

/** Returns `null` if merging the keys isn't enough. */
function merged(parts: readonly JsonTextNode[]): JsonTextNode | null {
	const members = new Map<string, JsonTextNode>();
	for (const part of parts) {
		if (part.kind !== "object") return null;
		for (const { name, value } of part.members) {
			const held = members.get(name);
			if (held === undefined || writeJson(held, null) === writeJson(value, null)) members.set(name, value);
			else if (name === "properties" || name === "required") {
				const sum = both(held, value);
				if (sum === null) return null;
				members.set(name, sum);
			} else if (!NOTES.has(name)) return null;
		}
	}
	return { kind: "object", members: [...members].map(([name, value]) => ({ name, value })) };
}

export function settled(
	schema: JsonTextNode,
	walk: Walk,
): { readonly schema: JsonTextNode; readonly walk: Walk } | Message {
	const ref = textOf(memberOf(schema, "$ref"));
	if (ref !== null) {
		if (walk.refs.includes(ref)) return message("desk.catalog.schema.circular");
		const target = pointedAt(walk.root, ref);
		if (target === undefined) return message("desk.catalog.schema.foreign");
		return settled(overlaid(schema, target, "$ref"), { ...walk, refs: [...walk.refs, ref] });
	}
	const all = memberOf(schema, "allOf");
	if (all === undefined) return { schema, walk };
	if (schema.kind !== "object" || walk.refs.length > SHAPE_BOUNDS.depth * 4) return TOO_COMPLEX;
	const parts: JsonTextNode[] = [
		{ kind: "object", members: schema.members.filter(({ name }) => name !== "allOf") },
	];
	let refs = walk.refs;
	for (const part of itemsOf(all).slice(0, SHAPE_BOUNDS.alternatives)) {
		const found = settled(part, { ...walk, refs: [...refs, "allOf"] });
		if ("code" in found) return found;
		refs = found.walk.refs;
		parts.push(found.schema);
	}
	const sum = merged(parts);
	return sum === null ? TOO_COMPLEX : { schema: sum, walk: { ...walk, refs } };
}
