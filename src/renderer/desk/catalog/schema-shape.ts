import { type Message, message } from "../../../core/localized-text.ts";
import { type JsonTextNode, memberOf, readJson } from "../../components/text/json-text.ts";
import {
	countOf,
	isNull,
	isTrue,
	itemsOf,
	NOTES,
	overlaid,
	settled,
	TOO_COMPLEX,
	textOf,
	type Walk,
} from "./schema-refs.ts";
import { type Described, kindText, type NumberShape, plainText, SHAPE_BOUNDS, type Shape } from "./shape.ts";

/**
 * Derives a form from a JSON Schema (draft 2020-12, with older keywords still in use). The schema is
 * untrusted, so its size is limited. Anything a form can't represent is edited as JSON.
 */

/** A form can't enforce these, so the value is edited as JSON. */
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
	// Draft 4 writes `exclusiveMinimum: true` next to `minimum`.
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

/** Never throws. `null` means that there is no schema. */
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
