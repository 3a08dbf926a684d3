import { type Message, message } from "../../../core/localized-text.ts";
import { type JsonTextNode, memberOf, readJson, writeJson } from "../../components/text/json-text.ts";
import { type Described, kindText, type NumberShape, plainText, SHAPE_BOUNDS, type Shape } from "./shape.ts";

/** Resolves references within the schema. Their number is limited, and cycles are detected. */

const TOO_COMPLEX = message("desk.catalog.schema.complex");

interface Walk {
	readonly root: JsonTextNode;
	/** References followed so far. A repeated reference is a cycle. */
	readonly refs: readonly string[];
	readonly depth: number;
	readonly left: { shapes: number };
}

function textOf(node: JsonTextNode | undefined): string | null {
	return node?.kind === "string" ? node.text : null;
}

function countOf(node: JsonTextNode | undefined): number | null {
	if (node?.kind !== "number" || !/^\d{1,9}$/.test(node.numeral)) return null;
	return Number(node.numeral);
}

function itemsOf(node: JsonTextNode | undefined): readonly JsonTextNode[] {
	return node?.kind === "array" ? node.items : [];
}

const isNull = (node: JsonTextNode) => node.kind === "word" && node.word === "null";
const isTrue = (node: JsonTextNode | undefined) => node?.kind === "word" && node.word === "true";

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

