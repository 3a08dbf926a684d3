import type { TypedNode } from "../../../bridge/views.ts";

/** JSON of somebody else's as a tree for reading. */

/** A number whose digits a computer's own number would change: its text. */
class Numeral {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	const source = context?.source;
	return typeof value === "number" && source !== undefined && String(value) !== source
		? new Numeral(source)
		: value;
}

const MISTAKABLE = /^(?:true|false|null|-?[\d.]+(?:e[+-]?\d+)?)$/i;

function leafOf(value: unknown): { readonly type: string; readonly value: string | null } {
	if (value === null) return { type: "", value: "null" };
	if (value instanceof Numeral) return { type: "", value: value.text };
	// Said only where it could be taken for something else.
	if (typeof value === "string")
		return { type: MISTAKABLE.test(value) ? "text" : "", value: value === "" ? null : value };
	return { type: "", value: String(value) };
}

type Building = { -readonly [Key in keyof TypedNode]: TypedNode[Key] } & { children: Building[] };

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !(value instanceof Numeral);
}

/** Without recursion: depth is hostile. */
function treeOf(root: Readonly<Record<string, unknown>>): readonly TypedNode[] {
	const top: Building[] = [];
	const queue: { readonly value: Readonly<Record<string, unknown>>; readonly into: Building[] }[] = [
		{ value: root, into: top },
	];
	for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
		const list = Array.isArray(item.value);
		for (const [name, value] of Object.entries(item.value)) {
			const branch = isBranch(value);
			const children: Building[] = [];
			const leaf = branch ? { type: Array.isArray(value) ? "list" : "", value: null } : leafOf(value);
			item.into.push({ name: list ? `${Number(name) + 1}` : name, ...leaf, children });
			if (branch) queue.push({ value, into: children });
		}
	}
	return top;
}

/** The members of a JSON object or list; null where the text is no such thing and is read as it stands. */
export function jsonNodes(text: string): readonly TypedNode[] | null {
	if (!/^\s*[[{]/.test(text)) return null;
	try {
		const value: unknown = JSON.parse(text, exact);
		if (!isBranch(value)) return null;
		const nodes = treeOf(value);
		return nodes.length === 0 ? null : nodes;
	} catch {
		return null;
	}
}