/** If both have the same member, the one in `over` wins. */
function overlaid(over: JsonTextNode, under: JsonTextNode, without: string): JsonTextNode {
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

const NOTES = new Set(["title", "description", "default", "examples", "$comment"]);

/** Merges schemas key by key. Returns `null` if that isn't enough to combine them. */
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

function settled(
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

/** Keywords that a form can't enforce. Schemas that use one of them are edited as JSON. */
const BEYOND = [
	"if",
	"not",
	"$dynamicRef",
	"$recursiveRef",
	"patternProperties",
	"propertyNames",
	"minProperties",
	"dependentRequired",
	"dependentSchemas",
	"dependencies",
	"prefixItems",
	"contains",
];

const ANYTHING = message("desk.catalog.schema.any");
const TOO_MUCH = message("desk.catalog.schema.large");

function described(schema: JsonTextNode, nullable = false): Described {
	return {
		title: textOf(memberOf(schema, "title")),
		description: textOf(memberOf(schema, "description")),
		nullable: nullable || isTrue(memberOf(schema, "nullable")),
		suggested: memberOf(schema, "default") ?? null,
	};
}

function asJson(schema: JsonTextNode, why: Message): Shape {
	return { ...described(schema), kind: "json", why };
}

function bound(schema: JsonTextNode, closed: string, opened: string): NumberShape["least"] {
	const at = memberOf(schema, closed);
	const beyond = memberOf(schema, opened);
	if (beyond?.kind === "number") return { numeral: beyond.numeral, open: true };
	// In draft 4, `exclusiveMinimum: true` modifies `minimum`.
	return at?.kind === "number" ? { numeral: at.numeral, open: isTrue(beyond) } : null;
}

function objectShape(schema: JsonTextNode, base: Described, walk: Walk): Shape {
	const properties = memberOf(schema, "properties");
	const members = properties?.kind === "object" ? properties.members : [];
	if (members.length > SHAPE_BOUNDS.members) return asJson(schema, TOO_MUCH);
	const more = memberOf(schema, "additionalProperties");
	const closed = more?.kind === "word" && more.word === "false";
	if (members.length === 0 && !closed)
		return { ...base, kind: "json", why: message("desk.catalog.may-any-members") };
	const names = new Set(members.map(({ name }) => name));
	const required = new Set(itemsOf(memberOf(schema, "required")).flatMap((name) => textOf(name) ?? []));
	if (names.size < members.length || [...required].some((name) => !names.has(name)))
		return asJson(schema, TOO_COMPLEX);
	return {
		...base,
		kind: "object",
		members: members.map(({ name, value }) => ({
			name,
			required: required.has(name),
			shape: shapeOf(value, walk),
		})),
	};
}

function alternatives(schema: JsonTextNode, options: readonly JsonTextNode[], walk: Walk): Shape {
	const base = described(schema);
	if (memberOf(schema, "properties") !== undefined || options.length > SHAPE_BOUNDS.options)
		return asJson(schema, TOO_COMPLEX);
	const real = options.filter((option) => textOf(memberOf(option, "type")) !== "null");
	const nullable = base.nullable || real.length < options.length;
	const values = real.map((option) => memberOf(option, "const"));
	if (values.length > 0 && values.every((value) => value !== undefined)) {
		return {
			...base,
			nullable,
			kind: "choice",
			options: values.map((value, index) => ({
				value,
				text: textOf(memberOf(real[index], "title")) ?? plainText(value),
			})),
		};
	}
	if (real.length > SHAPE_BOUNDS.alternatives) return asJson(schema, TOO_MUCH);
	const [only, ...others] = real.map((option) => shapeOf(option, walk));
	if (only === undefined) return { ...base, kind: "fixed", value: { kind: "word", word: "null" } };
	if (others.length === 0)
		return {
			...only,
			title: base.title ?? only.title,
			description: base.description ?? only.description,
			suggested: base.suggested ?? only.suggested,
			nullable: nullable || only.nullable,
		};
	return {
		...base,
		nullable,
		kind: "alternatives",
		options: [only, ...others].map((shape, index) => ({
			shape,
			text: shape.title ?? nameOf(real[index]) ?? `${kindText(shape)} (${index + 1})`,
		})),
	};
}

function nameOf(option: JsonTextNode | undefined): string | null {
	const ref = textOf(memberOf(option, "$ref"));
	if (ref !== null) return ref.split("/").at(-1) ?? null;
	const properties = memberOf(option, "properties");
	if (properties?.kind !== "object") return null;
	for (const { value } of properties.members) {
		const fixed = textOf(memberOf(value, "const"));
		if (fixed !== null) return fixed;
	}
	return null;
}

function shapeOf(given: JsonTextNode, from: Walk): Shape {
	from.left.shapes -= 1;
	if (from.left.shapes < 0 || from.depth > SHAPE_BOUNDS.depth) return asJson(given, TOO_MUCH);
	const found = settled(given, from);
	if ("code" in found) return asJson(given, found);
	const { schema } = found;
	const walk: Walk = { ...found.walk, depth: from.depth + 1 };
	if (schema.kind !== "object") return asJson(schema, ANYTHING);
	if (BEYOND.some((word) => memberOf(schema, word) !== undefined)) return asJson(schema, TOO_COMPLEX);

	const fixed = memberOf(schema, "const");
	if (fixed !== undefined) return { ...described(schema), kind: "fixed", value: fixed };
	const values = memberOf(schema, "enum");
	if (values !== undefined) {
		const items = itemsOf(values);
		if (items.length > SHAPE_BOUNDS.options) return asJson(schema, TOO_MUCH);
		const options = items.filter((value) => !isNull(value));
		return {
			...described(schema, options.length < items.length),
			kind: "choice",
			options: options.map((value) => ({ value, text: plainText(value) })),
		};
	}
	for (const word of ["oneOf", "anyOf"]) {
		const options = memberOf(schema, word);
		if (options !== undefined) return alternatives(schema, itemsOf(options), walk);
	}

	const stated = memberOf(schema, "type");
	const types = (stated?.kind === "array" ? stated.items : stated === undefined ? [] : [stated]).flatMap(
		(type) => textOf(type) ?? [],
	);
	const real = types.filter((type) => type !== "null");
	if (real.length > 1) {
		const options = real.map((type): JsonTextNode => {
			const one: JsonTextNode = {
				kind: "object",
				members: [{ name: "type", value: { kind: "string", text: type } }],
			};
			const bare = schema.members.filter(({ name }) => !NOTES.has(name));
			return overlaid(one, { kind: "object", members: bare }, "");
		});
		return {
			...alternatives({ kind: "object", members: [] }, options, walk),
			...described(schema, real.length < types.length),
		};
	}
	const base = described(schema, real.length < types.length);
	return typed(real[0], schema, base, walk, types.length > 0);
}

function typed(
	type: string | undefined,
	schema: JsonTextNode,
	base: Described,
	walk: Walk,
	stated: boolean,
): Shape {
	switch (type) {
		case "string":
			return {
				...base,
				kind: "text",
				format: textOf(memberOf(schema, "format")),
				pattern: textOf(memberOf(schema, "pattern")),
				minLength: countOf(memberOf(schema, "minLength")),
				maxLength: countOf(memberOf(schema, "maxLength")),
			};
		case "integer":
		case "number":
			return {
				...base,
				kind: "number",
				integer: type === "integer",
				least: bound(schema, "minimum", "exclusiveMinimum"),
				most: bound(schema, "maximum", "exclusiveMaximum"),
			};
		case "boolean":
			return { ...base, kind: "boolean" };
		case "object":
			return objectShape(schema, base, walk);
		case "array": {
			const items = memberOf(schema, "items");
			return {
				...base,
				kind: "list",
				item: shapeOf(items ?? { kind: "object", members: [] }, walk),
				least: countOf(memberOf(schema, "minItems")) ?? 0,
				most: countOf(memberOf(schema, "maxItems")),
			};
		}
		case undefined:
			if (stated)
				return {
					...base,
					nullable: false,
					kind: "fixed",
					value: { kind: "word", word: "null" },
				};
			if (memberOf(schema, "properties") !== undefined) return objectShape(schema, base, walk);
			if (memberOf(schema, "items") !== undefined) return typed("array", schema, base, walk, true);
			return asJson(schema, ANYTHING);
		default:
			return asJson(schema, TOO_COMPLEX);
	}
}

/**
 * Derives a form from a JSON Schema (draft 2020-12, and older keywords that are still in use). Its size is
 * limited, because the schema is untrusted. Anything that a form can't represent is edited as JSON. Never
 * throws. `text` is `null` if there is no schema.
 */
export function readSchema(text: string | null): Shape {
	const none = { title: null, description: null, nullable: false, suggested: null };
	if (text === null) return { ...none, kind: "json", why: message("desk.catalog.schema.none") };
	const parsed = readJson(text);
	if (!parsed.ok) return { ...none, kind: "json", why: message("desk.catalog.schema.unreadable") };
	return shapeOf(parsed.node, {
		root: parsed.node,
		refs: [],
		depth: 1,
		left: { shapes: SHAPE_BOUNDS.shapes },
	});
}
